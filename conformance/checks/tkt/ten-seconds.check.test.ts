import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { tenSeconds } from './ten-seconds.check.ts';

const S = 1_000_000_000n;
const HOUR = noted(3_600n * S);

test.each([
  ['ten seconds', 1_010, 'pass'],
  ['by a Date that is seconds behind', 1_014, 'pass'],
  ['by a Date that is seconds ahead', 1_006, 'pass'],
  ['half as long', 1_004, 'violated'],
  ['a minute', 1_060, 'violated'],
  ['two hours', 8_200, 'violated'],
])('by Date: %s', (_, expiresAtS, verdict) => {
  const history = historyOf({ 'token expires': HOUR, minted: mint('<ticket 1>', 1_000, expiresAtS) });
  expect(judged(tenSeconds, history).verdict).toBe(verdict);
});

test.each([
  ['ten seconds', 1_010, 'pass'],
  ['of the time between the readings', 1_010.4, 'pass'],
  ['nine seconds', 1_009, 'violated'],
  ['eleven seconds', 1_011, 'violated'],
  ['five seconds', 1_005, 'violated'],
])('by readings of the clock, whatever Date says: %s', (_, expiresAtS, verdict) => {
  const now = [noted(1_000n * S), noted(1_000n * S + S / 2n)];
  const history = historyOf({ 'token expires': HOUR, now, minted: mint('<ticket 1>', 990, expiresAtS) });
  expect(judged(tenSeconds, history).verdict).toBe(verdict);
});

test.each([
  ['the whole second before', 1_010, 'pass'],
  ['a part of a second less', 1_010.2, 'violated'],
  ['a second less', 1_009, 'violated'],
])('minted within a second: %s', (_, expiresAtS, verdict) => {
  const now = [noted(1_000n * S + S / 2n), noted(1_000n * S + S / 2n)];
  const history = historyOf({ 'token expires': HOUR, now, minted: mint('<ticket 1>', 1_000, expiresAtS) });
  expect(judged(tenSeconds, history).verdict).toBe(verdict);
});

const at = (expiresAtNs: unknown) => mint('', 0, 0, { body: { ticket: '<ticket 1>', expiresAtNs, stream: 'trading' } });

test.each([
  ['no Date', undefined, mint('<ticket 1>', 0, 10, { headers: {} }), 'inconclusive'],
  ['a token that says nothing of its expiry', undefined, mint('<ticket 1>', 0, 10), 'pass'],
  ['a token about to expire', 8n * S, mint('<ticket 1>', 0, 8), 'inconclusive'],
  ['past its token', 8n * S, mint('<ticket 1>', 0, 10), 'violated'],
  ['a number', undefined, at(10_000_000_000), 'violated'],
  ['no decimal number', undefined, at('1e10'), 'violated'],
  [
    'none minted',
    undefined,
    answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' }),
    'inconclusive',
  ],
])('%s', (_, token, minted, verdict) => {
  expect(judged(tenSeconds, historyOf({ 'token expires': noted(token), minted })).verdict).toBe(verdict);
});
