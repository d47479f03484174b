import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ConnectionTurns } from './connection-turns.ts';
import { LOAD_LIMITS, LoadGauge } from './load-gauge.ts';

const { waiting, ageMs, patienceMs } = LOAD_LIMITS;

test.each([
  ['many wait, and the next of them for long, and that for a while', waiting, ageMs + 1, patienceMs, true],
  ['many wait, the next of them not for long', 10 * waiting, ageMs, patienceMs, false],
  ['few wait, however long', waiting - 1, 100 * ageMs, patienceMs, false],
  ['many wait for long, but not yet for a while', 10 * waiting, 100 * ageMs, patienceMs - 1, false],
])('%s', (_, many, nextMs, lastsMs, refused) => {
  let nowMs = 1_000_000;
  const gauge = new LoadGauge(LOAD_LIMITS, () => nowMs);
  gauge.note(many, nowMs - nextMs);
  nowMs += lastsMs;
  expect(gauge.isOver(many, nowMs - nextMs)).toBe(refused);
});

test('what was past the limits, and is not any more, begins anew', () => {
  let nowMs = 0;
  const gauge = new LoadGauge(LOAD_LIMITS, () => nowMs);
  gauge.note(waiting, -ageMs - 1);
  nowMs = patienceMs / 2;
  gauge.note(0, undefined);
  nowMs = patienceMs;
  gauge.note(waiting, 0);
  expect(gauge.isOver(waiting, 0)).toBe(false);
});

test.each([
  ['less long', patienceMs - 1, true],
  ['as long', patienceMs, false],
])(
  'what was refused for a while is refused at once again, if it was within the limits for %s',
  (_, calmMs, refused) => {
    let nowMs = 0;
    const gauge = new LoadGauge(LOAD_LIMITS, () => nowMs);
    const old = () => [waiting, nowMs - ageMs - 1] as const;
    gauge.note(...old());
    nowMs = patienceMs;
    gauge.note(...old());
    nowMs += calmMs;
    gauge.note(0, undefined);
    nowMs += 1;
    gauge.note(...old());
    expect(gauge.isOver(...old())).toBe(refused);
  },
);

test('of a queue that has aged those are refused that waited longest, the newest is served, and then all are again', async () => {
  const served: string[] = [];
  const turns = new ConnectionTurns(
    ({ url }, response, refused) => {
      served.push(`${url}${refused ? ' refused' : ''}`);
      response.emit('close');
    },
    { waiting: 2, ageMs: -1, patienceMs: 0 },
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
