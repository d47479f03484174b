import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionSequences } from './session-sequence.ts';

const drawn = fc.sample(sessionSequences(), { numRuns: 1_000, seed: 1 });
const told = drawn.map((sequence) => [...sequence].map(String));

test('3 to 12 commands', () => {
  const lengths = told.map(({ length }) => length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 12]);
});

test('each begins with a session or a ticket', () => {
  for (const [first] of told) expect(first).toMatch(/opens a session$|mints a ticket$/);
});

/**
 * Each is drawn so often that a run of sixty sequences misses it at most once in a thousand: the check has to reach
 * it.
 */
test.each([
  ['the limit of tickets', /mints 62 tickets/],
  ['a ticket that is spent again', /and spent again after/],
  ['a ticket that has expired', /spent when it has expired/],
  ['renewals, and the end of the lease', /is authorised with .* end of the newest session/],
  ['a grant that was cleared', /may not trade any more/],
  ['an end while an order waits', /while an order waits for its verdict/],
  ['one order both ways', /one order goes/],
  ['access revoked before the first frame', /disabled between the handshake and the first frame/],
  ['a frame that cannot be read', /session is sent/],
  ['ops at once', /asked, at once/],
])('%s is drawn often', (_, words) => {
  const share = told.filter((commands) => commands.some((one) => words.test(one))).length / told.length;
  expect(share).toBeGreaterThan(0.108);
});

test('the same seed yields the same words', () => {
  const again = fc.sample(sessionSequences(), { numRuns: 20, seed: 1 });
  expect(again.map(String)).toEqual(drawn.slice(0, 20).map(String));
});
