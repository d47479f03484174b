import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chronicleOf } from '../model/chronicle.ts';
import { IDEAL_FIXTURES } from '../model/ideal/member.ts';
import { playIdeally } from '../model/ideal/scene.ts';
import { oneEffect } from '../model/statements/keys/t11-one-effect.ts';
import type { Sequence } from './sequence.ts';
import { sequences } from './sequence.ts';

const arbitrary = sequences(IDEAL_FIXTURES);
const wordsOf = (sequence: Sequence): readonly string[] => [...sequence].map(String);

test('3 to 12 commands, of which about every third uses a key again', () => {
  const drawn = fc.sample(arbitrary, { numRuns: 500, seed: 1 }).map(wordsOf);
  const lengths = drawn.map(({ length }) => length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 12]);
  const again = drawn.flat().filter((words) => /again|both under|at once/.test(words)).length;
  expect(again / drawn.flat().length).toBeCloseTo(0.33, 1);
});

test('without an unpriced instrument no step needs one', () => {
  const { unpricedInstrument: _, ...fixtures } = IDEAL_FIXTURES;
  const words = fc.sample(sequences(fixtures), { numRuns: 500, seed: 1 }).flatMap(wordsOf);
  expect(words.filter((one) => one.includes('without a quote'))).toEqual([]);
});

test('seed and path alone reproduce a counterexample, and it is described in words', async () => {
  const property = fc.asyncProperty(arbitrary, async (sequence) => {
    const history = await playIdeally(sequence);
    return !history.exchanges.some((e) => e.request.path.includes('cursor=no-cursor'));
  });
  const found = await fc.check(property, { seed: 7, numRuns: 500 });
  expect(fc.stringify(found.counterexample?.[0])).toMatch(
    /^1\. (trader|admin|outsider) sends cursors that are not for it$/,
  );
  const again = await fc.check(property, { seed: 7, path: found.counterexamplePath ?? '' });
  expect(String(again.counterexample?.[0])).toBe(String(found.counterexample?.[0]));
});

test('keys are used again, and no organisation has two orders of one key', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sequence) => {
      const chronicle = chronicleOf(await playIdeally(sequence));
      expect(oneEffect.judge(chronicle).verdict).toBe('pass');
      expect(chronicle.keys.length).toBeLessThanOrEqual(8);
    }),
    { numRuns: 100 },
  );
});
