import { describe, expect, test } from 'vitest';
import { budget, leftOutRow, ofRun, record, row } from '../../testing/sample-record.ts';
import { depthOf, depthOfRun, isLessDeep, isSmallerBudget, leftOutOfRun } from './depth.ts';
import { lostCoverage } from './lost-coverage.ts';
import type { CheckRow, RunRecord } from './run-record.ts';
import { requirementRows } from './verdict.ts';

type Budget = NonNullable<RunRecord['run']['budget']>;

const seen = (count: number, known: number, over: Partial<CheckRow> = {}) =>
  row(`test/${count}-of-${known}`, { depth: { seen: count, known, unit: 'routes' }, ...over });
const leftOut = leftOutRow('test/0-of-20', 20);

const within = (of: Budget, ...checks: readonly CheckRow[]) => ofRun(record(checks), { budget: of });

describe('the depth of several checks', () => {
  // biome-ignore format: an aligned table
  test.each<[string, readonly CheckRow[], object | undefined]>([
    ['is the sum',                                    [seen(3, 121), seen(2, 2)],                                { seen: 5, known: 123 }],
    ['counts a failure',                              [seen(3, 121, { verdict: 'fail' })],                       { seen: 3, known: 121 }],
    ['does not count what an inconclusive check saw', [seen(3, 121, { verdict: 'inconclusive' })],               { seen: 0, known: 121 }],
    ['knows the cases of a check that was left out',  [seen(3, 121), leftOut],                                   { seen: 3, known: 141 }],
    ['knows one case of a check that states none',    [seen(3, 121), row('a/b', { verdict: 'not-exercised' })],  { seen: 3, known: 122 }],
    ['passes over a check that does not apply',       [seen(3, 121), seen(0, 9, { verdict: 'not-applicable' })], { seen: 3, known: 121 }],
    ['is unknown in an older record',                 [seen(3, 121), row('a/old')],                              undefined],
  ])('%s', (_, rows, expected) => expect(depthOf(rows)).toEqual(expected));

  test('is that of a requirement, which counts the cases of its verdicts', () => {
    const facts = { rest: '0.14.0', socket: undefined, singleMember: true, strict: true } as const;
    const both = { proves: ['RID-01', 'RID-02'] } as const;
    const claims = [
      { id: 'RID-01', verdict: 'pass' },
      { id: 'RID-02', verdict: 'not-exercised' },
    ] as const;
    const rows = requirementRows([seen(3, 121, { ...both, claims }), leftOut], facts);
    const depths = rows.filter(({ id }) => id === 'RID-01' || id === 'RID-02').map(({ depth }) => depth);
    expect(depths).toEqual([
      { seen: 3, known: 141 },
      { seen: 0, known: 121 },
    ]);
  });
});

describe('a run says how deep it went, and what its budget left out', () => {
  const two = { requirements: ['RID-02', 'RID-03'], checks: 1 } as const;
  const named = within(
    budget('quick', 550, { ...two, cases: 999 }),
    ...[seen(1, 1_000), seen(20, 20, { proves: ['SVC-01'] }), leftOut],
  );
  const of = (...given: Parameters<typeof budget>) => within(budget(...given), seen(2, 2));
  const RAN = '999 cases of checks that ran';
  const ALL = '--depth thorough takes all';
  const MORE = 'a larger budget takes more';
  const NONE = '2 of 2 cases; 0 requirements';
  const checks = { checks: 2 };

  // biome-ignore format: an aligned table
  test.each<[string, RunRecord, cases: string | undefined, by: string, left: string | undefined]>([
    ['a named depth',                     named, '21 of 1,040 cases; 1 requirement', '--depth quick', `2 requirements, 1 check, ${RAN}; ${ALL}`],
    ['a number of requests',              of(null, 300, checks), NONE, 'a budget of 300 requests', `2 checks; ${ALL}`],
    ['fewer requests than its depth has', of('quick', 40, two), NONE, 'a budget of 40 requests', `2 requirements, 1 check; ${ALL}`],
    ['a thorough run in a limited time',  of('thorough', 300, checks), NONE, 'a budget of 300 requests', `2 checks; ${MORE}`],
    ['a budget that was enough',          of('quick', 550), NONE, '--depth quick', undefined],
    ['no budget',                         record([seen(3, 121)]), '3 of 121 cases; 0 requirements', '', undefined],
    ['an older record',                   record([row('a/b')]), undefined, '', undefined],
  ])('%s', (_, run, cases, by, left) => {
    const depth = cases && `Depth: ${cases} passed by one case alone${by === '' ? '' : ` (${by})`}`;
    expect([depthOfRun(run), leftOutOfRun(run)]).toEqual([depth, left && `Left out by ${by}: ${left}`]);
  });
});

// biome-ignore format: an aligned table
test.each<[string, Budget | undefined, Budget | undefined, boolean]>([
  ['quick after thorough',                               budget('quick', 550),     budget('thorough', null), true],
  ['thorough after quick',                               budget('thorough', null), budget('quick', 550),     false],
  ['normal twice',                                       budget('normal', 1_600),  budget('normal', 1_600),  false],
  ['a depth after no budget',                            budget('normal', 1_600),  undefined,                true],
  ['no budget after a depth',                            undefined,                budget('normal', 1_600),  false],
  ['fewer requests',                                     budget(null, 200),        budget(null, 300),        true],
  ['about as many requests, by the time that they take', budget(null, 250),        budget(null, 300),        false],
  ['a depth that takes as many requests',                budget('quick', 550),     budget(null, 600),        false],
])('a smaller budget: %s', (_, now, earlier, isSmaller) => expect(isSmallerBudget(now, earlier)).toBe(isSmaller));

// biome-ignore format: an aligned table
test.each([
  [121, 97,  false],
  [121, 96,  true],
  [3,   1,   false],
  [4,   1,   true],
  [3,   121, false],
])('%i cases, then %i: less deep is %s', (earlier, now, isLess) =>
  expect(isLessDeep({ seen: now, known: 121 }, { seen: earlier, known: 121 })).toBe(isLess),
);

describe('coverage that a later run lost', () => {
  const within = (requests: number, ...checks: readonly CheckRow[]): RunRecord =>
    ofRun(record([...checks, other]), { budget: budget(null, requests, { checks: 1 }) });

  const other = row('a/other', { proves: ['RID-02'], depth: { seen: 1, known: 1 } });
  const seen = (count: number, over: Partial<CheckRow> = {}) =>
    row('a/b', { depth: { seen: count, known: 80 }, ...over });
  const unseen = seen(1, { verdict: 'not-exercised', reason: 'no run reached: a cancel' });
  const leftOut = leftOutRow('a/b', 80);
  const lacking = seen(0, {
    verdict: 'not-exercised',
    runs: 0,
    lacks: [{ key: 'principals.viewer', why: 'no viewer' }],
  });

  // biome-ignore format: an aligned table
  const closing = (count: number) => {
  const verdict = count === 0 ? ('not-exercised' as const) : ('pass' as const);
  return row('a/b', { closes: true, verdict, depth: { seen: count, known: 1 } });
};
  const UNSEEN = { requirements: [], checks: [], unseen: ['RID-01'] };
  const LOST = { requirements: ['RID-01'], checks: [], unseen: [] };
  const BOTH = { requirements: ['RID-01'], checks: ['a/b'], unseen: [] };

  // biome-ignore format: an aligned table
  test.each<[string, RunRecord, RunRecord, object]>([
  ['a state that one run of many did not reach',                      within(550, seen(1)),     within(550, unseen),     UNSEEN],
  ['a check that the budget left out, which saw one case',            within(550, seen(1)),     within(550, leftOut),    UNSEEN],
  ['a check that the budget left out, which saw many cases',          within(550, seen(20)),    within(550, leftOut),    LOST],
  ['a requirement for which a smaller budget has no room',            within(550, seen(1)),     within(200, leftOut),    LOST],
  ['a principal',                                                     within(550, seen(1)),     within(550, lacking),    BOTH],
  ['a closing check, which judges what the checks of the budget met', within(550, closing(1)),  within(550, closing(0)), UNSEEN],
  ['a state of a run without a budget',                               record([seen(1), other]), record([unseen, other]), BOTH],
])('lost: %s', (_, before, after, expected) => expect(lostCoverage(before, after)).toEqual(expected));
});
