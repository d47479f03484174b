import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../member/exchange/exchange.ts';
import { History } from '../runner/history.ts';
import { playRecords } from '../sequence/play-records.ts';
import { recordSequences } from '../sequence/record-sequence.ts';
import { sequences } from '../sequence/sequence.ts';
import { IDEAL_FIXTURES } from '../testing/ideal/member.ts';
import type { IdealOptions } from '../testing/ideal/scene.ts';
import { playIdeally } from '../testing/ideal/scene.ts';
import { historyOf } from '../testing/sample-history.ts';
import { MUTATIONS } from '../testing/sample-mutations.ts';
import { RECORD_MUTATIONS } from '../testing/sample-record-mutations.ts';
import { SESSION_ADDITIONS } from '../testing/sample-session-additions.ts';
import { orderRow, page, turnedAway } from '../testing/sample-story.ts';
import { chronicleOf } from './chronicle.ts';
import { ANSWER_STATES, RECORD_STATES, reachedStates } from './must-reach.ts';
import { judgeStatements, STATEMENTS } from './statements.ts';
import { walkedPages } from './walked-pages.ts';

/**
 * The two properties: the sequences of each, how they are played, known-bad changes to their histories, and the
 * states to reach.
 */
const PROPERTIES = [
  {
    of: 'answers',
    sequence: sequences(IDEAL_FIXTURES),
    options: {} as IdealOptions,
    mutations: MUTATIONS,
    states: ANSWER_STATES,
  },
  {
    of: 'records',
    sequence: recordSequences(),
    options: { how: playRecords } as IdealOptions,
    mutations: RECORD_MUTATIONS,
    states: RECORD_STATES,
  },
] as const;

/** Of sequences in a round: the first round with the change in it is the last. */
const ROUND = 60;
const MOST_ROUNDS = 100;

describe.each(PROPERTIES)('the property of $of', ({ sequence, options, mutations, states }) => {
  describe('a fault-free member breaks no statement', () => {
    test.each<[string, IdealOptions]>([
      ['with a control plane', { controlled: true, facts: {} }],
      ['without', { controlled: false, facts: {} }],
      ['deployed', { controlled: false, facts: { strict: false, singleMember: false } }],
    ])('%s', async (_, given) => {
      await fc.assert(
        fc.asyncProperty(sequence, async (drawn) => {
          expect(judgeStatements(await playIdeally(drawn, { ...options, ...given }))).toEqual({ verdict: 'pass' });
        }),
        { numRuns: 150 },
      );
    });
  });

  describe('a valid history with one change is found by its statement', () => {
    test.each(mutations)('$breaks: $story', async ({ breaks, mutate }) => {
      const statement = STATEMENTS.find(({ id }) => id === breaks);
      let mutated = 0;
      // Some changes apply to one history in a hundred.
      for (let round = 0; mutated === 0 && round < MOST_ROUNDS; round += 1) {
        await fc.assert(
          fc.asyncProperty(sequence, fc.nat(), async (drawn, pick) => {
            const good = await playIdeally(drawn, options);
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
          { numRuns: ROUND },
        );
      }
      expect(mutated).toBeGreaterThan(0);
    });
  });

  test('sequences reach every state that a run must reach', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(sequence, async (drawn) => {
        const history = await playIdeally(drawn, options);
        for (const state of reachedStates(states, chronicleOf(history))) reached.add(state);
      }),
      { numRuns: 400, seed: 1 },
    );
    expect(states.filter(({ state }) => !reached.has(state))).toEqual([]);
  });
});

/** A statement without a mutation would never be shown to fail. */
test('each statement has its own mutation', () => {
  // There is no ideal member for sessions: the test of their check changes a history written by hand.
  const ofSessions = SESSION_ADDITIONS.map(([, , breaks]) => breaks);
  const broken = new Set([...[...MUTATIONS, ...RECORD_MUTATIONS].map(({ breaks }) => breaks), ...ofSessions]);
  expect(STATEMENTS.filter(({ id }) => !broken.has(id))).toEqual([]);
});

/**
 * A statement is skipped for a target whose contract is older than what it shows; a read before pages existed is of
 * the whole collection.
 */
const [a, b] = [orderRow(1, 'a'), orderRow(2, 'b')];

test.each([
  ['more rows than a limit', '0.12.0', [page('?limit=1', 9, [b, a])], 'pass'],
  ['more rows than a limit', '0.13.0', [page('?limit=1', 9, [b, a])], 'violated'],
  ['orders as they came', '0.12.0', [page('', 9, [a, b])], 'pass'],
  ['orders as they came', '0.13.0', [page('', 9, [a, b])], 'violated'],
  ['another status than the published one', '0.11.4', [turnedAway('a', { status: 409 })], 'pass'],
  ['another status than the published one', '0.12.0', [turnedAway('a', { status: 409 })], 'violated'],
])('%s at %s', (_, rest, samples, verdict) =>
  expect(judgeStatements(historyOf(samples, { rest })).verdict).toBe(verdict),
);

test('before 0.13.0 each page is a first page without a limit', () => {
  const history = historyOf([page('?limit=1&cursor=x', 9, [b, a])], { rest: '0.12.0' });
  expect(walkedPages(chronicleOf(history))).toMatchObject([{ came: 'first', limit: undefined, next: undefined }]);
});
