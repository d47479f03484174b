import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { opened, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { bearerOpens } from './bearer-opens.check.ts';

const busy = { retryable: true, headers: { 'Retry-After': '1' } };

test.each([
  ['opened', session([opened(900)]), 'pass'],
  ['opened, and nothing said yet', session(), 'pass'],
  ['refused', refusedHandshake(), 'violated'],
  ['not there', refusedHandshake({ status: 404, code: 'NOT_FOUND' }), 'violated'],
  ['an answer that is no upgrade', refusedHandshake({ status: 200, body: '{}' }), 'violated'],
  ['not primed yet', refusedHandshake({ status: 503, code: 'NOT_PRIMED', ...busy }), 'inconclusive'],
  ['too many', refusedHandshake({ status: 429, code: 'RATE_LIMITED', ...busy }), 'inconclusive'],
])('%s', (_, bearer, verdict) => {
  expect(judged(bearerOpens, historyOf({ bearer })).verdict).toBe(verdict);
});
