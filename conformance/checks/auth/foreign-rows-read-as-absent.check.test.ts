import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { foreignRowsReadAsAbsent } from './foreign-rows-read-as-absent.check.ts';

const notFound = { status: 404, code: 'NOT_FOUND' };
const none = { status: 200, body: { items: [] } };

test.each([
  ['as absent', notFound, none, 'pass'],
  ['served', { status: 200 }, none, 'violated'],
  ['by another code', { status: 404, code: 'ROUTE_NOT_FOUND' }, none, 'violated'],
  ['its balances are served', notFound, { status: 200, body: { items: [{}] } }, 'violated'],
])('%s', (_, row, balances, verdict) => {
  const history = historyOf({
    'absent 9: row': answer('GET /users/9', notFound),
    'foreign 7: row': answer('GET /users/7', row),
    'absent 9: balances': answer('GET /account-balances?accountId=9', none),
    'foreign 7: balances': answer('GET /account-balances?accountId=7', balances),
  });
  expect(judged(foreignRowsReadAsAbsent, history).verdict).toBe(verdict);
});
