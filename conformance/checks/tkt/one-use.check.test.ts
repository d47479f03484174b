import { judges, judgesOf } from '../../testing/judges.ts';
import { mint, refusedHandshake, spending } from '../../testing/sample-conversation.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const BUSY = { retryable: true, headers: { 'Retry-After': '1' } };
const opens = spending('<ticket 1>');
const refused = refusedHandshake();
const busy = refusedHandshake({ status: 503, code: 'NOT_PRIMED', ...BUSY });
const late = refusedHandshake({ sentAtMs: 60_000, answeredAtMs: 60_001 });
const minted = [mint('<ticket 1>', 0, 10), mint('<ticket 2>', 0, 10)];
const none = answer('POST /v1/ws-tickets', { status: 503, code: 'TICKETS_UNAVAILABLE' });
const once = [opens, refused, refused];

judges('tkt/opens-one-session-once', { minted, 'one after another': once, 'at the same time': once }, [
  ['another of those at the same time', { 'at the same time': [refused, refused, opens] }, 'pass'],
  ['twice one after another', { 'one after another': [opens, refused, opens] }, 'violated'],
  ['of another user too', { 'viewer, one after another': [spending('<ticket 3>'), refused] }, 'pass'],
  ['none, and others may have minted it (A89)', { 'one after another': [refused, refused] }, 'inconclusive'],
  ['no ticket is minted', { minted: [none, none], 'one after another': [], 'at the same time': [] }, 'inconclusive'],
]);

judgesOf(
  'tkt/opens-one-session-once',
  (atOnce: readonly Sample[]) => ({ minted, 'one after another': once, 'at the same time': atOnce }),
  [
    ['of a single member: none, of a busy one, which may have spent it (A90)', [busy, refused], 'inconclusive'],
    ['of a single member: none, after the ticket may have expired', [late, late], 'inconclusive'],
  ],
  { target: { singleMember: true } },
);

judges(
  'tkt/made-up-ticket',
  {
    minted,
    'cut short': refused,
    'made up': refusedHandshake({ status: 403 }),
    empty: refusedHandshake({ status: 400, code: 'MALFORMED_REQUEST' }),
    untouched: spending('<ticket 2>'),
  },
  [
    ['a shortened one opens', { 'cut short': spending('<ticket sent of trader>') }, 'violated'],
    ['an empty one opens', { empty: spending('') }, 'violated'],
    ['no ticket opens at all', { untouched: refused }, 'inconclusive'],
    [
      'too many handshakes',
      { 'made up': refusedHandshake({ status: 429, code: 'RATE_LIMITED', ...BUSY }) },
      'inconclusive',
    ],
    [
      'none is minted',
      { minted: mint('<ticket 2>', 0, 10, { status: 403, code: 'FORBIDDEN_PRINCIPAL' }) },
      'inconclusive',
    ],
  ],
);

judges('tkt/expired-ticket', { minted, fresh: opens, expired: refused }, [
  ['refused by another status (A91)', { expired: refusedHandshake({ status: 403 }) }, 'pass'],
  ['refused without an envelope', { expired: refusedHandshake({ body: '' }) }, 'pass'],
  ['opened', { expired: spending('<ticket 2>') }, 'violated'],
  ['a busy member', { expired: busy }, 'inconclusive'],
  ['no ticket opens at all', { fresh: refused }, 'inconclusive'],
  ['none is minted', { minted: [none, none], fresh: [], expired: [] }, 'inconclusive'],
]);
