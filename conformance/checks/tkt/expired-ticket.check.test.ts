import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, refusedHandshake, spending } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { expiredTicket } from './expired-ticket.check.ts';

const minted = [mint('<ticket 1>', 0, 10), mint('<ticket 2>', 0, 10)];
const fresh = spending('<ticket 1>');
const none = answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' });
const busy = { code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } };

test.each([
  ['refused', { minted, fresh, expired: refusedHandshake() }, 'pass'],
  ['refused by another status (A91)', { minted, fresh, expired: refusedHandshake({ status: 403 }) }, 'pass'],
  ['refused without an envelope', { minted, fresh, expired: refusedHandshake({ body: '' }) }, 'pass'],
  ['opened', { minted, fresh, expired: spending('<ticket 2>') }, 'violated'],
  ['a busy member', { minted, fresh, expired: refusedHandshake({ status: 503, ...busy }) }, 'inconclusive'],
  ['no ticket is taken at all', { minted, fresh: refusedHandshake(), expired: refusedHandshake() }, 'inconclusive'],
  ['none is minted', { minted: [none, none] }, 'inconclusive'],
])('%s', (_, samples, verdict) => {
  expect(judged(expiredTicket, historyOf(samples)).verdict).toBe(verdict);
});
