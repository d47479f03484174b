import { describe, expect, test } from 'vitest';
import { sampleChecks } from '../../testing/sample-checks.ts';
import { budget, FAILED, ofRun, record, row } from '../../testing/sample-record.ts';
import { ranAll } from '../../testing/stub-run.ts';
import { MergeProblem, merged } from './merge.ts';
import type { CheckRow, RunRecord } from './run-record.ts';
import { summary } from './summary.ts';

const left = (id: string) =>
  row(id, { verdict: 'not-exercised', reason: 'of another shard (--shard)', runs: 0, durationMs: 0 });

const part = (rows: readonly CheckRow[], run: Partial<RunRecord['run']> = {}) => ofRun(record(rows), run);

const one = part([left('test/bad'), row('test/good')], { startedAt: '2026-01-05T00:00:10.000Z', durationMs: 5_000 });
const two = part([FAILED, left('test/good')], { startedAt: '2026-01-05T00:00:00.000Z', durationMs: 8_000 });
const elsewhere = ofRun(two, { target: { ...two.run.target, baseUrl: 'http://other' } });
const merge = (...records: readonly RunRecord[]) =>
  merged(records.map((each, i) => ({ file: `${i + 1}.json`, record: each })));

describe('the parts of a run', () => {
  test('become one record, with the times of one run', () => {
    const { run: whole, checks, verdict } = merge(one, two);
    expect(whole).toMatchObject({ startedAt: '2026-01-05T00:00:00.000Z', durationMs: 15_000, requests: 18 });
    expect([verdict, checks.map((each) => [each.id, each.verdict])]).toEqual([
      'fail',
      [
        ['test/bad', 'fail'],
        ['test/good', 'pass'],
      ],
    ]);
    expect(checks[0]?.evidence).toEqual(FAILED.evidence);
  });

  test('become one timeline and one histogram; a part of an older version has none', () => {
    const timeline = { every: 1, points: [[5, 1, 200, null] as const], events: [] };
    const latency = { boundsMs: [1], routes: [{ route: 'GET /me', counts: [1, 0] }] };
    const traced = (of: RunRecord) => ofRun(of, { timeline, latency });
    const { run: whole } = merge(traced(one), traced(two));
    expect(whole.timeline?.points.map(([atMs]) => atMs)).toEqual([5, 10_005]);
    expect(whole.latency?.routes).toEqual([{ route: 'GET /me', counts: [2, 0] }]);
    expect(merge(one, two).run).not.toHaveProperty('timeline');
  });

  test('have one depth: what they saw adds up, what is known counts once, and so does what no part judged', () => {
    const depth = { seen: 3, known: 121 };
    const run = { budget: budget('quick', 300, { requirements: ['RID-01', 'RID-02'], checks: 2 }) };
    const good = part([left('test/bad'), row('test/good', { depth })], run);
    const bad = part([{ ...FAILED, depth: { seen: 1, known: 4 } }, left('test/good')], run);
    const whole = merge(good, bad);
    expect(whole.requirements.find(({ id }) => id === 'RID-01')?.depth).toEqual({ seen: 4, known: 125 });
    expect(whole.run.budget).toEqual(budget('quick', 600, { requirements: ['RID-02'], checks: 4 }));
    expect(merge(one, two).run).not.toHaveProperty('budget');
  });

  test('keep the time of each exchange', () => {
    const [before] = FAILED.evidence;
    const late = merge(ofRun(two, { startedAt: '2026-01-05T00:00:12.000Z' }), one);
    expect(late.checks[0]?.evidence[0]?.sentAtMs).toBe((before?.sentAtMs ?? 0) + 2_000);
  });

  test('each judge what they met themselves: the strongest verdict is that of the whole', () => {
    const closing = (verdict: CheckRow['verdict']) =>
      part([{ ...(verdict === 'fail' ? FAILED : row('test/bad', { verdict })), closes: true }]);
    const verdictOf = (...parts: readonly CheckRow['verdict'][]) => merge(...parts.map(closing)).checks[0]?.verdict;
    expect(verdictOf('pass', 'fail', 'not-exercised')).toBe('fail');
    expect(verdictOf('not-exercised', 'pass')).toBe('pass');
  });

  test('may be given in any order', () => expect(merge(one, two)).toEqual(merge(two, one)));

  test('each report what they left, how they were called and what stopped them', () => {
    const made = { kind: 'made', name: null, check: null, why: 'nothing takes it away' } as const;
    const leftBy = (id: string) => ({
      id,
      left: { file: `effects-${id}.jsonl`, rows: [{ ...made, row: `/users/${id}` }] },
    });
    const lost = { stopped: 'target lost', cause: 'it hangs' } as const;
    const { run: whole } = merge(ofRun(one, leftBy('a')), ofRun(two, { ...leftBy('b'), ...lost }));
    expect(whole).toMatchObject({ id: 'a b', cause: 'it hangs', stopped: 'target lost' });
    expect(whole.left?.rows.map(({ row, file }) => `${row} ${file}`)).toEqual([
      '/users/b effects-b.jsonl',
      '/users/a effects-a.jsonl',
    ]);
    expect(whole.left?.file).toBeNull();
    expect(summary(merge(one, ofRun(two, leftBy('b'))), false)).toContain(
      'touchstone cleanup effects-b.jsonl tries again',
    );
  });

  test('add up the answers that were not from the member', () => {
    const foreign = (count: number) => ({ foreign: { sentence: 's', answers: [{ what: '429 text/html', count }] } });
    const { run: whole } = merge(ofRun(one, foreign(2)), ofRun(two, foreign(3)));
    expect(whole.foreign?.sentence).toMatch(/^5 answers did not come from the member: 429 text\/html\./);
  });
});

describe('are refused with a one-line message', () => {
  // biome-ignore format: an aligned table
  test.each<[string, readonly RunRecord[], RegExp]>([
    ['no report',                  [], /^no report to merge$/],
    ['a shard that is missing',    [one], /^a shard is missing: 1 checks/],
    ['a check that two parts ran', [one, two, one], /^test\/good was run in 1\.json and in 3\.json/],
    ['another seed',               [one, ofRun(two, { seed: 2 })], /differ in the seed \(1 and 2\)$/],
    ['another depth',              [one, ofRun(two, { budget: budget('quick', 1) })], /differ in the depth \(all and quick\)$/],
    ['another version',            [one, { ...two, tool: { name: 'touchstone', version: '9' } }], /differ in the version/],
    ['another suite',              [one, part([FAILED])], /^1\.json and 2\.json are no parts of one run: they differ in the suite$/],
    ['another target',             [one, elsewhere], /differ in the target \(http:\/\/h and http:\/\/other\)/],
  ])('%s', (_, records, message) => {
    expect(() => merge(...records)).toThrow(MergeProblem);
    expect(() => merge(...records)).toThrow(message);
  });
});

test('shards that ran apart merge into the record of one run', async () => {
  const ran = async (index?: number) => {
    const shard = index === undefined ? undefined : { index, count: 3 };
    const selection = { select: [], requirements: [], readOnly: false, shard };
    return (await ranAll(sampleChecks, undefined, { selection })).record;
  };
  const whole = await ran();
  const again = merge(await ran(1), await ran(2), await ran(3));
  const rows = ({ checks, requirements, summary }: RunRecord) => ({
    requirements,
    summary,
    checks: checks.map(({ id, verdict, reason, runs }) => ({ id, verdict, reason, runs })),
  });
  expect(rows(again)).toEqual(rows(whole));
});
