import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { longAmountsOfPoliciesReadBack } from './long-amounts-of-policies-read-back.check.ts';

const LONG = ['9.123456789012345678', '0.123456789012345679', '1234567890.12345678', '9007199254740993'];
const FAMILIES = [
  ['/asset-policies', 'assetPolicyId', 'maxTicketAmount'],
  ['/chain-policies', 'chainPolicyId', 'maxTransferAmount'],
  ['/trading-policies', 'tradingPolicyId', 'maxOrderQty'],
] as const;

const GOOD: Readonly<Record<string, Sample>> = Object.fromEntries(
  FAMILIES.flatMap(([path, id, amount]) =>
    LONG.flatMap((value) => [
      [`proposed ${path} ${value}`, answer(`POST ${path}`, { status: 201, body: { [id]: 7, [amount]: value } })],
      [`read ${path} ${value}`, answer(`GET ${path}/7`, { status: 200, body: { [id]: 7, [amount]: `${value}` } })],
    ]),
  ),
);
const refused = answer('POST /asset-policies', { status: 422, code: 'INVALID_FIELD', position: 7 });
const proposing = (sample: Sample, values = LONG) =>
  Object.fromEntries(values.map((value) => [`proposed /asset-policies ${value}`, sample]));
const reading = (maxTicketAmount: string) => ({
  'read /asset-policies 9.123456789012345678': answer('GET /asset-policies/7', {
    status: 200,
    body: { assetPolicyId: 7, maxTicketAmount },
  }),
});

test.each([
  ['every digit', {}, 'pass'],
  ['at another scale', reading('9.1234567890123456780'), 'pass'],
  ['those that do not fit are refused', proposing(refused, LONG.slice(1)), 'pass'],
  ['through a double', reading('9.123456789012346'), 'violated'],
  ['cut after eight places', reading('9.12345679'), 'violated'],
  ['none is taken', proposing(refused), 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(longAmountsOfPoliciesReadBack, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
