import { describe, expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { budget, leftOutRow, ofRun, record, row } from '../../testing/sample-record.ts';
import { violated } from '../judgement.ts';
import type { DepthName } from '../plan/depths.ts';
import { DEPTHS } from '../plan/depths.ts';
import type { CheckRow, RunRecord } from '../record/run-record.ts';
import { clauseOf } from './broken-clause.ts';
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

const unmet = (count: string, ids: string) => `no longer exercised are ${count} (${ids})`;
const ofArea = `${area.length - 1} of ${area.length} were not exercised: ${area.slice(1).join(', ')}`;
const tooNew = 'SVC-05 is not applicable: since 0.14.0; the target serves 0.13.0';
const tickets = row('test/tickets', { verdict: 'not-applicable', proves: ['TKT-13'] });
const old = (id: 'RID-01' | 'RID-02') => row('test/old', { proves: [id] });
const failed: CheckRow = { ...one, verdict: 'fail' };
const lostWhole = [one, { ...whole, verdict: 'not-exercised' as const }];

// biome-ignore format: an aligned table
test.each<[string, readonly CheckRow[], string, number, string]>([
  ['to exercise a requirement, and did',            [one],                    'RID-01', 0, 'met RID-01: exercised'],
  ['to exercise a requirement that it lacks',       [one, lacking('RID-02')], 'RID-02', 3, 'short RID-02: RID-02 is not exercised: no viewer'],
  ['to exercise a requirement of a later contract', [one],                    'SVC-05', 3, `short SVC-05: ${tooNew}`],
  ['to exercise an area, and did',                  [whole],                  'RID',    0, 'met RID: exercised'],
  ['to exercise an area, and did in part',          [one],                    'RID',    3, `short RID: ${ofArea}`],
  ['to exercise an area of which nothing applies',  [one, tickets],           'TKT',    3, 'short TKT: nothing of it applies to the target'],
  ['to exercise one, and a check failed',           [failed],                 'RID-02', 1, 'short RID-02: RID-02 is not exercised: no check proves it yet'],
])('a run with a demand %s', (_, rows, require, status, sentence) => expect(gated(rows, { require: [require] })).toEqual({ status, sentences: [sentence.replace(' ', ' --require ')] }));

test.each([
  [1, 0, 'met'],
  [2, 3, 'short'],
])('a run with a demand that %i pass, where one does', (minPassed, status, met) => {
  expect(gated([one], { minPassed })).toEqual({
    status,
    sentences: [`${met} --min-passed ${minPassed}: 1 requirements passed`],
  });
});

// biome-ignore format: an aligned table
test.each<[string, readonly CheckRow[], readonly CheckRow[], number, string]>([
  ['and did no less',                                       [one],     [one, lacking('RID-02')], 0, 'met no less'],
  ['another check exercises the requirement of a lost one', lostWhole, [one, { ...whole, proves: ['RID-01'] }], 3, `short ${unmet('1 checks', 'test/all')}`],
  ['the suite has another check of the requirement',        [one],     [old('RID-01')], 0, 'met no less'],
  ['the suite has no check of the requirement',             [one],     [one, old('RID-02')], 3, `short ${unmet('1 requirements', 'RID-02')}`],
])('a run with a demand to do no less than an earlier run: %s', (_, rows, before, status, sentence) => {
  const sentences = [sentence.replace(' ', ' --no-less-than old.json: ')];
  expect(gated(rows, { noLessThan: earlier(...before) })).toEqual({ status, sentences });
});

const SMALLER = 'the budget is smaller: --depth quick, earlier --depth thorough';
const FEWER =
  'with fewer cases are 1 requirements (RID-01 15, earlier 20); 15 of 121 cases were seen in all, earlier 20 of 121 cases';

describe('no less deep than an earlier run', () => {
  const seen = (count: number) => row('test/one', { depth: { seen: count, known: 121 } });
  const more = row('test/more', { depth: { seen: 1, known: 2 } });
  const left = leftOutRow('test/more', 2);
  const made = (depth: DepthName, ...rows: readonly CheckRow[]): RunRecord =>
    ofRun(record(rows), { budget: budget(depth, depth === 'thorough' ? null : DEPTHS[depth]) });
  // biome-ignore format: an aligned table
  test.each<[string, RunRecord, RunRecord, number, string]>([
    ['other cases, as many',                               made('normal', seen(20)),       made('normal', seen(20)),       0, 'no less'],
    ['few cases fewer, as another seed has them',          made('normal', seen(16)),       made('normal', seen(20)),       0, 'no less'],
    ['many cases fewer',                                   made('normal', seen(15)),       made('normal', seen(20)),       3, FEWER],
    ['a smaller budget that sees as much',                 made('quick', seen(20)),        made('thorough', seen(20)),     3, SMALLER],
    ['a check less for the same budget, which saw little', made('normal', seen(20), left), made('normal', seen(20), more), 0, 'no less'],
    ['a larger budget',                                    made('thorough', seen(121)),    made('quick', seen(3)),         0, 'no less'],
    ['a record without depth',                             made('quick', seen(3)),         record([one]),                  0, 'no less'],
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

describe('the name of a clause', () => {
  const clause = (expected: string, route = 'POST /orders') =>
    clauseOf(violated(expected, historyOf({ it: answer(route, { status: 500 }) }).one('it')));

  // biome-ignore format: an aligned table
  test.each([
  ['a status is kept',                      '422 TICK_SIZE_VIOLATION', 'POST /orders', 'POST /orders: 422 TICK_SIZE_VIOLATION'],
  ['statuses are kept',                     '200 or 201', 'POST /orders', 'POST /orders: 200 or 201'],
  ['a path is its route',                   '404', 'GET /orders/12?view=x', 'GET /orders/{id}: 404'],
  ['a count is not part of the clause',     'a total of 17', 'GET /orders', 'GET /orders: a total of #'],
  ['nor is a count that could be a status', 'a total of 137, as many as there are', 'GET /orders', 'GET /orders: a total of #, as many as there are'],
  ['a status after another word is kept',   'the 404 of a row, or 410', 'GET /orders', 'GET /orders: the 404 of a row, or 410'],
  ['a sign belongs to its number',          'price -1.50', 'GET /orders', 'GET /orders: price #'],
  ['capabilities depend on the caller',     'the capabilities of GET /me: orders:trade, algos:manage', 'GET /me', 'GET /me: the capabilities of GET /me: #'],
  ['a name in quotes depends on the row',   'displayName "desk of Ann"', 'GET /users', 'GET /users: displayName "#"'],
  ['nor is an amount',                      'price 100.25', 'GET /orders', 'GET /orders: price #'],
  ['nor an id',                             'order 01hv-9zk2-aa of the instance', 'GET /orders', 'GET /orders: order # of the instance'],
  ['a path without a route',                '404', 'GET /nowhere/7', 'GET of no route: 404'],
])('%s', (_, expected, route, name) => expect(clause(expected, route)).toBe(name));

  test('a clause that no exchange shows has a name too', () =>
    expect(clauseOf(violated('an order'))).toBe('no exchange: an order'));
});
