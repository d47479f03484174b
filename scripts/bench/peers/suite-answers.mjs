/**
 * Gives the floor of the suite the answers that the suite had: `node suite-answers.mjs FILE`. The sandbox itself would answer
 * most of the requests 401 or 404: their tokens, rows and worlds are of the run. Prints a JSON line with its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file = ''] = process.argv;
/** @type {readonly { readonly answer: { readonly status: number, readonly headers: readonly [string, string][], readonly body: string } | null }[]} */
const exchanges = JSON.parse(readFileSync(file, 'utf8'));
/** Those that the server of Node states by itself. */
const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

const server = createServer((request, response) => {
  const answer = exchanges[Number(request.headers['x-number'])]?.answer;
  request.resume().once('end', () => {
    if (!answer) return void request.socket.destroy();
    const body = Buffer.from(answer.body, 'latin1');
    const stated = answer.headers.filter(([name]) => !OWN.includes(name.toLowerCase()));
    const hasBody = answer.status !== 204 && answer.status !== 304;
    response.writeHead(answer.status, [...stated, ...(hasBody ? [['Content-Length', `${body.length}`]] : [])].flat());
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
