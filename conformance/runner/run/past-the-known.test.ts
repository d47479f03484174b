/** With a baseline a check searches further: known failures must not hide new ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { status } from '../../member/exchange/exchange.ts';
import { ranCheck, sampleCheck } from '../../testing/stub-run.ts';
import type { Check } from '../check.ts';
import type { History } from '../history.ts';
import { allOf, blaming, pass, violated } from '../judgement.ts';
import type { FailingRun } from './failing-run.ts';
import type { IsKnownClause } from './tally.ts';

const PATHS = ['/me', '/orders', '/executions'] as const;

const is200 = (history: History) =>
  allOf(...history.exchanges.map((e) => (status(e) === 200 ? pass : violated('200', e))));

/** Each run takes one path, all equally likely. */
const generated = sampleCheck({
  given: () => fc.constantFrom(...PATHS),
  drive: async ({ trader }, path) => void (await trader.get(String(path))),
  judge: is200,
});

const allAtOnce: Pick<Check, 'drive'> = {
  async drive({ trader }) {
    for (const path of PATHS) await trader.get(path);
  },
};

const atOnce = sampleCheck({
  ...allAtOnce,
  judge: (history) =>
    allOf(...history.exchanges.map((e) => (status(e) === 200 ? pass : violated(`200 of ${e.request.path}`, e)))),
});

async function broken(of: Check, bad: readonly string[], isKnown?: IsKnownClause) {
  const failing: FailingRun[] = [];
  const onFailing = (runs: readonly FailingRun[]) => runs.forEach((run) => void failing.push(run));
  const member = ({ path }: { readonly path: string }) => ({ status: bad.includes(path) ? 404 : 200 });
  const { row } = await ranCheck(of, member, { isKnown, onFailing });
  return { row, failing, clauses: row.broken?.map(({ clause }) => clause).toSorted() };
}

const knows =
  (...paths: readonly string[]): IsKnownClause =>
  (_, clause) =>
    paths.some((path) => clause.startsWith(`GET ${path}: `));

describe('a check with generated inputs', () => {
  test('ends at the first failure without a baseline', async () =>
    expect((await broken(generated, PATHS)).clauses).toHaveLength(1));

  test('continues past known failures to a new one, and shows that', async () => {
    const { row, clauses } = await broken(generated, PATHS.slice(0, 2), knows('/me'));
    expect(clauses).toEqual(['GET /me: 200', 'GET /orders: 200']);
    expect(row.counterexample?.given).toBe('"/orders"');
  });

  test('completes its inputs where every failure is known', async () => {
    const { row, clauses } = await broken(generated, PATHS, knows(...PATHS));
    expect([row.verdict, clauses?.length]).toEqual(['fail', 3]);
  });
});

test('a check that sees several broken clauses at once names each of them', async () => {
  const { clauses } = await broken(atOnce, PATHS.slice(1));
  expect(clauses).toEqual(['GET /executions: 200 of /executions', 'GET /orders: 200 of /orders']);
});

describe('an accepted and a new failure of one drive', () => {
  test('the new one is shown: what was expected, the request, and the run that a scenario is made of', async () => {
    const { row, failing } = await broken(atOnce, PATHS.slice(1), knows('/orders'));
    const { expected, seen, curl, clause } = row.counterexample ?? {};
    expect({ expected, seen, clause }).toEqual({
      expected: '200 of /executions',
      seen: 'GET /executions by trader: 404, no body',
      clause: 'GET /executions: 200 of /executions',
    });
    expect(curl).toContain('/executions');
    expect(row.reason).toContain('/executions');
    expect(failing.map(({ trial }) => trial.judgement.expected)).toEqual(['200 of /executions']);
  });

  test('of one expectation on two routes: an accepted route hides no other', async () => {
    const same = sampleCheck({ ...allAtOnce, judge: is200 });
    const { row, clauses } = await broken(same, PATHS.slice(1), knows('/orders'));
    expect(clauses).toEqual(['GET /executions: 200', 'GET /orders: 200']);
    expect(row.counterexample?.clause).toBe('GET /executions: 200');
  });

  test('of two requirements: the scenario is of the newly broken requirement', async () => {
    const two = sampleCheck({
      ...allAtOnce,
      proves: ['RID-01', 'RID-02'],
      judge: (history: History) =>
        allOf(
          ...history.exchanges.map((e) =>
            blaming(status(e) === 200 ? pass : violated('200', e), e.request.path === '/orders' ? 'RID-01' : 'RID-02'),
          ),
        ),
    });
    const { failing } = await broken(two, PATHS.slice(1), (requirement) => requirement === 'RID-01');
    expect(failing.map(({ breaks }) => breaks)).toEqual([['RID-02']]);
  });
});
