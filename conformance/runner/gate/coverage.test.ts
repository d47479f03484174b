import { describe, expect, test } from 'vitest';
import { budget, leftOutRow, ofRun, record, row } from '../../testing/sample-record.ts';
import { DEPTHS, type DepthName } from '../plan/depths.ts';
import type { CheckRow, RunRecord } from '../record/run-record.ts';
import type { CoverageDemands } from './coverage.ts';
import { CoverageProblem, checkDemands, withCoverage } from './coverage.ts';
import { exitStatus } from './exit-status.ts';

const lacking = (id: 'RID-02') => row(`test/${id}`, { verdict: 'not-exercised', reason: 'no viewer', proves: [id] });

function gated(rows: readonly CheckRow[], demands: Partial<CoverageDemands>) {
  const judged = withCoverage(record(rows), { require: [], ...demands });
  return {
    status: exitStatus(judged),
    sentences: judged.gate?.coverage?.map(({ met, sentence }) => `${met ? 'met' : 'short'} ${sentence}`),
  };
}

const ids = record([]).requirements.map(({ id }) => id as string);
const area = ids.filter((id) => id.startsWith('RID-'));
const whole = row('test/all', { proves: area as unknown as CheckRow['proves'] });
const one = row('test/one', { proves: ['RID-01'] });
const earlier = (...rows: readonly CheckRow[]) => ({ file: 'old.json', record: record(rows) });

describe('a run with a demand for coverage', () => {
  test.each<[string, readonly CheckRow[], Partial<CoverageDemands>, number, readonly string[]]>([
    ['to exercise a requirement, and did', [one], { require: ['RID-01'] }, 0, ['met --require RID-01: exercised']],
    [
      'to exercise a requirement that it lacks',
      [one, lacking('RID-02')],
      { require: ['RID-02'] },
      3,
      ['short --require RID-02: RID-02 is not exercised: no viewer'],
    ],
    [
      'to exercise a requirement of a later contract',
      [one],
      { require: ['SVC-05'] },
      3,
      ['short --require SVC-05: SVC-05 is not applicable: since 0.14.0; the target serves 0.13.0'],
    ],
    ['to exercise an area, and did', [whole], { require: ['RID'] }, 0, ['met --require RID: exercised']],
    [
      'to exercise an area, and did in part',
      [one],
      { require: ['RID'] },
      3,
      [`short --require RID: ${area.length - 1} of ${area.length} were not exercised: ${area.slice(1).join(', ')}`],
    ],
    [
      'to exercise an area without applicable requirements',
      [one, row('test/tickets', { verdict: 'not-applicable', proves: ['TKT-13'] })],
      { require: ['TKT'] },
      3,
      ['short --require TKT: nothing of it applies to the target'],
    ],
    ['that some pass, and they do', [one], { minPassed: 1 }, 0, ['met --min-passed 1: 1 requirements passed']],
    ['that more pass than do', [one], { minPassed: 2 }, 3, ['short --min-passed 2: 1 requirements passed']],
    [
      'no less than an earlier run, and did',
      [one],
      { noLessThan: earlier(one, lacking('RID-02')) },
      0,
      ['met --no-less-than old.json: no less'],
    ],
    [
      'no less, where another check exercises the requirement of a lost one',
      [one, { ...whole, verdict: 'not-exercised' }],
      { noLessThan: earlier(one, { ...whole, proves: ['RID-01'] }) },
      3,
      ['short --no-less-than old.json: no longer exercised are 1 checks (test/all)'],
    ],
    [
      'no less, where the suite has another check of the requirement',
      [one],
      { noLessThan: earlier(row('test/old', { proves: ['RID-01'] })) },
      0,
      ['met --no-less-than old.json: no less'],
    ],
    [
      'no less, where the suite has no check of the requirement',
      [one],
      { noLessThan: earlier(one, row('test/old', { proves: ['RID-02'] })) },
      3,
      ['short --no-less-than old.json: no longer exercised are 1 requirements (RID-02)'],
    ],
    [
      'something, and a check failed',
      [{ ...one, verdict: 'fail' }],
      { require: ['RID-02'] },
      1,
      ['short --require RID-02: RID-02 is not exercised: no check proves it yet'],
    ],
  ])('%s', (_, rows, demands, status, sentences) => expect(gated(rows, demands)).toEqual({ status, sentences }));
});

describe('no less deep than an earlier run', () => {
  const seen = (count: number) => row('test/one', { depth: { seen: count, known: 121 } });
  const more = row('test/more', { depth: { seen: 1, known: 2 } });
  const left = leftOutRow('test/more', 2);
  const made = (depth: DepthName, ...rows: readonly CheckRow[]): RunRecord =>
    ofRun(record(rows), { budget: budget(depth, depth === 'thorough' ? null : DEPTHS[depth]) });
  test.each<[string, RunRecord, RunRecord, number, string]>([
    ['other cases, as many', made('normal', seen(20)), made('normal', seen(20)), 0, 'no less'],
    ['few cases fewer, as another seed has them', made('normal', seen(16)), made('normal', seen(20)), 0, 'no less'],
    [
      'many cases fewer',
      made('normal', seen(15)),
      made('normal', seen(20)),
      3,
      'with fewer cases are 1 requirements (RID-01 15, earlier 20); 15 of 121 cases were seen in all, earlier 20 of 121 cases',
    ],
    [
      'a smaller budget that sees as much',
      made('quick', seen(20)),
      made('thorough', seen(20)),
      3,
      'the budget is smaller: --depth quick, earlier --depth thorough',
    ],
    [
      'a check less for the same budget, which saw little',
      made('normal', seen(20), left),
      made('normal', seen(20), more),
      0,
      'no less',
    ],
    ['a larger budget', made('thorough', seen(121)), made('quick', seen(3)), 0, 'no less'],
    ['a record without depth', made('quick', seen(3)), record([one]), 0, 'no less'],
  ])('%s', (_, now, before, status, words) => {
    const judged = withCoverage(now, { require: [], noLessThan: { file: 'old.json', record: before } });
    expect(exitStatus(judged)).toBe(status);
    expect(judged.gate?.coverage?.[0]?.sentence).toBe(`--no-less-than old.json: ${words}`);
  });
});

test('a record without demands does not mention coverage', () => expect(gated([one], {}).sentences).toBeUndefined());

test.each([
  ['RIDD', /--require RIDD: no requirement and no area is so named; did you mean RID\?/],
  ['RID-99', /--require RID-99: no requirement and no area/],
])('%s is refused', (asked, message) => {
  expect(() => checkDemands({ require: [asked] })).toThrow(CoverageProblem);
  expect(() => checkDemands({ require: [asked] })).toThrow(message);
});
