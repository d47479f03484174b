import { expect, test } from 'vitest';
import { POLICY_FAMILIES } from '../../scenes/policy-families.ts';
import { judged as judge } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountsOfPoliciesAreHeldToTheTable } from './amounts-of-policies-are-held-to-the-table.check.ts';

const row = (path: string, id: string, of: object) =>
  answer(`POST ${path}`, { status: 201, position: 9, body: { [id]: 7, ...of } });
const door = answer('POST /any', { status: 400, code: 'MALFORMED_REQUEST' });
const owner = answer('POST /any', { status: 422, code: 'INVALID_FIELD', position: 9 });

const REFUSED = [
  'MON-01 "1,000"',
  `MON-02 "${'7.5'.padStart(65, '0')}"`,
  'MON-03 "1e2"',
  'MON-04 "+7.5"',
  'MON-05 ".5"',
  'MON-05 "5."',
  'MON-06 " 7.5"',
  'MON-06 "7.5\\n"',
  'MON-07 "\u0667.5"',
  'MON-08 "0.0000000000000000001"',
  'MON-09 "9223372036854775808"',
  'MON-10 7.5',
  'MON-10 true',
];
const GOOD: Record<string, Sample> = Object.assign(
  {},
  ...POLICY_FAMILIES.map(({ path, id, money }) => ({
    [`plain ${path}`]: row(path, id, {}),
    ...Object.fromEntries(REFUSED.map((label) => [`${label} ${path}`, door])),
    [`MON-12 "007.50" ${path}`]: row(path, id, { [money[0]]: '7.5' }),
    [`MON-13 "-7.5" ${path}`]: owner,
  })),
);
const of = ['/trading-policies', 'tradingPolicyId'] as const;

test.each<[string, Record<string, Sample>, string, readonly string[] | undefined]>([
  ['held to it', {}, 'pass', undefined],
  ['taken', { [`MON-03 "1e2" ${of[0]}`]: row(...of, {}) }, 'violated', ['MON-03']],
  ['let through', { [`MON-10 true ${of[0]}`]: owner }, 'violated', ['MON-10']],
  ['zeros refused', { [`MON-12 "007.50" ${of[0]}`]: door }, 'violated', ['MON-12']],
  ['zeros read', { [`MON-12 "007.50" ${of[0]}`]: row(...of, { maxOrderQty: '7.51' }) }, 'violated', ['MON-12']],
  ['zeros not taken', { [`MON-12 "007.50" ${of[0]}`]: owner }, 'inconclusive', undefined],
  ['a minus refused at the door', { [`MON-13 "-7.5" ${of[0]}`]: door }, 'violated', ['MON-13']],
  ['a minus taken', { [`MON-13 "-7.5" ${of[0]}`]: row(...of, { maxOrderQty: '-7.5' }) }, 'pass', undefined],
  ['not taken at all', { [`plain ${of[0]}`]: door }, 'inconclusive', undefined],
])('%s', (_, changed, verdict, breaks) => {
  const judged = judge(amountsOfPoliciesAreHeldToTheTable, historyOf({ ...GOOD, ...changed }));
  expect([judged.verdict, judged.verdict === 'violated' ? judged.breaks : undefined]).toEqual([verdict, breaks]);
});

test('an older member is held to what it knew', () => {
  const changed = { [`MON-03 "1e2" ${of[0]}`]: row(...of, {}) };
  expect(judge(amountsOfPoliciesAreHeldToTheTable, historyOf({ ...GOOD, ...changed }, { rest: '0.3.4' })).verdict).toBe(
    'pass',
  );
});
