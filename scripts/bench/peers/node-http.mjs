/** Node's own server, without a framework: `node node-http.mjs ANSWERS` sends the bodies of a file by path. Prints its ready line. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))).map(([path, text]) => [
    path,
    Buffer.from(String(text)),
  ]),
);
const server = createServer(({ url = '' }, response) => {
  const body = answers.get(url);
  response.writeHead(body === undefined ? 404 : 200, ['Content-Type', 'application/json']).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: Object(server.address()).port })));
