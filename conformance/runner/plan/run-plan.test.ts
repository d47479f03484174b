import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../contract/requirements.ts';
import { NEWEST_REST } from '../../contract/versions.ts';
import type { Profile } from '../../member/profile/profile.ts';
import { sampleCheck } from '../../testing/stub-run.ts';
import type { Check, Need } from '../check.ts';
import { mostOf, planInWords } from './plan-in-words.ts';
import { depthOf, planRun, type RunPlanOptions } from './run-plan.ts';

const check = (id: string, over: Partial<Check> = {}) => sampleCheck({ id, needs: [], ...over });
const shared: Profile = { baseUrl: 'https://staging.example', principals: {} };
const sandbox: Profile = { ...shared, control: 'http://127.0.0.1:1' };
const target = {
  rest: NEWEST_REST,
  socket: undefined,
  singleMember: true,
  strict: false,
  controlled: false,
  destructive: false,
};
const reach = { fixtures: {}, controlled: false, target };

const planned = (run: readonly Check[], over: Partial<RunPlanOptions> = {}, profile = shared) =>
  planRun({ run, left: [] }, profile, reach, { isOwn: false, seed: 1, ...over });

/** Different for each number, of a few words: a plan takes names with new words first. */
const nameOf = (i: number) => `GET ${[...i.toString(2)].map((bit, at) => (bit === '1' ? `a${at}` : 'b')).join('/')}`;

const family = (id: string, proves: readonly [RequirementId, ...RequirementId[]] = ['ERR-01'], count = 30): Check =>
  check(id, { proves, cases: { of: 'routes', names: () => Array.from({ length: count }, (_, i) => nameOf(i)) } });

describe('a plan', () => {
  test('without a budget takes all cases of all checks', () => {
    const { checks, overBudget, unplanned } = planned([family('test/wide'), check('test/one')]);
    expect(checks.map(({ cases }) => cases?.length)).toEqual([30, undefined]);
    expect([overBudget, unplanned]).toEqual([[], []]);
  });

  test('takes the cheapest case of every requirement before a second one of any', () => {
    const all = [family('test/wide'), check('test/other', { proves: ['RID-02'] })];
    const { checks, sent } = planned(all, { requests: 90 });
    expect(checks.map(({ check: { id } }) => id)).toEqual(['test/wide', 'test/other']);
    expect(checks[0]?.cases?.[0]).toBe(nameOf(0));
    expect(checks[0]?.cases?.length).toBeLessThan(30);
    expect(sent.requests).toBeLessThanOrEqual(90);
  });

  test('names what the budget leaves out', () => {
    const all = [check('test/cheap'), check('test/dear', { proves: ['RID-02'] })];
    const { overBudget, unplanned } = planned(all, { requests: 60 });
    expect([overBudget.length, unplanned.length]).toEqual([1, 1]);
  });

  test('has the runs of a check with generated inputs as its cases, and --runs as they are', () => {
    const generated = check('history/one-sequence-explains-every-answer', {
      given: () => fc.nat(),
      runs: 100,
      leastRuns: 3,
    });
    const runs = (over: Partial<RunPlanOptions>) => planned([generated], over).checks[0]?.runs;
    expect(runs({})).toBeUndefined();
    expect(runs({ requests: 200 })).toBeGreaterThanOrEqual(3);
    expect(runs({ requests: 200 })).toBeLessThan(100);
    expect(planned([generated], { runs: 100, requests: 200 }).checks).toEqual([]);
  });

  test('always has the checks that judge what the run met', () => {
    const closing = check('test/closes', { closes: true });
    expect(planned([closing, check('test/dear')], { requests: 1 }).checks.map((one) => one.check)).toEqual([closing]);
  });

  test.each<[string, number, boolean]>([
    ['shorter than the wait of a check leaves it out', 60_000, false],
    ['longer takes it', 120_000, true],
  ])('a time budget that is %s', (_, timeBudgetMs, isIn) => {
    const waiting = check('test/waits', { waits: { ms: 61_000, for: 'a minute' } });
    expect(planned([waiting], { timeBudgetMs }).checks.length > 0).toBe(isIn);
  });
});

test('a time budget of a minute plans at most the tickets that one principal may have in a minute', () => {
  const minting = check('tkt/opens-one-session-once', {
    cases: { of: 'uses', names: () => Array.from({ length: 200 }, (_, i) => `${i}`) },
  });
  const tickets = (timeBudgetMs: number) => {
    const profile = { ...shared, limits: { requestsPerSecond: 1_000 } };
    return planned([minting, check('tkt/no-signing-key')], { timeBudgetMs }, profile).sent.tickets;
  };
  expect(tickets(60_000)).toBeGreaterThan(20);
  expect(tickets(60_000)).toBeLessThanOrEqual(55);
  expect(tickets(240_000)).toBeGreaterThan(150);
});

test('a normal run takes what can be sent while its longest wait lasts, and no less than at a slow pace', () => {
  const waiting = check('test/waits', { waits: { ms: 75_000, for: 'a token to end' } });
  const all = [family('err/method-not-allowed', ['ERR-01'], 5_000), waiting];
  const at = (requestsPerSecond: number) =>
    planned(all, { depth: 'normal', roundTripMs: 1 }, { ...shared, limits: { requestsPerSecond } }).sent.requests;
  expect(at(5)).toBeLessThanOrEqual(1_600);
  expect(at(50)).toBeGreaterThan(2_500);
  expect(at(50)).toBeLessThan(75 * 50);
});

describe('the default depth', () => {
  test.each([
    ['normal of a target that others use', shared, 'normal'],
    ['thorough of a sandbox', sandbox, 'thorough'],
  ] as const)('is %s', (_, profile, depth) => expect(depthOf(profile)).toBe(depth));
});

describe('a forecast', () => {
  const many = [family('err/method-not-allowed', ['ERR-01'], 900)];
  const seconds = (over: Partial<RunPlanOptions>, profile = shared) => planned(many, over, profile).seconds;

  test('follows the pace', () => {
    const slower = { ...shared, limits: { requestsPerSecond: 2.5 } };
    expect(seconds({}, slower) / seconds({})).toBeCloseTo(2, 0);
  });

  test('follows the link and the lanes, where they are slower than the pace', () => {
    const fast = (requestsAtOnce: number) => ({ ...shared, limits: { requestsPerSecond: 1_000, requestsAtOnce } });
    expect(seconds({ roundTripMs: 200 }, fast(4)) / seconds({ roundTripMs: 200 }, fast(8))).toBeCloseTo(2, 0);
    expect(seconds({ roundTripMs: 200 }, fast(4)) / seconds({ roundTripMs: 100 }, fast(4))).toBeCloseTo(2, 0);
  });

  test('is no shorter than the longest wait', () => {
    const waiting = check('test/waits', { waits: { ms: 90_000, for: 'a minute' } });
    expect(planned([waiting]).seconds).toBeGreaterThanOrEqual(90);
    expect(planned([waiting], { isOwn: true }).seconds).toBeLessThan(10);
  });

  test.each([
    ['that one principal mints', {}, 2],
    ['that are spread over two', { throttled: { token: 'x' } }, 1],
  ])('has the minutes of tickets %s', (_, named, minutes) => {
    const profile = { ...shared, limits: { requestsPerSecond: 1_000 }, principals: named };
    const minting = ['tkt/limit-is-reached', 'tkt/made-up-ticket'].map((id) => check(id));
    const [first, second] = minting as [Check, Check];
    const all = [{ ...first, mintsAs: 'throttled' as const }, ...Array.from({ length: 30 }, () => second)];
    const { seconds } = planned(all, {}, profile);
    expect(Math.floor(seconds / 60)).toBe(minutes);
  });

  test('of a time budget counts what is over before the plan is made', () => {
    const [left, spent] = [{ timeBudgetMs: 50_000 }, { timeBudgetMs: 60_000, spentMs: 10_000 }];
    expect(planned(many, spent).budget).toBe(planned(many, left).budget);
  });

  test('of a plan for a time budget is within it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 600 }), (budget) => {
        expect(seconds({ timeBudgetMs: budget * 1_000 })).toBeLessThanOrEqual(budget);
      }),
    );
  });
});

describe('in words', () => {
  const telling = { profile: shared, isOwn: false, seed: 7, details: false, thoroughSeconds: 1_500 };
  const words = (run: readonly Check[], over: Partial<RunPlanOptions> = {}, of: Partial<typeof telling> = {}) => {
    const runPlan = planned(run, over);
    return planInWords(runPlan, { ...telling, most: mostOf(runPlan, shared, 600_000), ...of }).join('\n');
  };

  test('states the depth, the seed, the pace, the time, and what is written', () => {
    expect(words([check('test/one')], { depth: 'normal' })).toMatch(
      /^Plan: 1 check \(normal, seed 7\), about \d+ requests \(at most \d+\), .*; 5 requests a second, 4 at a time; about \d+ s\.\n {4}Nothing is written/,
    );
    expect(words([check('test/one', { needs: ['writes'] })])).toMatch(/orders? and \d+ rows made/);
  });

  test('says before the first request what the budget leaves out, and how long all takes', () => {
    const all = [check('test/cheap'), check('test/dear', { proves: ['RID-02'] })];
    expect(words(all, { requests: 60 })).toMatch(
      /The budget of 60 requests leaves out 1 requirement and 1 check; --depth thorough takes all, in about 25 min 0 s\./,
    );
    expect(words(all, { requests: 60 }, { details: true })).toMatch(/leaves out 1 requirement \(RID-0[12]\)/);
    expect(words(all)).not.toMatch(/leaves out/);
    expect(words([family('test/wide')], { requests: 90 })).toMatch(
      /leaves out 0 requirements and 0 checks, and \d+ cases of those that run; --depth thorough/,
    );
  });

  test.each<[string, readonly Need[], boolean, boolean]>([
    ['halts all instances', ['algos', 'destructive'], false, true],
    ['writes on its own instance', ['algos', 'writes'], false, false],
    ['halts those of its own sandbox', ['algos', 'destructive'], true, false],
  ])('says beforehand that standing algo instances are stopped: a check that %s', (_, needs, isOwn, isSaid) =>
    expect(words([check('test/halts', { needs })], { isOwn }, { isOwn }).includes('/algos/halt')).toBe(isSaid),
  );
});

describe('the upper bounds', () => {
  const most = (needs: readonly Need[], timeBudgetMs = 600_000) =>
    mostOf(planned([check('ord/submit-serves-the-order-row', { needs })]), shared, timeBudgetMs);

  test('leave room for a member that settles late, at the pace of the profile', () => {
    expect(most([]).requests).toBeGreaterThan(10 * planned([check('ord/submit-serves-the-order-row')]).sent.requests);
    const many = planned([family('err/method-not-allowed', ['ERR-01'], 900)]);
    expect(mostOf(many, shared, 1_000).requests).toBe(5 * (1 + 120));
  });

  test('allow a few writes where none is meant: a member may accept what it must refuse', () => {
    expect(most([]).orders).toBe(20);
    expect(most(['writes']).orders).not.toBe(20);
  });
});
