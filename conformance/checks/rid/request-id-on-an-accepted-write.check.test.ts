import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { requestIdOnAnAcceptedWrite } from './request-id-on-an-accepted-write.check.ts';

test.each([
  ['the one sent', 202, 'accepted-1', 'pass'],
  ['none', 202, null, 'violated'],
  ['another', 202, 'request-7', 'violated'],
  ['a write answered in time', 201, 'accepted-1', 'inconclusive'],
])('%s', (_, status, echoed, verdict) => {
  const accepted = answer('POST /orders', {
    status,
    headers: { 'X-Request-Id': echoed },
    sent: { 'X-Request-Id': 'accepted-1' },
  });
  expect(judged(requestIdOnAnAcceptedWrite, historyOf({ accepted })).verdict).toBe(verdict);
});
