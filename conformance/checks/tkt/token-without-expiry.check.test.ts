import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { tokenWithoutExpiry } from './token-without-expiry.check.ts';

const minted = mint('<ticket 1>', 0, 10);
const refused = (status: number, code: string) => answer('POST /v1/ws-tickets', { status, code });

test.each([
  ['refused', minted, refused(401, 'UNAUTHENTICATED'), 'pass'],
  ['a ticket', minted, minted, 'violated'],
  ['another status', minted, refused(403, 'UNAUTHENTICATED'), 'violated'],
  ['another code', minted, refused(401, 'INVALID_TOKEN'), 'violated'],
  ['no minted token mints', refused(401, 'UNAUTHENTICATED'), refused(401, 'UNAUTHENTICATED'), 'inconclusive'],
])('%s', (_, usual, without, verdict) => {
  const history = historyOf({ 'with expiry': usual, 'without expiry': without });
  expect(judged(tokenWithoutExpiry, history).verdict).toBe(verdict);
});
