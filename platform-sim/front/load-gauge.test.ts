import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ConnectionTurns } from './connection-turns.ts';
import { isTooMany, LOAD_LIMITS } from './load-gauge.ts';

const { waiting, ageMs } = LOAD_LIMITS;

test.each([
  ['many wait, and the next of them for long', waiting, ageMs + 1, true],
  ['many wait, the next of them not for long', 10 * waiting, ageMs, false],
  ['few wait, however long', waiting - 1, 100 * ageMs, false],
])('%s', (_, many, nextMs, refused) => {
  expect(isTooMany(many, () => nextMs, LOAD_LIMITS)).toBe(refused);
});

test('of a queue that has aged those are refused that waited longest, the newest is served, and then all are again', async () => {
  const served: string[] = [];
  const turns = new ConnectionTurns(
    ({ url }, response, refused) => {
      served.push(`${url}${refused ? ' refused' : ''}`);
      response.emit('close');
    },
    { waiting: 2, ageMs: -1 },
  );
  const ask = async (url: string): Promise<void> => {
    const response = Object.assign(new EventEmitter(), { closed: false });
    const closed = once(response, 'close');
    turns.add({ url, socket: new Socket() } as IncomingMessage, response as unknown as ServerResponse, () => undefined);
    await closed;
  };
  const first = [ask('/1'), ask('/2'), ask('/3')];
  expect(served).toEqual([]);
  await Promise.all(first);
  await ask('/4');
  expect(served).toEqual(['/1 refused', '/2 refused', '/3', '/4']);
});
