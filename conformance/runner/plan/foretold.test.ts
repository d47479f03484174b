import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check, Need } from '../check.ts';
import { pass } from '../judgement.ts';
import { foretold, foretoldLines } from './foretold.ts';

const check = (id: string, needs: readonly Need[] = []): Check => {
  return { id, proves: ['RID-01'], title: '', needs, drive: async () => {}, judge: () => pass };
};
const shared = { baseUrl: 'https://staging.example', principals: {} };
const planned = {
  run: [check('ord/submit-serves-the-order-row'), check('test/that-no-table-has')],
  left: [
    {
      check: check('bal/x'),
      verdict: 'not-exercised' as const,
      reasons: ['no viewer'],
      reason: 'no viewer',
      lacks: [],
    },
  ],
};

test('a plan limits what the checks send, with room for a member that settles late, at the pace of the profile', () => {
  const own = foretold(planned, { ...shared, control: 'http://127.0.0.1:1' }, { isOwn: true });
  const plan = foretold(planned, shared, { isOwn: false });
  expect(plan.sent.requests).toBeGreaterThan(10 * own.sent.requests);
  expect(foretold(planned, shared, { isOwn: false, timeBudgetMs: 1_000 }).sent.requests).toBe(5 * (1 + 120));
  expect(own.sent.requests).toBeGreaterThan(50);
  expect(plan.seconds).toBe(Math.ceil(own.sent.requests / 5));
  expect(foretold(planned, { ...shared, limits: { requestsPerSecond: 1 } }, { isOwn: false }).seconds).toBe(
    own.sent.requests,
  );
});

const writing = { ...planned, run: planned.run.map((one): Check => ({ ...one, needs: ['writes'] })) };

test('a plan states the pace, what is written, and what is left out and why', () => {
  const plan = foretold(writing, shared, { isOwn: false });
  expect(foretoldLines(plan, false).join('\n')).toMatch(
    /^Plan: 2 checks, at most \d+ requests, .*; 5 requests a second, 4 at a time; about \d+ s\.\n.*orders? and \d+ rows made; .*\n.*1 check is left out; --plan says why\.$/,
  );
  expect(foretoldLines(plan, true).at(-1)).toMatch(/1 check: no viewer$/);
  const reading = { ...planned, run: [check('rid/sent-request-id-is-echoed')] };
  expect(foretoldLines(foretold(reading, shared, { isOwn: false }), false)[1]).toMatch(/Nothing is written/);
});

test('a plan says that the time budget is too small, and how much would do', () => {
  const words = (timeBudgetMs: number) =>
    foretoldLines(foretold(planned, shared, { isOwn: false, timeBudgetMs }), false).join('\n');
  expect(words(5_000)).toMatch(
    /The time budget of 5 s is not enough: about 1 check is not reached\. --time-budget 1m is\./,
  );
  expect(words(600_000)).not.toMatch(/time budget/);
});

test('fewer runs send less: of histories on a shared target, and with --runs', () => {
  const history: Check = {
    ...check('history/one-sequence-explains-every-answer', ['writes']),
    runs: 100,
    sharedRuns: 25,
  };
  const generated = { run: [{ ...history, given: () => fc.nat() }], left: [] };
  const orders = (profile: Profile, runs?: number) => foretold(generated, profile, { isOwn: true, runs }).sent.orders;
  const usual = orders({ ...shared, control: 'http://127.0.0.1:1' });
  expect(usual).toBeGreaterThan(100);
  expect(orders(shared)).toBe(Math.ceil(usual / 4));
  expect(orders(shared, 50)).toBe(Math.ceil(usual / 2));
  expect(orders({ ...shared, limits: { runs: 100 } })).toBe(usual);
});

test.each<[string, readonly Need[], boolean, boolean]>([
  ['halts all instances', ['algos', 'destructive'], false, true],
  ['writes on its own instance', ['algos', 'writes'], false, false],
  ['halts those of a sandbox of its own', ['algos', 'destructive'], true, false],
])('a plan says beforehand that standing algo instances are stopped: a check that %s', (_, needs, isOwn, isSaid) => {
  const plan = foretold({ run: [check('test/halts', needs)], left: [] }, shared, { isOwn });
  expect(foretoldLines(plan, false).some((line) => line.includes('/algos/halt'))).toBe(isSaid);
});
