import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { observedAnewWhenChanged } from './observed-anew-when-changed.check.ts';

const row = (held: string, observedAtNs: string, assetId = 1) => {
  return { accountId: 1, assetId, total: '9', available: '9', held, observedAtNs };
};
const page = (...items: object[]) => answer('GET /account-balances', { status: 200, body: { items } });
const still = row('0', '5', 2);
const submitted = answer('POST /orders', { status: 201 });
const REFUSED = answer('POST /orders', { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });

test.each([
  ['with each change', [page(row('0', '5'), still), page(row('1', '6'), still), page(row('0', '7'), still)], 'pass'],
  ['not with the lock', [page(row('0', '5')), page(row('1', '5')), page(row('0', '7'))], 'violated'],
  ['not with the cancel', [page(row('0', '5')), page(row('1', '6')), page(row('0', '6'))], 'violated'],
  ['back', [page(row('0', '5'), still), page(row('1', '6'), row('0', '4', 2)), page(row('0', '7'))], 'violated'],
  ['nothing changed', [page(row('0', '5')), page(row('0', '5')), page(row('0', '5'))], 'not-exercised'],
  ['spelt otherwise', [page(row('0', '5')), page(row('0.0', '5')), page(row('0', '5'))], 'not-exercised'],
])('%s', (_, read, verdict) => {
  expect(judged(observedAnewWhenChanged, historyOf({ submitted, read })).verdict).toBe(verdict);
});

test('an order that is refused shows nothing', () => {
  expect(judged(observedAnewWhenChanged, historyOf({ submitted: REFUSED, read: page(still) })).verdict).toBe(
    'inconclusive',
  );
});
