import { describe, expect, test } from 'vitest';
import { REQUIREMENTS } from '../../contract/requirements.ts';
import { status } from '../../member/exchange/exchange.ts';
import { gets, ranAll, sampleCheck } from '../../testing/stub-run.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import type { Check } from '../check.ts';
import { exitStatus } from '../gate/exit-status.ts';
import type { Judgement } from '../judgement.ts';
import { inconclusive, pass, violated } from '../judgement.ts';
import { SelectionProblem } from '../plan/plan.ts';
import { VERDICTS } from '../record/run-record.ts';
import type { RunOptions } from './run.ts';
import { sessionFor } from './run-check.ts';
import { trial } from './trial.ts';

const good = sampleCheck({
  id: 'test/good',
  drive: gets('/me'),
  judge: (history) => (status(history.one('it')) === 200 ? pass : violated('200', history.one('it'))),
});
const bad = sampleCheck({
  id: 'test/bad',
  proves: ['RID-01', 'RID-02'],
  drive: gets('/me'),
  judge: (history) => violated('something else', history.one('it')),
});
const doubtful = sampleCheck({ id: 'test/doubt', proves: ['RID-03'], judge: () => inconclusive('?') });
const broken = sampleCheck({ id: 'test/fault', proves: ['RID-03'], drive: () => Promise.reject(new Error('oh')) });
const lacking = sampleCheck({ id: 'test/lack', proves: ['RID-03'], needs: ['viewer'] });

const profile = { limits: { requestsAtOnce: 1 } };
const ran = async (checks: readonly Check[], over: Partial<RunOptions> = {}) =>
  (await ranAll(checks, undefined, { profile, ...over })).record;

describe('the exit status', () => {
  const spent = { timeBudgetMs: 0 };
  const aborted = { signal: AbortSignal.abort() };
  test.each<[string, readonly Check[], Partial<RunOptions>, number]>([
    ['conforming', [good, lacking], {}, 0],
    ['a failure', [good, bad], {}, 1],
    ['a failure, with whatever other verdicts', [bad, broken, doubtful], {}, 1],
    ['a fault of the suite', [good, broken, doubtful], {}, 2],
    ['an inconclusive check', [good, doubtful], {}, 3],
    ['nothing exercised', [lacking], {}, 3],
    ['no check at all', [], {}, 3],
    ['the time budget', [good], spent, 4],
    ['an interruption', [good], aborted, 4],
  ])('%s', async (_, checks, over, code) => expect(exitStatus(await ran(checks, over))).toBe(code));
});

describe('the record', () => {
  test('has one row for every requirement, in order, and a reason where nothing was judged', async () => {
    const { requirements, summary } = await ran([good, bad, lacking]);
    expect(requirements.map(({ id }) => id)).toEqual(REQUIREMENTS.map(({ id }) => id));
    const row = (id: string) => requirements.find((found) => found.id === id);
    const depth = { seen: 2, known: 2 };
    expect(row('RID-01')).toEqual({
      ...{ id: 'RID-01', verdict: 'fail', checks: ['test/good', 'test/bad'], exercised: 2, depth },
    });
    expect(row('RID-03')).toMatchObject({
      verdict: 'not-exercised',
      reason: 'the profile names no principal viewer',
      exercised: 0,
    });
    expect(row('SVC-01')).toMatchObject({ verdict: 'not-exercised', reason: 'no check proves it yet', checks: [] });
    for (const { verdict, reason } of requirements) expect(verdict === 'fail' || reason !== undefined).toBe(true);
    expect(Object.values(summary).reduce((a, b) => a + b)).toBe(REQUIREMENTS.length);
    expect(Object.keys(summary).sort()).toEqual([...VERDICTS].sort());
  });

  test('has the fields that others rely on', async () => {
    const record = await ran([bad]);
    expect(record).toMatchObject({
      schema: 1,
      tool: { name: 'touchstone', version: '0.0.0' },
      run: {
        seed: 1,
        target: { baseUrl: 'http://stub.example', contract: { rest: '0.14.0', socket: null } },
        requests: 3,
        stopped: null,
      },
      verdict: 'fail',
      checks: [{ id: 'test/bad', runs: 1, counterexample: { seed: 1, path: null, given: null } }],
    });
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  test('keeps the order of the checks, whether run or left out', async () => {
    expect((await ran([lacking, good, doubtful])).checks.map(({ id }) => id)).toEqual([
      'test/lack',
      'test/good',
      'test/doubt',
    ]);
  });
});

describe('a run that ends early', () => {
  test('says of each remaining check that it was not started', async () => {
    const { run: runRow, checks } = await ran([good, bad], { signal: AbortSignal.abort() });
    expect(runRow.stopped).toBe('interrupted');
    expect(checks.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['not-exercised', 'the run was interrupted before it'],
      ['not-exercised', 'the run was interrupted before it'],
    ]);
  });

  test('keeps what was judged before, and cuts off the running check', async () => {
    const interruption = new AbortController();
    const hanging = sampleCheck({
      id: 'test/hang',
      proves: ['RID-03'],
      drive: () => {
        interruption.abort();
        return new Promise(() => {});
      },
    });
    const { run: runRow, checks } = await ran([good, hanging, bad], { signal: interruption.signal });
    expect(runRow.stopped).toBe('interrupted');
    expect(checks.map(({ verdict }) => verdict)).toEqual(['pass', 'inconclusive', 'not-exercised']);
  });
});

test('a path is refused unless exactly one check is selected', () =>
  expect(ran([good, bad], { path: '0:1' })).rejects.toThrow(SelectionProblem));

test('a check that judges what the run met runs last, and sees the busy answers of all others', async () => {
  const order: string[] = [];
  const asking = sampleCheck({
    id: 'test/z-asks',
    async drive({ trader }) {
      order.push('asks');
      await trader.get('/me');
    },
  });
  const closing = sampleCheck({
    id: 'test/a-closes',
    proves: ['ERR-10'],
    closes: true,
    async drive({ recall }) {
      order.push('closes');
      recall('busy');
    },
    judge: (history) => violated('a Retry-After', history.labelled('met busy')),
  });
  const body = JSON.stringify({ error: { code: 'NOT_PRIMED' } });
  const { record } = await ranAll([closing, asking], () => ({ status: 503, body }), { profile });
  expect(order).toEqual(['asks', 'closes']);
  expect(record.checks[0]).toMatchObject({ id: 'test/a-closes', verdict: 'fail', closes: true, sent: { requests: 0 } });
  expect(record.checks[0]?.evidence.length).toBeGreaterThan(0);
});

test('progress is reported before and after each check', async () => {
  const progress: string[] = [];
  await ran([good, bad], {
    onProgress: (p) => progress.push(p.kind === 'begun' ? `${p.check}?` : `${p.row.id} ${p.row.verdict}`),
  });
  expect(progress).toEqual(['test/good?', 'test/good pass', 'test/bad?', 'test/bad fail']);
});

test('a check that waits for the others sends the last request of the run', async () => {
  const waiting = sampleCheck({
    id: 'test/waits',
    proves: ['RID-02'],
    waits: { ms: 0, for: 'the others' },
    async drive({ trader, othersDone }) {
      await trader.get('/first');
      await othersDone();
      await trader.get('/last');
    },
  });
  const { requests } = await ranAll([waiting, good, doubtful, { ...good, id: 'test/also-good' }]);
  expect(requests.map(({ path }) => path)).toEqual(['/first', '/me', '/me', '/last']);
});

describe('what a report shows besides verdicts', () => {
  const recordOf = (judge: Check['judge']) => ran([{ ...good, judge }]);

  test('when each check began, what it needs, and the trace of what was sent', async () => {
    const record = await recordOf(() => pass);
    expect(record.checks[0]).toMatchObject({ needs: ['trader'], startedAtMs: expect.any(Number) });
    expect(record.run.timeline?.points.length).toBeGreaterThan(0);
    expect(record.run.latency?.routes.map(({ route }) => route)).toContain('GET /me');
  });

  test.each<[string, Check['judge'], true | undefined]>([
    ['asks for it', ({ target }) => (target.strict ? pass : pass), true],
    ['does not', ({ target }) => (target.singleMember ? pass : pass), undefined],
  ])('whether a judge asks for the decisions of the sandbox: one that %s', async (_, judge, byDecision) =>
    expect((await recordOf(judge)).checks[0]?.byDecision).toBe(byDecision),
  );
});

describe('what fails after the last check', () => {
  const failures = {
    scenarios: () => Promise.reject(new Error('no player')),
    isAfterClearUp: false,
  };

  test('costs a line, and neither the record nor what comes after it', async () => {
    const lines: string[] = [];
    const reported: (number | undefined)[] = [];
    const record = await ran([bad], {
      failures,
      onTrouble: (line) => lines.push(line),
      onJudged: async ({ checks }) => void reported.push(checks.length),
    });
    expect(reported).toEqual([1]);
    expect(lines).toEqual(['the scenarios of the failures failed: no player']);
    expect(record).toMatchObject({ verdict: 'fail', checks: [{ id: 'test/bad', verdict: 'fail' }] });
  });

  test('a report that cannot be written before the clean-up does not keep that from being done', async () => {
    const lines: string[] = [];
    const onJudged = () => Promise.reject(new Error('no space'));
    const record = await ran([bad], { failures, onJudged, onTrouble: (line) => lines.push(line) });
    expect(lines).toEqual([
      'the report before the clean-up failed: no space',
      'the scenarios of the failures failed: no player',
    ]);
    expect(record.verdict).toBe('fail');
  });

  test('where nothing is left to do, the record is handed over once', async () => {
    const reported: string[] = [];
    await ran([good], { failures, onJudged: async ({ verdict }) => void reported.push(verdict) });
    expect(reported).toEqual([]);
  });
});

/** A check without a verdict is retried at the end of the run, at most twice. */
describe('without a verdict', () => {
  /** The n-th attempt is judged by the n-th of these. */
  async function turned(judgements: readonly Judgement[], over: Partial<Check> = {}, timeBudgetMs?: number) {
    let times = 0;
    const turning = sampleCheck({ drive: gets('/me'), judge: () => judgements[times++] ?? pass, ...over });
    const { record } = await ranAll([turning], undefined, { timeBudgetMs });
    return { rows: record.checks, times };
  }

  const busy = inconclusive('busy');

  test.each([
    ['passes the second time', [busy, pass], { verdict: 'pass', flaky: true }, 2],
    ['passes the third time', [busy, busy, pass], { verdict: 'pass', flaky: true }, 3],
    ['is never decided', [busy, busy, busy, pass], { verdict: 'inconclusive', reason: 'busy' }, 3],
  ] as const)('a check that %s', async (_, judgements, expected, times) => {
    const seen = await turned(judgements);
    expect(seen.rows).toMatchObject([expected]);
    expect(seen.times).toBe(times);
  });

  test('a check that passes at once is not retried, and is not flaky', async () => {
    const { rows, times } = await turned([pass]);
    expect([rows[0]?.flaky, times]).toEqual([undefined, 1]);
  });

  /** A restart of the member cuts the session that it waits with. */
  test.each([
    ['is tried again once, after the others', undefined, { verdict: 'pass', flaky: true }, 2],
    ['is not where the time budget does not last for it', 60_000, { verdict: 'inconclusive' }, 1],
  ] as const)('a check that waits on a running clock %s', async (_, budgetMs, expected, times) => {
    const seen = await turned([busy, pass], { waits: { ms: 1, for: 'an end' } }, budgetMs);
    expect(seen.rows).toMatchObject([expected]);
    expect(seen.times).toBe(times);
  });
});

describe('tickets', () => {
  const minting = sampleCheck({ needs: ['trader', 'tickets'], mintsAs: 'throttled' });

  test.each([
    ['the user whose tickets a check mints', { throttled: { token: 'throttled' } }, 'throttled'],
    ['trader, where the profile names no such user', {}, 'trader'],
  ])('room for tickets is reserved for %s', async (_, others, user) => {
    const principals = { trader: { token: 'trader' }, ...others };
    const { target, freshKey } = await stubTarget(() => ({ status: 200, body: '{}' }), { principals });
    const session = sessionFor(minting, target, {});
    const reserved: unknown[] = [];
    session.makeRoomForTickets = async (...wanted) => void reserved.push(wanted);
    await trial(minting, target, session, freshKey, undefined, { tickets: 60 });
    expect(reserved).toEqual([[60, user]]);
  });
});
