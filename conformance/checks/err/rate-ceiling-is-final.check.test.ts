import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { rateCeilingIsFinal } from './rate-ceiling-is-final.check.ts';

const headers = { 'Retry-After': '60' };
const ceiling = { status: 429, code: 'RATE_CEILING', retryable: false, position: 9, headers };

test.each([
  ['final', ceiling, 'pass'],
  ['retryable', { ...ceiling, retryable: true }, 'violated'],
  ['not recorded', { status: 429, code: 'RATE_CEILING', headers }, 'violated'],
  ['no Retry-After', { ...ceiling, headers: {} }, 'violated'],
  ['past its minute', { ...ceiling, headers: { 'Retry-After': '300' } }, 'violated'],
  [
    'a date that has passed',
    { ...ceiling, headers: { 'Retry-After': 'Mon, 05 Jan 2026 00:00:00 GMT', Date: 'Mon, 05 Jan 2026 00:00:09 GMT' } },
    'pass',
  ],
  ['another status', { ...ceiling, status: 422 }, 'violated'],
  ['another bound was met first', { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED', position: 9 }, 'inconclusive'],
])('%s', (_, came, verdict) => {
  const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });
  const history = historyOf({ submitted: [accepted, answer('POST /orders', came)] });
  expect(judged(rateCeilingIsFinal, history).verdict).toBe(verdict);
});
