import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { amountsAreMoney } from './amounts-are-money.check.ts';

const ROW = { accountId: 1, assetId: 2, total: '1.5', available: '1', held: '0.5' };
const page = (...items: object[]) => answer('GET /account-balances', { status: 200, body: { items } });

test.each([
  ['amounts', page(ROW), 'pass'],
  ['zero', page({ ...ROW, total: '0', available: '0.00', held: '0' }), 'pass'],
  ['what does not add up', page({ ...ROW, total: '17' }), 'pass'],
  ['a null', page(ROW, { ...ROW, held: null }), 'violated'],
  ['one left out', page({ ...ROW, available: undefined }), 'violated'],
  ['a number', page({ ...ROW, total: 1.5 }), 'violated'],
  ['an exponent', page({ ...ROW, total: '1e3' }), 'violated'],
  ['an empty text', page({ ...ROW, held: '' }), 'violated'],
  ['no row', page(), 'inconclusive'],
])('%s', (_, second, verdict) => {
  expect(judged(amountsAreMoney, historyOf({ balances: [page(ROW), second] })).verdict).toBe(verdict);
});
