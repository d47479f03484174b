import { expect, test } from 'vitest';
import { ANY_TARGET } from '../../member/profile/target-facts.ts';
import type { CheckRow } from './run-record.ts';
import { requirementRows } from './verdict.ts';

const row = (over: Partial<CheckRow>): CheckRow => ({
  id: 'test/check',
  title: 'a claim',
  proves: ['IDEM-16', 'POS-08'],
  verdict: 'pass',
  runs: 7,
  durationMs: 1,
  evidence: [],
  ...over,
});

const NOT_EXERCISED = {
  verdict: 'not-exercised',
  exercised: 0,
  reason: expect.stringContaining('no run showed a case') as unknown,
};

const verdictsOf = (...rows: CheckRow[]) =>
  Object.fromEntries(requirementRows(rows, ANY_TARGET).map(({ id, verdict }) => [id, verdict]));

// biome-ignore format: an aligned table
test.each<[string, Partial<CheckRow>, object]>([
  ['that passes proves its requirements',                 {}, { 'IDEM-16': 'pass', 'POS-08': 'pass', 'POS-07': 'not-exercised' }],
  ['that fails breaks all that it proves',                { verdict: 'fail' }, { 'IDEM-16': 'fail', 'POS-08': 'fail' }],
  ['that names what broke says nothing of the rest',      { verdict: 'fail', breaks: ['POS-08'] }, { 'IDEM-16': 'not-exercised', 'POS-08': 'fail' }],
  ['may break a requirement that passing does not prove', { verdict: 'fail', breaks: ['POS-07'] }, { 'IDEM-16': 'not-exercised', 'POS-07': 'fail' }],
])('a check %s', (_, over, expected) => expect(verdictsOf(row(over))).toMatchObject(expected));

test("a requirement that another check's failure left open names that check", () => {
  const [open] = requirementRows([row({ verdict: 'fail', breaks: ['POS-08'] })], ANY_TARGET).filter(
    ({ id }) => id === 'IDEM-16',
  );
  expect(open?.reason).toBe('test/check was ended by a failure of POS-08');
});

test.each<[string, Partial<CheckRow>, object]>([
  [
    'fails the broken one, and gives the others their own verdicts',
    {
      verdict: 'fail',
      breaks: ['POS-08'],
      claims: [
        { id: 'IDEM-16', verdict: 'pass' },
        { id: 'POS-08', verdict: 'fail', reason: 'a row' },
      ],
    },
    { 'IDEM-16': 'pass', 'POS-08': 'fail' },
  ],
  [
    'proves no claim without a case',
    {
      claims: [
        { id: 'IDEM-16', verdict: 'pass' },
        { id: 'POS-08', verdict: 'not-exercised' },
      ],
    },
    { 'IDEM-16': 'pass', 'POS-08': 'not-exercised' },
  ],
])('a check that judges its claims apart %s', (_, over, expected) =>
  expect(verdictsOf(row(over))).toMatchObject(expected),
);

test('a claim without any case does not count as a part that was left out', () => {
  const silent: Partial<CheckRow> = { claims: [{ id: 'SVC-01', verdict: 'not-exercised' }] };
  expect(svc01({}, silent)).not.toHaveProperty('inPart');
});

const SVC: Partial<CheckRow> = { proves: ['SVC-01'] };
const svc01 = (...rows: readonly Partial<CheckRow>[]) =>
  requirementRows(
    rows.map((over, i) => row({ ...SVC, id: `test/${i}`, ...over })),
    ANY_TARGET,
  ).find(({ id }) => id === 'SVC-01');
const left = { verdict: 'not-exercised', reason: 'writes are off' } as const;

test.each<[string, readonly Partial<CheckRow>[], object | undefined]>([
  ['all that prove it passed', [{}, {}], undefined],
  ['one of three did not run', [{}, left, {}], { passed: 2, of: 3 }],
  ['one does not apply to this target', [{}, { verdict: 'not-applicable' }], undefined],
  ['one failed', [{}, left, { verdict: 'fail' }], undefined],
  ['none ran', [left], undefined],
])('a requirement passes in part: %s', (_, rows, inPart) => expect(svc01(...rows)?.inPart).toEqual(inPart));

test('a reason that several checks share is given once', () => {
  const reasons = ['no fixture; writes are off', 'writes are off', 'no control; no fixture'];
  expect(svc01(...reasons.map((reason) => ({ ...left, reason })))?.reason).toBe(
    'no fixture; writes are off; no control',
  );
});

const of = (id: string, ...rows: CheckRow[]) => requirementRows(rows, ANY_TARGET).find((one) => one.id === id);

// biome-ignore format: an aligned table
test.each<[string, Partial<CheckRow>, object]>([
  ['counts the runs that showed a case of it', { cases: { 'IDEM-16': 2, 'POS-08': 7 } },                                 { verdict: 'pass', exercised: 2 }],
  ['does not pass by the cases of another',    { cases: { 'IDEM-16': 0, 'POS-08': 7 } },                                 NOT_EXERCISED],
  ['does not pass where no run was judged',    { runs: 0 },                                                              NOT_EXERCISED],
  ['does not pass by a claim without a case',  { cases: { 'POS-08': 7 }, claims: [{ id: 'IDEM-16', verdict: 'pass' }] }, NOT_EXERCISED],
])('a requirement %s', (_, over, expected) => expect(of('IDEM-16', row(over))).toMatchObject(expected));
