import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint, opened, refusedHandshake, session, spending } from '../../testing/sample-conversation.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { oneCredential } from './one-credential.check.ts';

const opens = session([opened(900)]);
const minted = [mint('<ticket 1>', 100, 110), mint('<ticket 2>', 100, 110)];
const good = {
  bearer: opens,
  minted,
  ticket: opens,
  both: refusedHandshake({ status: 400, code: 'MALFORMED_REQUEST' }),
};
const busy = refusedHandshake({ status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } });
const noKey = mint('', 100, 110, { status: 503, code: 'TICKETS_UNAVAILABLE', body: undefined });

test.each([
  ['either opens, both are refused', {}, true, 'pass'],
  ['by any status (A91)', { both: refusedHandshake({ status: 401, body: '' }) }, true, 'pass'],
  ['both open', { both: opens }, true, 'violated'],
  ['both open, and are closed', { both: session([], { closed: { code: 1008 } }) }, true, 'violated'],
  ['a bearer token alone does not', { bearer: refusedHandshake() }, true, 'violated'],
  ['a ticket alone does not', { ticket: spending('<ticket 1>', 401) }, true, 'violated'],
  [
    'a ticket that another member may have minted (A89)',
    { ticket: spending('<ticket 1>', 401) },
    false,
    'inconclusive',
  ],
  [
    'a ticket that may have expired under way',
    { ticket: refusedHandshake({ answeredAtMs: 12_000 }) },
    true,
    'inconclusive',
  ],
  ['busy with a bearer token', { bearer: busy }, true, 'inconclusive'],
  ['busy with a ticket', { ticket: busy }, true, 'inconclusive'],
  ['no ticket is minted', { minted: [noKey, noKey] }, true, 'inconclusive'],
] as const)('%s', (_, over, singleMember, verdict) => {
  expect(judged(oneCredential, historyOf({ ...good, ...over }, { singleMember })).verdict).toBe(verdict);
});
