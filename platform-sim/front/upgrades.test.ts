/** Handshakes at a port: whose they are, and what a drain does with the connections that they leave. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import type { OpenPort, Served } from './open-port.ts';
import { openPort } from './open-port.ts';

const clock = createClock({ mode: 'real' });
const opened: OpenPort[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(opened.splice(0).map((port) => port.drain({ idleGraceMs: 0, deadlineMs: 0 })));
});

async function port(served: Partial<Served>): Promise<OpenPort> {
  const made = await openPort({ host: '127.0.0.1', port: 0, option: '--port', clock });
  made.serve({ handle: (_, response) => response.end('plain'), ...served });
  opened.push(made);
  return made;
}

/** What comes back, once it holds `text`, or all of it. */
async function answerTo(to: OpenPort, sent: string, text: string): Promise<string> {
  const socket = connect(to.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(sent);
  let said = '';
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes(text)) break;
  }
  return said;
}

const HANDSHAKE = 'GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const takesUpgrade = ({ url }: IncomingMessage) => url === '/socket';
const upgrade: Served['upgrade'] = (_, socket, head) => void socket.write(`upgraded, with ${head.length} behind`);

test('a handshake that the served takes is its own, with what came behind it', async () => {
  const taken = await port({ takesUpgrade, upgrade });
  expect(await answerTo(taken, `${HANDSHAKE}more`, 'behind')).toBe('upgraded, with 4 behind');
});

test.each<[string, Partial<Served>, string]>([
  ['another path', { takesUpgrade, upgrade }, HANDSHAKE.replace('/socket', '/')],
  ['a port that takes none', {}, HANDSHAKE],
  [
    'nothing that asks for an upgrade',
    { takesUpgrade: () => true, upgrade },
    'GET /socket HTTP/1.1\r\nHost: x\r\n\r\n',
  ],
])('%s: a plain request', async (_, served, sent) => {
  expect(await answerTo(await port(served), sent, 'plain')).toMatch(/^HTTP\/1.1 200/);
});

test('a handshake behind a request without an answer stays a plain one, and the answers keep their order', async () => {
  const answers: (() => void)[] = [];
  const waiting = await port({
    takesUpgrade,
    upgrade,
    handle: ({ url }, response) => answers.push(() => response.end(`plain ${url}`)),
  });
  const answer = answerTo(waiting, `GET /first HTTP/1.1\r\nHost: x\r\n\r\n${HANDSHAKE}`, 'plain /socket');
  for (let answered = 0; answered < 2; answered += 1) {
    while (answers.length <= answered) await new Promise((resolve) => setImmediate(resolve));
    answers[answered]?.();
  }
  expect((await answer).match(/plain \/[a-z]+/g)).toEqual(['plain /first', 'plain /socket']);
});

test('behind one that is answered it is a handshake again', async () => {
  const taken = await port({ takesUpgrade, upgrade });
  const socket = connect(taken.port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.write(HANDSHAKE);
  expect(String((await once(socket, 'data'))[0])).toContain('upgraded');
});

test('a drain waits for upgraded connections, and cuts them off at its deadline', async () => {
  const taken = await port({ takesUpgrade, upgrade });
  await answerTo(taken, HANDSHAKE, 'behind');
  const gone = once(sockets[0] as Socket, 'close');
  await taken.drain({ idleGraceMs: 0, deadlineMs: 30 });
  await gone;
});

test('a drain is over as soon as they are closed', async () => {
  const served: Socket[] = [];
  const taken = await port({
    takesUpgrade,
    upgrade(_, socket) {
      served.push(socket);
      socket.write('behind');
    },
  });
  await answerTo(taken, HANDSHAKE, 'behind');
  const draining = taken.drain({ idleGraceMs: 0, deadlineMs: 600_000 });
  for (const socket of served) socket.destroy();
  await draining;
});
