import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, rateLimited } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { limitIsReached } from './limit-is-reached.check.ts';

const good = mint('<ticket 1>', 0, 10);
const minted = (many: number): Sample[] => Array.from({ length: many }, () => good);
const limited = rateLimited('23');
const until = (date: string) =>
  rateLimited(null, { headers: { 'Retry-After': date, Date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });

test.each([
  ['sixty, and another after it', [...minted(60), limited], good, 'pass'],
  ['twice as many, of a bucket or a fixed minute (A87)', [...minted(118), limited, limited], good, 'pass'],
  [
    'refused otherwise after it, as a busy member is',
    [...minted(60), limited],
    mint('', 0, 10, { status: 503 }),
    'pass',
  ],
  ['a Retry-After of a minute begun', [...minted(60), rateLimited('61')], good, 'pass'],
  ['a Retry-After that is a date', [...minted(60), until('Thu, 01 Jan 1970 00:00:23 GMT')], good, 'pass'],
  ['a date that has passed', [...minted(60), until('Wed, 31 Dec 1969 23:59:50 GMT')], good, 'violated'],
  ['no Retry-After', [...minted(60), rateLimited(null)], good, 'violated'],
  ['a Retry-After of no second', [...minted(60), rateLimited('0')], good, 'violated'],
  ['a Retry-After past the minute', [...minted(60), rateLimited('3600')], good, 'violated'],
  ['a Retry-After of a minute and a half', [...minted(60), rateLimited('90')], good, 'violated'],
  ['never to be tried again', [...minted(60), rateLimited('23', { retryable: false })], good, 'violated'],
  ['another code', [...minted(60), rateLimited('23', { code: 'IN_FLIGHT_FULL' })], good, 'violated'],
  ['another status', [...minted(60), rateLimited('23', { status: 503 })], good, 'violated'],
  ['limited still after it', [...minted(60), limited], limited, 'violated'],
])('%s', (_, asked, after, verdict) => {
  expect(judged(limitIsReached, historyOf({ asked, after })).verdict).toBe(verdict);
});

const slowly = (many: number): Sample[] =>
  Array.from({ length: many }, (_, i) =>
    mint('<ticket 1>', i, i + 10, { sentAtMs: i * 400, answeredAtMs: i * 400 + 9 }),
  );

test.each([
  ['two hundred of one member', minted(200), true, 'violated'],
  ['two hundred, of as many members as there may be (A87)', minted(200), false, 'inconclusive'],
  ['two hundred, more slowly than the limit', slowly(200), true, 'inconclusive'],
  ['a member that mints none', [mint('', 0, 10, { status: 503, code: 'TICKETS_UNAVAILABLE' })], true, 'inconclusive'],
])('never limited: %s', (_, asked, singleMember, verdict) => {
  expect(judged(limitIsReached, historyOf({ asked }, { singleMember })).verdict).toBe(verdict);
});
