import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { tradingIdsAreInt64Strings } from './trading-ids-are-int64-strings.check.ts';

const row = { orderId: '1767571200000001000', executionId: '1767571200000002000' };

test.each([
  ['decimal strings', row, 'pass'],
  ['the largest int64', { ...row, orderId: '9223372036854775807' }, 'pass'],
  ['past int64', { ...row, orderId: '9223372036854775808' }, 'violated'],
  ['a number', { ...row, executionId: 17 }, 'violated'],
  ['leading zeros', { ...row, orderId: '017' }, 'violated'],
  ['hexadecimal', { ...row, executionId: '1f' }, 'violated'],
  ['no execution', { orderId: row.orderId }, 'inconclusive'],
])('%s', (_, body, verdict) => {
  const history = historyOf({ read: answer('GET /executions/1', { status: 200, body }) });
  expect(judged(tradingIdsAreInt64Strings, history).verdict).toBe(verdict);
});
