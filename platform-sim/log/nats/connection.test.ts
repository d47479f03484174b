import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { connectNats } from './connection.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, natsOf } from './testing/sample-nats.ts';

const AUTHORIZATION = 'authorization { user: someone, password: secret }';
const lineOf = (url: string): Promise<string> =>
  connectNats(url, 'test').then(
    async (nc) => {
      await nc.close();
      return 'connected';
    },
    ({ name, message }: Error) => `${name}: ${message}`,
  );

describe('a connection', () => {
  test.each([
    [
      'nats://127.0.0.1:1',
      /^LogError: no NATS server answers at nats:\/\/127\.0\.0\.1:1 \(connection refused\): start one/,
    ],
    ['nats://someone:secret@127.0.0.1:1', /^LogError: no NATS server answers at nats:\/\/127\.0\.0\.1:1 /],
    ['127.0.0.1:4222', /^LogError: 127\.0\.0\.1:4222 is no address of a NATS server: state one such as/],
    ['http://127.0.0.1:4222', /^LogError: http:\/\/127\.0\.0\.1:4222 is no address of a NATS server/],
  ])('to %s is refused in a line', async (url, line) => {
    expect(await lineOf(url)).toMatch(line);
  });

  test.skipIf(WITHOUT_NATS !== undefined).each([
    ['', '', /^connected$/],
    [AUTHORIZATION, 'someone:secret@', /^connected$/],
    [AUTHORIZATION, 'someone:wrong@', /^LogError: nats:\/\/[\d.:]+ refuses these credentials: state them as/],
    [AUTHORIZATION, '', /^LogError: nats:\/\/[\d.:]+ refuses these credentials/],
    ['authorization { token: "t" }', 't@', /^connected$/],
    ['jetstream: false', '', /^LogError: nats:\/\/[\d.:]+ has no JetStream \(.*\): start it with nats-server -js$/],
  ])('to a server with %j as %j', async (conf, user, line) => {
    const { url } = await natsOf(conf);
    expect(await lineOf(url.replace('//', `//${user}`))).toMatch(line);
  });
});

test.skipIf(WITHOUT_NATS !== undefined)(
  'an error of a socket that the library has let go is heard, also of one after a restart',
  async () => {
    const nats = await natsOf();
    const nc = await connected(nats);
    const socketNow = () =>
      (nc as unknown as { protocol: { transport: { socket: Socket } } }).protocol.transport.socket;
    const first = socketNow();
    await nats.kill();
    await nats.start();
    await expect.poll(() => nc.isClosed() === false && socketNow() !== first && socketNow() !== undefined).toBe(true);
    await nc.flush();
    for (const socket of [first, socketNow()]) {
      socket.removeAllListeners();
      expect(socket.listenerCount('error')).toBe(1);
      socket.emit('error', new Error('write after end'));
    }
  },
);
