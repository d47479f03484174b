import { judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  event,
  mint,
  opened,
  refusedHandshake,
  refusedOp,
  session,
  spending,
} from '../../testing/sample-conversation.ts';
import type { Sample, SampleFrame } from '../../testing/sample-history.ts';

const BUSY = { retryable: true, headers: { 'Retry-After': '1' } };
const open = session([opened(900)]);
const refused = refusedHandshake();
const notPrimed = refusedHandshake({ status: 503, code: 'NOT_PRIMED', ...BUSY });

judgesOf('wss/bearer-opens', (bearer: Sample) => ({ bearer }), [
  ['opened, and no frame yet', session(), 'pass'],
  ['not primed yet', notPrimed, 'inconclusive'],
  ['too many', refusedHandshake({ status: 429, code: 'RATE_LIMITED', ...BUSY }), 'inconclusive'],
]);

const by = (...refusals: Parameters<typeof refusedHandshake>[0][]) => ({ refused: refusals.map(refusedHandshake) });

judges('wss/no-credential', { refused: [refused, refused, refused, refused], 'with a credential': open }, [
  [
    'by any status (A91)',
    by({ status: 400, code: 'MALFORMED_REQUEST' }, { status: 403, code: 'FORBIDDEN_PRINCIPAL' }),
    'pass',
  ],
  ['without an envelope', by({ status: 401, body: '' }, { status: 426, body: 'no' }), 'pass'],
  ['one opens', { refused: [refused, open, refused] }, 'violated'],
  ['a valid credential is refused too', { 'with a credential': refused }, 'inconclusive'],
]);

judges('wss/unverifiable-bearer', { expired: refused, 'another audience': refused, 'nothing wrong': open }, [
  ['the expired one opens', { expired: open }, 'violated'],
  ['another audience opens', { 'another audience': open }, 'violated'],
  ['the valid one opens nothing', { 'nothing wrong': refused }, 'inconclusive'],
]);

const noKey = mint('', 100, 110, { status: 503, code: 'TICKETS_UNAVAILABLE', body: undefined });
const EITHER_OPENS = {
  bearer: open,
  minted: [mint('<ticket 1>', 100, 110), mint('<ticket 2>', 100, 110)],
  ticket: open,
  both: refusedHandshake({ status: 400, code: 'MALFORMED_REQUEST' }),
};

judges(
  'wss/one-credential',
  EITHER_OPENS,
  [
    ['by any status (A91)', { both: refusedHandshake({ status: 401, body: '' }) }, 'pass'],
    ['both open', { both: open }, 'violated'],
    [
      'a ticket that may have expired on its way',
      { ticket: refusedHandshake({ answeredAtMs: 12_000 }) },
      'inconclusive',
    ],
    ['busy with a bearer token', { bearer: notPrimed }, 'inconclusive'],
    ['busy with a ticket', { ticket: notPrimed }, 'inconclusive'],
    ['no ticket is minted', { minted: [noKey, noKey] }, 'inconclusive'],
  ],
  { target: { singleMember: true } },
);

judges('wss/one-credential', { ...EITHER_OPENS, ticket: spending('<ticket 1>', 401) }, [
  ['a ticket that another member may have minted (A89)', {}, 'inconclusive'],
]);

const auth = asked('auth', 'authenticated');
const accepted = authorised('authenticated', 900);
const answered = (...frames: readonly SampleFrame[]) => session([auth, ...frames]);
const refusedAs = (code: string, retryable: boolean) =>
  answered(refusedOp('auth', 'authenticated', code, { retryable }));

judgesOf('wss/older-sessions-authenticate-by-op', (sample: Sample) => ({ session: sample }), [
  ['let in, and authenticated', answered(accepted), 'pass'],
  ['with another grant, or none', answered(but(accepted, { session: undefined })), 'pass'],
  ['an event first that asks for it', session([event('authRequired', {}), auth, accepted]), 'pass'],
  ['refused at the handshake', refused, 'violated'],
  ['closed on op auth', session([auth], { closed: { code: 4001 } }), 'violated'],
  ['busy at the handshake', notPrimed, 'inconclusive'],
  ['busy at the op', refusedAs('NOT_PRIMED', true), 'inconclusive'],
  ['no answer in time', answered(), 'inconclusive'],
  ['the member goes away', session([auth], { closed: { code: 1012 } }), 'inconclusive'],
]);
