import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ORDER, raw } from '../testing/sample-client.ts';
import { FIRST, serve, tokenOf } from '../testing/sample-platform.ts';
import { readLong } from './long-body.ts';

const LIMIT = 1_048_576;
const NAMES = `{${Array.from({ length: 80_000 }, (_, index) => `"n${index}":1`)}}`;
const PADDED = ' '.repeat(20_000) + JSON.stringify(ORDER);

const byLength = (body: string) => `Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n${body}`;
const byChunksOf = (bytes: number) => (body: string) => {
  const chunks = body.match(new RegExp(`.{1,${bytes}}`, 'gs')) ?? [];
  return `Transfer-Encoding: chunked\r\n\r\n${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
};

async function sent(body: string, framed: (body: string) => string): Promise<string> {
  await using serving = await serve();
  const head = `POST /orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\nContent-Type: application/json\r\n`;
  const next = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  return await raw(serving, Buffer.from(head + framed(body) + next, 'latin1'));
}

test.each([
  ['within the bounds', PADDED, 'HTTP/1.1 201'],
  ['of too many members', NAMES, 'an object has more than 256 members'],
  ['of too many members, and not UTF-8 at its end', `${NAMES}\xff`, 'the body is not UTF-8'],
  ['that ends within a character', `${' '.repeat(20_000)}\xe2\x82`, 'the body is not UTF-8'],
  ['of too many members, and longer than the limit by a byte', NAMES.padEnd(LIMIT + 1), 'PAYLOAD_TOO_LARGE'],
  ['of exactly the limit', PADDED.padEnd(LIMIT), 'HTTP/1.1 201'],
  ['nested too deep', '['.repeat(100_000), 'nested more than 64 levels deep'],
] as const)('a long body %s is answered so, however it is framed', async (_, body, answered) => {
  for (const framed of [byLength, byChunksOf(50_000), byChunksOf(100)]) {
    const answers = await sent(body, framed);
    expect(answers).toContain(answered);
    // The connection goes on.
    expect(answers).toContain('HTTP/1.1 404');
  }
});

test('a short body in chunks of one byte is taken', async () => {
  expect(await sent(JSON.stringify(ORDER), byChunksOf(1))).toContain('HTTP/1.1 201');
});

test('nothing is handed on of a body past its bounds', async () => {
  const request = new PassThrough();
  const received = readLong(request as unknown as IncomingMessage);
  request.end(NAMES);
  expect(await received).toMatchObject({ text: '', isUtf8: true, fault: 'an object has more than 256 members' });
});

test.each(['while it is read', 'before it is read'])('a client that leaves %s leaves nothing waiting', async (when) => {
  const request = new PassThrough();
  if (when === 'before it is read') await once(request.destroy(), 'close');
  const received = readLong(request as unknown as IncomingMessage);
  request.destroy();
  expect(await received).toBeUndefined();
});

test('a turn takes one piece of a long body', async () => {
  const request = new PassThrough({ highWaterMark: LIMIT });
  const received = readLong(request as unknown as IncomingMessage);
  const PIECES = 8;
  let taken = 0;
  request.on('data', () => {
    taken += 1;
  });
  for (let piece = 0; piece < PIECES; piece += 1) request.write(' '.repeat(65_536));
  request.end();
  const ofTurns: number[] = [];
  while (taken < PIECES) {
    const before = taken;
    await new Promise((resolve) => setImmediate(resolve));
    ofTurns.push(taken - before);
  }
  expect(Math.max(...ofTurns)).toBe(1);
  expect((await received)?.text.length).toBe(PIECES * 65_536);
});

test('long bodies that end at once are handed on one in a turn', async () => {
  const ofTurns: number[] = [0];
  const all = Array.from({ length: 3 }, async () => {
    const request = new PassThrough();
    const received = readLong(request as unknown as IncomingMessage);
    request.end('{}');
    await received;
    ofTurns.push((ofTurns.pop() ?? 0) + 1);
  });
  while (ofTurns.reduce((sum, each) => sum + each) < all.length) {
    await new Promise((resolve) => setImmediate(resolve));
    ofTurns.push(0);
  }
  expect(Math.max(...ofTurns)).toBe(1);
});
