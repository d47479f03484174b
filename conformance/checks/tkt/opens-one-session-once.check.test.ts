import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, refusedHandshake, spending } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { opensOneSessionOnce } from './opens-one-session-once.check.ts';

const opens = spending('<ticket 1>');
const refused = refusedHandshake();
const busy = refusedHandshake({ status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } });
const late = refusedHandshake({ sentAtMs: 60_000, answeredAtMs: 60_001 });
const once = [opens, refused, refused];
const minted = [mint('<ticket 1>', 0, 10), mint('<ticket 2>', 0, 10)];

test.each([
  ['the first of each', once, once, 'pass'],
  ['another of those at once', once, [refused, refused, opens], 'pass'],
  ['twice one after another', [opens, refused, opens], once, 'violated'],
  ['twice at the same time', once, [opens, opens, refused], 'violated'],
  ['none, and others may have minted it (A89)', [refused, refused], once, 'inconclusive'],
])('of any target: %s', (_, after, at, verdict) => {
  const history = historyOf({ minted, 'one after another': after, 'at the same time': at });
  expect(judged(opensOneSessionOnce, history).verdict).toBe(verdict);
});

test.each([
  ['the first of each', once, 'pass'],
  ['none', [refused, refused], 'violated'],
  ['none, of a busy one, which may have spent it (A90)', [busy, refused], 'inconclusive'],
  ['none, later than it lives', [late, late], 'inconclusive'],
])('of a single member: %s', (_, at, verdict) => {
  const samples = { minted, 'one after another': once, 'at the same time': at };
  expect(judged(opensOneSessionOnce, historyOf(samples, { singleMember: true })).verdict).toBe(verdict);
});

test('a member without a signing key is not judged', () => {
  const none = answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' });
  expect(judged(opensOneSessionOnce, historyOf({ minted: [none, none] })).verdict).toBe('inconclusive');
});
