import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, refusedHandshake, spending } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { madeUpTicket } from './made-up-ticket.check.ts';

const usual = {
  minted: [mint('<ticket 1>', 0, 10), mint('<ticket 2>', 0, 10)],
  'cut short': refusedHandshake(),
  'made up': refusedHandshake({ status: 403 }),
  empty: refusedHandshake({ status: 400, code: 'MALFORMED_REQUEST' }),
  untouched: spending('<ticket 2>'),
};
const busy = { status: 429, code: 'RATE_LIMITED', retryable: true, headers: { 'Retry-After': '1' } };

test.each<[string, Readonly<Record<string, Sample | readonly Sample[]>>, string]>([
  ['each refused, by any status (A91)', {}, 'pass'],
  ['a cut one opens', { 'cut short': spending('<ticket sent of trader>') }, 'violated'],
  ['an empty one opens', { empty: spending('') }, 'violated'],
  ['none is taken at all', { untouched: refusedHandshake() }, 'inconclusive'],
  ['too many handshakes', { 'made up': refusedHandshake(busy) }, 'inconclusive'],
  [
    'none is minted',
    { minted: mint('<ticket 2>', 0, 10, { status: 403, code: 'FORBIDDEN_PRINCIPAL' }) },
    'inconclusive',
  ],
])('%s', (_, over, verdict) => {
  const samples = { ...usual, ...over };
  expect(judged(madeUpTicket, historyOf(samples)).verdict).toBe(verdict);
});
