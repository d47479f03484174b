import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { claimsGrantNothing } from './claims-grant-nothing.check.ts';

const me = (...capabilities: string[]) => answer('GET /me', { status: 200, body: { capabilities } });
const denied = answer('POST /orders', { status: 403, code: 'CAPABILITY_DENIED', position: 7 });
const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });
const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });

test.each([
  ['nothing more is held', me(), me(), denied, 'pass'],
  ['the same in another order', me('a', 'b'), me('b', 'a'), denied, 'pass'],
  ['what is claimed is served', me(), me('orders:trade'), denied, 'violated'],
  ['what is claimed is allowed', me(), me(), accepted, 'violated'],
  ['the token is refused for its claims', me(), unverified, denied, 'violated'],
  ['the caller is not served at all', unverified, unverified, denied, 'inconclusive'],
])('%s', (_, plain, claiming, submitted, verdict) => {
  expect(judged(claimsGrantNothing, historyOf({ plain, claiming, submitted })).verdict).toBe(verdict);
});
