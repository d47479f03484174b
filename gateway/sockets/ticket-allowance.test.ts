import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SampleClock } from '../testing/sample-platform.ts';
import { TicketAllowance } from './ticket-allowance.ts';

const PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const USER = { orgId: 1, userId: 11 };

test('sixty at once, and the next one when the first is a minute old', () => {
  const clock = new SampleClock();
  const allowance = new TicketAllowance(clock, PER_MINUTE);
  const taken = Array.from({ length: PER_MINUTE }, () => allowance.take(USER));
  expect(taken).toEqual(taken.map(() => 0));
  expect(allowance.take(USER)).toBe(60);
  clock.advance(MINUTE_MS - 1);
  expect(allowance.take(USER)).toBe(1);
  clock.advance(1);
  expect(allowance.take(USER)).toBe(0);
});

test.each([
  ['another user', { orgId: 1, userId: 12 }],
  ['a user of the same number in another organisation', { orgId: 2, userId: 11 }],
])('%s has a separate allowance', (_, other) => {
  const allowance = new TicketAllowance(new SampleClock(), 1);
  expect([allowance.take(USER), allowance.take(other), allowance.take(USER)]).toEqual([0, 0, 60]);
});

test('at most sixty in any minute, no refusal below sixty, and one again at the stated time (T46)', () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 4_000 }), times: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = new SampleClock();
      const allowance = new TicketAllowance(clock, PER_MINUTE);
      const mintedAtMs: number[] = [];
      let nowMs = 0;
      for (const { waitMs, times } of steps) {
        clock.advance(waitMs);
        nowMs += waitMs;
        for (let time = 0; time < times; time += 1) {
          const inWindow = mintedAtMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
          const waitS = allowance.take(USER);
          expect(waitS === 0).toBe(inWindow.length < PER_MINUTE);
          if (waitS === 0) mintedAtMs.push(nowMs);
          else expect(waitS).toBe(Math.ceil(((inWindow[0] ?? 0) + MINUTE_MS - nowMs) / 1_000));
        }
      }
    }),
  );
});
