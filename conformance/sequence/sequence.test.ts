import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finerThan } from './order-steps.ts';
import { orderSequences } from './sequences.ts';
import { sessionSequences } from './session-stories.ts';

const arbitrary = orderSequences({ unpricedInstrument: { id: 3, symbol: 'UNPRICED' } });
const wordsOf = (sequence: Iterable<object>): readonly string[] => [...sequence].map(String);

test('3 to 12 commands, of which about every third uses a key again', () => {
  const drawn = fc.sample(arbitrary, { numRuns: 500, seed: 1 }).map(wordsOf);
  const lengths = drawn.map(({ length }) => length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 12]);
  const again = drawn.flat().filter((words) => /again|both under|at once/.test(words)).length;
  expect(again / drawn.flat().length).toBeCloseTo(0.33, 1);
});

test('without an unpriced instrument no step needs one', () => {
  const words = fc.sample(orderSequences({}), { numRuns: 500, seed: 1 }).flatMap(wordsOf);
  expect(words.filter((one) => one.includes('without a quote'))).toEqual([]);
});

test('seed and path alone reproduce a counterexample, and it is described in words', () => {
  const property = fc.property(arbitrary, (sequence) => !wordsOf(sequence).some((words) => words.includes('cursors')));
  const found = fc.check(property, { seed: 7, numRuns: 500 });
  expect(fc.stringify(found.counterexample?.[0])).toMatch(
    /^1\. (trader|admin|outsider) sends cursors that are not for it$/,
  );
  const again = fc.check(property, { seed: 7, path: found.counterexamplePath ?? '' });
  expect(String(again.counterexample?.[0])).toBe(String(found.counterexample?.[0]));
});

const drawn = fc.sample(sessionSequences(), { numRuns: 1_000, seed: 1 });
const inWords = drawn.map((sequence) => [...sequence].map(String));

test('3 to 12 commands', () => {
  const lengths = inWords.map(({ length }) => length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 12]);
});

test('each begins with a session or a ticket', () => {
  for (const [first] of inWords) expect(first).toMatch(/opens a session$|mints a ticket$/);
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
  ['a grant that was cleared', /may no longer trade/],
  ['an end while an order waits', /while an order waits for its verdict/],
  ['one order both ways', /one order is sent/],
  ['access revoked before the first frame', /disabled between the handshake and the first frame/],
  ['a frame that cannot be read', /session is sent (no JSON|an array|no op|a reqId)/],
  ['ops at once', /is sent, at once/],
])('%s is drawn often', (_, words) => {
  const share = inWords.filter((commands) => commands.some((one) => words.test(one))).length / inWords.length;
  expect(share).toBeGreaterThan(0.108);
});

test('the same seed yields the same words', () => {
  const again = fc.sample(sessionSequences(), { numRuns: 20, seed: 1 });
  expect(again.map(String)).toEqual(drawn.slice(0, 20).map(String));
});

test.each([
  ['0.01', '100.00', '100.001'],
  ['0.01', '100', '100.001'],
  ['0.0001', '1', '1.00001'],
  ['5', '10', '10.1'],
  ['0.5', '10.25', '10.251'],
])('one place finer than the grid %s: %s gives %s', (grid, value, finer) => expect(finerThan(grid, value)).toBe(finer));
