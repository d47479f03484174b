import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { nothingOfAnotherOrganisation } from './nothing-of-another-organisation.check.ts';

const row = { orderId: '500', accountId: 5, leavesQty: '1' };
const placed = answer('POST /orders', { status: 201, position: 7, sentBody: { accountId: 5 }, body: row });
const unheld = answer('GET /orders/500', { status: 404, code: 'NOT_FOUND' });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const own = { orderId: '499', accountId: 1 };
const still = (leavesQty: string) => answer('GET /orders/500', { status: 200, body: { ...row, leavesQty } });
const refused = answer('GET /orders', { status: 400, code: 'INVALID_CURSOR' });

function verdictOf(over: Readonly<Record<string, Sample | readonly Sample[]>>): string {
  const good = { placed, one: [unheld, unheld], several: [page(own), page(), refused], 'theirs still': still('1') };
  return judged(nothingOfAnotherOrganisation, historyOf({ ...good, ...over })).verdict;
}

describe('of another organisation', () => {
  test.each([
    ['nothing is seen', {}, 'pass'],
    ['what their member has not applied yet is no matter', { 'theirs still': unheld }, 'pass'],
    ['their order is read', { one: [still('1'), unheld] }, 'violated'],
    ['their order is forbidden, so it is there', { one: [answer('GET /orders/500', { status: 403 })] }, 'violated'],
    ['their order is listed', { several: page(own, row) }, 'violated'],
    ['their executions are listed', { several: page({ executionId: '7', orderId: '3', accountId: 5 }) }, 'violated'],
    ['their order is cancelled', { 'theirs still': still('0') }, 'violated'],
    ['there is nothing to see', { placed: answer('POST /orders', { status: 422 }) }, 'inconclusive'],
  ])('%s', (_, over, verdict) => {
    expect(verdictOf(over)).toBe(verdict);
  });
});
