import { expect, test } from 'vitest';
import { POLICY_FAMILIES, TRADING_POLICIES } from '../../scenes/policy-families.ts';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountsOfPoliciesAreHeldToTheTable } from './policy-amounts.check.ts';

const sent = (came: AnswerOptions): Sample => answer('POST /asset-policies', came);
const DOOR = sent({ status: 400, code: 'MALFORMED_REQUEST' });
const OWNER = sent({ status: 422, code: 'INVALID_FIELD', position: 9 });
const created = (body: object): Sample => sent({ status: 201, position: 9, body });

const TABLE = [
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
  'MON-10 7',
  'MON-10 []',
  'MON-10 {}',
];
/** The labels of a row of the table: each row is of another amount, and an integer of each. */
const labelsOf = (text: string, { money, path }: (typeof POLICY_FAMILIES)[number]): readonly string[] => {
  const [id = '', ...rest] = text.split(' ');
  const names = text === 'MON-10 7' ? money : [money[Math.max(0, TABLE.indexOf(text)) % money.length]];
  return names.map((name) => `${id} ${name} ${rest.join(' ')} ${path}`);
};
const HELD: Record<string, Sample> = Object.fromEntries(
  POLICY_FAMILIES.flatMap((family): (readonly [string, Sample])[] => {
    const { path, id, money } = family;
    const refused = sent({
      status: 400,
      code: 'MALFORMED_REQUEST',
      sentBody: Object.fromEntries(money.map((name) => [name, 'refused'])),
    });
    const each = (text: string, sample: Sample) => labelsOf(text, family).map((label) => [label, sample] as const);
    return [
      [`plain ${path}`, created({ [id]: 7 })],
      ...TABLE.flatMap((text) => each(text, refused)),
      [`MON-10 restated ${path}`, refused],
      ...each('MON-12 "007.50"', created({ [id]: 7, [money[0]]: '7.5' })),
      ...each('MON-13 "-7.5"', OWNER),
    ];
  }),
);
const trading = (maxOrderQty?: string): Sample =>
  sent({
    status: 201,
    position: 9,
    body: { tradingPolicyId: 7, maxOrderQty },
    sentBody: { maxOrderQty: '1', maxOrderNotional: '1' },
  });
/** The member's document does not list the amount: the suite took it out. */
const withoutAmount = sent({ status: 201, position: 9, body: { tradingPolicyId: 7 }, sentBody: { instrumentId: 1 } });
const letThrough = sent({ status: 422, code: 'INVALID_FIELD', position: 9, sentBody: { maxOrderQty: true } });

/** What is changed is of trading policies; a violation as the clauses that are blamed. */
test.each<[string, label: string, Sample, string]>([
  ['as it should be', 'plain', trading(), 'pass'],
  ['taken', 'MON-03 "1e2"', trading(), 'MON-03'],
  ['let through', 'MON-10 true', letThrough, 'MON-10'],
  ['an integer taken', 'MON-10 7', trading(), 'MON-10'],
  ['a list taken', 'MON-10 []', trading(), 'MON-10'],
  ['a restatement taken', 'MON-10 restated', trading(), 'MON-10'],
  ['an amount that was not sent', 'MON-10 7', withoutAmount, 'pass'],
  ['zeros refused', 'MON-12 "007.50"', DOOR, 'MON-12'],
  ['zeros read', 'MON-12 "007.50"', trading('7.51'), 'MON-12'],
  ['zeros not taken', 'MON-12 "007.50"', OWNER, 'inconclusive'],
  ['a minus refused at the door', 'MON-13 "-7.5"', DOOR, 'MON-13'],
  ['a minus taken', 'MON-13 "-7.5"', trading('-7.5'), 'pass'],
  ['not taken at all', 'plain', DOOR, 'inconclusive'],
])('mon/amounts-of-policies-are-held-to-the-table: %s', (_, label, sample, verdict) => {
  const [changed = ''] = /plain|restated/.test(label)
    ? [`${label} /trading-policies`]
    : labelsOf(label, TRADING_POLICIES);
  const history = historyOf({ ...HELD, [changed]: sample });
  const judgement = judged(amountsOfPoliciesAreHeldToTheTable, history);
  expect(judgement.verdict === 'violated' ? judgement.breaks?.join() : judgement.verdict).toBe(verdict);
});

test('mon/amounts-of-policies-are-held-to-the-table: an older member is held to what it knew', () => {
  const history = historyOf(
    { ...HELD, [labelsOf('MON-03 "1e2"', TRADING_POLICIES)[0] ?? '']: trading() },
    { rest: '0.3.4' },
  );
  expect(judged(amountsOfPoliciesAreHeldToTheTable, history).verdict).toBe('pass');
});
