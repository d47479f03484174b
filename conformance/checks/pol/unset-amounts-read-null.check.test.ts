import { expect, test } from 'vitest';
import { POLICY_FAMILIES } from '../../scenes/policy-families.ts';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsetAmountsReadNull } from './unset-amounts-read-null.check.ts';

const UNSET = {
  maxOrderNotional: null,
  maxOpenOrders: null,
  maxOrdersPerMinute: null,
  minTransferAmount: null,
  approvalThresholdAmount: null,
  reconciliationToleranceAmount: null,
};

const read = (path: string, id: string, of: object, position = 9) =>
  answer(`GET ${path}/7`, { status: 200, position, asOf: 5, body: { [id]: 7, ...UNSET, ...of } });
const created = (path: string, id: string, of: object) =>
  answer(`POST ${path}`, { status: 201, position: 9, body: { [id]: 7, ...UNSET, ...of } });

const GOOD: Record<string, Sample> = Object.fromEntries(
  POLICY_FAMILIES.flatMap(({ path, id }) =>
    ['left out', 'null', '0', '-0'].flatMap((spelling) => [
      [`created ${path} ${spelling}`, created(path, id, {})],
      [`read ${path} ${spelling}`, read(path, id, {})],
    ]),
  ),
);
const of = ['/trading-policies', 'tradingPolicyId'] as const;

test.each<[string, Record<string, Sample>, string]>([
  ['null', {}, 'pass'],
  ['a zero on the answer', { [`created ${of[0]} 0`]: created(...of, { maxOrderNotional: '0' }) }, 'violated'],
  ['a zero on the row', { [`read ${of[0]} -0`]: read(...of, { maxOrderNotional: '0' }) }, 'violated'],
  ['left out', { [`read ${of[0]} left out`]: read(...of, { maxOrderNotional: undefined }) }, 'violated'],
  ['a count of 0', { [`read ${of[0]} null`]: read(...of, { maxOpenOrders: 0 }) }, 'violated'],
  ['an older state', { [`read ${of[0]} 0`]: read(...of, { maxOrderNotional: '0' }, 8) }, 'inconclusive'],
  ['not taken', { [`created ${of[0]} 0`]: answer(`POST ${of[0]}`, { status: 400, code: 'ANY' }) }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(unsetAmountsReadNull, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
