import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { event, refusedHandshake, session } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { historyOf, unanswered } from '../../testing/sample-history.ts';
import { opensWithoutCredential } from './opens-without-credential.check.ts';

const busy = {
  status: 503,
  code: 'NOT_PRIMED',
  retryable: true,
  headers: { 'Retry-After': '1' },
};
/** No answer to the handshake at all. */
const unreached: Sample = (n, label) => ({ ...session()(n, label), ...unanswered('GET /v1/ws/market-data')(n, label) });

test.each([
  ['opened', session(), 'pass'],
  ['opened, with a word', session([event('hello', {})]), 'pass'],
  ['closed as who says nothing is (A100)', session([], { closed: { code: 1008 } }), 'pass'],
  ['asked for a credential', refusedHandshake(), 'violated'],
  ['asked for a ticket', refusedHandshake({ status: 400, code: 'MALFORMED_REQUEST' }), 'violated'],
  ['not there', refusedHandshake({ status: 404, code: 'ROUTE_NOT_FOUND' }), 'violated'],
  ['busy', refusedHandshake(busy), 'inconclusive'],
  ['no answer', unreached, 'inconclusive'],
] as const)('%s', (_, sample, verdict) => {
  expect(judged(opensWithoutCredential, historyOf({ session: sample })).verdict).toBe(verdict);
});
