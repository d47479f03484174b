import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { ticketIsOpaque } from './ticket-is-opaque.check.ts';

const minted = mint('<ticket 1>', 0, 10);
const opaque = { minted, 'URL-safe': noted(true), readable: noted([]) };

test.each([
  ['opaque and URL-safe', opaque, 'pass'],
  ['with a plus', { ...opaque, 'URL-safe': noted(false) }, 'violated'],
  ['the user stands in it', { ...opaque, readable: noted(['the claim sub']) }, 'violated'],
  [
    'none minted',
    { minted: answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' }) },
    'inconclusive',
  ],
])('%s', (_, samples, verdict) => {
  expect(judged(ticketIsOpaque, historyOf(samples)).verdict).toBe(verdict);
});
