import { expect, test } from 'vitest';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { TicketRoom } from './ticket-room.ts';

function room(rate: number) {
  let nowMs = 0;
  const stopwatch = { nowMs: () => nowMs } as Stopwatch;
  return {
    room: new TicketRoom(stopwatch, rate),
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

function asked(of: TicketRoom, times: number, user = 'trader'): void {
  for (let i = 0; i < times; i += 1) of.asked(user);
}

test('there is room until 25 tickets of one user were minted within a minute', () => {
  const { room: of } = room(0);
  asked(of, 25);
  asked(of, 25, 'viewer');
  expect(of.missingMs()).toBe(0);
  asked(of, 1);
  expect(of.missingMs()).toBe(60_001);
});

test('moving a clock makes room, a stopped clock does not', () => {
  const { room: of, pass } = room(0);
  asked(of, 40);
  pass(120_000);
  expect(of.missingMs()).toBe(60_001);
  of.moved(60_001);
  expect(of.missingMs()).toBe(0);
});

test('a running clock makes room at its own rate', () => {
  const { room: of, pass } = room(10);
  asked(of, 26);
  pass(1_000);
  expect(of.missingMs()).toBe(50_001);
});

test('of many tickets the newest 25 may remain', () => {
  const { room: of, pass } = room(1);
  asked(of, 10);
  pass(5_000);
  asked(of, 25);
  expect(of.missingMs()).toBe(55_001);
});

test('a reset clears the count', () => {
  const { room: of } = room(0);
  asked(of, 60);
  of.forget();
  expect(of.missingMs()).toBe(0);
});
