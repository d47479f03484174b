import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { tokenExpiryBoundsTheTicket } from './token-expiry-bounds-the-ticket.check.ts';

const expires = noted(1_005_000_000_000n);
const late = answer('POST /v1/ws-tickets', { status: 401, code: 'UNAUTHENTICATED' });

test.each([
  ["the token's own", expires, mint('<ticket 1>', 1_000, 1_005), 'pass'],
  ['ten seconds', expires, mint('<ticket 1>', 1_000, 1_010), 'violated'],
  ['sooner', expires, mint('<ticket 1>', 1_000, 1_004), 'violated'],
  ['none', expires, mint('', 0, 0, { body: { ticket: '<ticket 1>', stream: 'trading' } }), 'violated'],
  ['the token had expired on its way', expires, late, 'inconclusive'],
  ['a token that says nothing of its expiry', noted(undefined), mint('<ticket 1>', 1_000, 1_005), 'inconclusive'],
])('%s', (_, token, minted, verdict) => {
  const history = historyOf({ 'token expires': token, minted });
  expect(judged(tokenExpiryBoundsTheTicket, history).verdict).toBe(verdict);
});
