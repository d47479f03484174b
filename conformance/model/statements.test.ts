import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { History } from '../runner/history.ts';
import type { Exchange } from '../target/exchange.ts';
import { chronicleOf } from './chronicle.ts';
import { IDEAL_FIXTURES } from './ideal-member.ts';
import { playIdeally } from './ideal-scene.ts';
import { MUST_REACH, reachedStates } from './must-reach.ts';
import { MUTATIONS } from './sample-mutations.ts';
import { sequences } from './sequence/sequence.ts';
import { judgeStatements, STATEMENTS } from './statements.ts';

const sequence = sequences(IDEAL_FIXTURES);

describe('a member without a fault breaks no statement', () => {
  test.each([
    ['with a control plane', { controlled: true, facts: {} }],
    ['without', { controlled: false, facts: {} }],
    ['deployed', { controlled: false, facts: { strict: false, singleMember: false } }],
  ])('%s', async (_, options) => {
    await fc.assert(
      fc.asyncProperty(sequence, async (given) => {
        expect(judgeStatements(await playIdeally(given, options))).toEqual({ verdict: 'pass' });
      }),
      { numRuns: 150 },
    );
  });
});

/** A statement that no mutation is for would be one that nothing shows to bite. */
test('each statement has a mutation of its own', () => {
  const broken = new Set(MUTATIONS.map(({ breaks }) => breaks));
  expect(STATEMENTS.filter(({ id }) => !broken.has(id))).toEqual([]);
});

describe('a good history with one thing changed is found by its statement', () => {
  test.each(MUTATIONS)('$breaks: $story', async ({ breaks, mutate }) => {
    const statement = STATEMENTS.find(({ id }) => id === breaks);
    let mutated = 0;
    await fc.assert(
      fc.asyncProperty(sequence, fc.nat(), async (given, pick) => {
        const good = await playIdeally(given);
        const places = mutate(good);
        const bad = places[pick % places.length];
        if (bad === undefined) return;
        mutated += 1;
        const changed = new Map<number, Exchange>(bad.map((e) => [e.n, e]));
        const history = new History(
          [...good.exchanges.map((e) => changed.get(e.n) ?? e), ...bad.filter((e) => e.n > good.exchanges.length)],
          good.target,
        );
        expect(statement?.judge(chronicleOf(history)).verdict).toBe('violated');
        expect(judgeStatements(history).verdict).toBe('violated');
      }),
      { numRuns: 300 },
    );
    expect(mutated).toBeGreaterThan(0);
  });
});

test('sequences come to every state that a run must reach', async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(sequence, async (given) => {
      for (const state of reachedStates(chronicleOf(await playIdeally(given)))) reached.add(state);
    }),
    { numRuns: 400, seed: 1 },
  );
  expect(MUST_REACH.filter(({ state }) => !reached.has(state))).toEqual([]);
});
