import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { longQuantitiesReadBack } from './long-quantities-read-back.check.ts';

const RESTING = '1234567890.12345678';
const TRADED = '93456789.12345679';
const order = (qty: string, over: object = {}) =>
  answer('GET /orders/7', { status: 200, body: { orderId: '7', qty, leavesQty: qty, cumQty: '0', ...over } });
const executions = (...quantities: string[]) =>
  answer('GET /executions', { status: 200, body: { items: quantities.map((qty) => ({ orderId: '7', qty })) } });
const balances = (total: string) =>
  answer('GET /account-balances', {
    status: 200,
    body: {
      items: [
        { assetId: 4, total },
        { assetId: 2, total: '5' },
      ],
    },
  });

const GOOD = {
  rested: order(RESTING),
  row: order(RESTING),
  cancelled: order(RESTING, { leavesQty: '0' }),
  'balances before': balances('1.5'),
  bought: order(TRADED),
  filled: order(TRADED, { cumQty: TRADED }),
  executions: executions('93456789', '0.12345679'),
  'balances after': balances('93456790.62345679'),
};

test.each<[string, Record<string, Sample>, string]>([
  ['every digit', {}, 'pass'],
  ['an order through a double', { row: order('1234567890.1234567') }, 'violated'],
  ['a cancelled order through a double', { cancelled: order('1234567890.1234567') }, 'violated'],
  ['a fill past 2^53', { filled: order(TRADED, { cumQty: '93456789.1234568' }) }, 'violated'],
  ['executions past 2^53', { executions: executions('93456789.1234568') }, 'violated'],
  ['a balance past 2^53', { 'balances after': balances('93456790.6234568') }, 'violated'],
  ['a balance that is not read anew yet', { 'balances after': balances('1.5') }, 'pass'],
  ['a balance that another trade moved', { 'balances after': balances('3.5') }, 'pass'],
  [
    'an order that is refused',
    { rested: answer('POST /orders', { status: 422, code: 'X', position: 7 }) },
    'inconclusive',
  ],
])('%s', (_, over, verdict) => {
  expect(judged(longQuantitiesReadBack, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
