import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { meServesWhoCalls } from './me-serves-who-calls.check.ts';

const whole = { user: { userId: 2, orgId: 1 }, organisation: { orgId: 1 }, capabilities: ['orders:trade'] };
const me = (over: object) => answer('GET /me', { status: 200, body: { ...whole, ...over } });
const holding = (...capabilities: string[]) => me({ capabilities });

test.each([
  ['all three', me({}), true, 'pass'],
  ['in declared order', holding('users:manage', 'orders:trade', 'algos:manage'), true, 'pass'],
  ['a newer scope before the last', holding('users:manage', 'a:newer', 'algos:manage'), true, 'pass'],
  ['another order of a deployed member (A101)', holding('orders:trade', 'users:manage'), false, 'pass'],
  ['another order of the sandbox', holding('orders:trade', 'users:manage'), true, 'violated'],
  ['algos:manage not last', holding('algos:manage', 'orders:trade'), false, 'violated'],
  ['one twice', holding('orders:trade', 'orders:trade'), false, 'violated'],
  ['no user', me({ user: undefined }), false, 'violated'],
  ['no organisation', me({ user: { userId: 2 }, organisation: undefined }), false, 'violated'],
  ['no capabilities of the sandbox', me({ capabilities: undefined }), true, 'violated'],
  ['capabilities of another name', me({ capabilities: undefined, scopes: ['orders:trade'] }), false, 'inconclusive'],
  ['no capabilities', me({ capabilities: undefined }), false, 'violated'],
  ['the organisation in the row of the user alone', me({ organisation: undefined }), false, 'violated'],
  ['refused', answer('GET /me', { status: 403, code: 'ORG_NOT_ACTIVE' }), false, 'violated'],
])('%s', (_, answered, strict, verdict) => {
  expect(judged(meServesWhoCalls, historyOf([answered], { strict })).verdict).toBe(verdict);
});
