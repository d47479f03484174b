import { judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  closing,
  event,
  expiring,
  GREETED,
  granted,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { Sample, SampleFrame } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import {
  anotherPrincipalIsRefused,
  authAnswersTheGrant,
  invalidToken,
  sameSubjectElsewhere,
  unverifiableTokenOnASession,
} from './op-auth.check.ts';

const BUSY = { retryable: true };

/** Op auth under these reqIds, each with its answer: a grant of 900 s, or a refusal by this code. */
function authed(answers: Readonly<Record<string, SampleFrame | string | null>>): readonly SampleFrame[] {
  return Object.entries(answers).flatMap(([reqId, came]) => {
    if (typeof came === 'string') return [asked('auth', reqId), refusedOp('auth', reqId, came)];
    return [asked('auth', reqId), came ?? authorised(reqId, 900)];
  });
}

const renewed = authorised('renewed', 900);
const renewedTwice = (first: SampleFrame, again: SampleFrame | null = null) => [
  ...GREETED,
  ...authed({ renewed: first, renewedAgain: again }),
];
const unanswered = [...GREETED, asked('auth', 'renewed')];
const answersAuth = (frame: SampleFrame) => session([...renewedTwice(frame), ...probed('probe')]);

judgesOf(
  authAnswersTheGrant,
  (sample: Sample) => ({ session: sample }),
  [
    ['the grant', answersAuth(renewed), ['not-exercised', 'pass']],
    ['a later one', answersAuth(authorised('renewed', 1_800)), 'pass'],
    ['an earlier one (A94)', answersAuth(authorised('renewed', 600)), 'pass'],
    ['of a binding that never expires', answersAuth(authorised('renewed', 0)), 'pass'],
    ['without any capability', answersAuth(authorised('renewed', 900, undefined, [])), 'pass'],
    [
      'with members of a newer contract',
      answersAuth(but(renewed, { latencyMs: 3, session: { ...granted(900), region: 'eu' } })),
      'pass',
    ],
    ['no grant', answersAuth(but(renewed, { session: undefined })), 'violated'],
    ['the grant as data', answersAuth(but(renewed, { session: undefined, grant: granted(900) })), 'violated'],
    [
      'an expiry that is a number',
      answersAuth(but(renewed, { session: { ...granted(900), expiresAtNs: 9e11 } })),
      'violated',
    ],
    ['no capabilities', answersAuth(but(renewed, { session: { expiresAtNs: '900' } })), 'violated'],
    ['no success', answersAuth(but(renewed, { success: undefined })), 'violated'],
    ['success as text', answersAuth(but(renewed, { success: 'true' })), 'violated'],
    ['another op', answersAuth(but(renewed, { op: 'ack' })), 'violated'],
    ['refused', answersAuth(refusedOp('auth', 'renewed', 'FORBIDDEN_PRINCIPAL')), 'violated'],
    ['behind the platform', answersAuth(refusedOp('auth', 'renewed', 'NOT_PRIMED', BUSY)), 'inconclusive'],
    [
      'accepted only once',
      session([...renewedTwice(renewed, refusedOp('auth', 'renewedAgain', 'INVALID_TOKEN')), ...probed('probe')]),
      'violated',
    ],
    ['passed over', session([...unanswered, ...probed('probe')]), 'violated'],
    ['answered with another reqId', session([...unanswered, authorised('other', 900), ...probed('probe')]), 'violated'],
    ['closed instead', session(unanswered, { closed: { code: 1008 } }), 'violated'],
    [
      'closed after the answer',
      session([...renewedTwice(renewed), asked('touchstoneProbe', 'probe')], { closed: {} }),
      'violated',
    ],
    ['slow', session(unanswered), 'inconclusive'],
    ['cut off', session(unanswered, { closed: { code: 1006 } }), 'inconclusive'],
    ['lapsed meanwhile', session([...unanswered, expiring(900, 9)], { closed: { code: 4001 } }), 'inconclusive'],
    ['no session', session([], { status: 401 }), 'inconclusive'],
  ],
  { target: { strict: true } },
);

judges(
  authAnswersTheGrant,
  { session: answersAuth(renewed) },
  [['a sandbox behind a proxy, whose lease another check follows', {}, 'pass']],
  { target: { controlled: true } },
);

const me = (userId: number, orgId: number, capabilities = ['orders:trade']) =>
  answer('GET /me', { status: 200, body: { userId, orgId, capabilities } });
const expired = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
const FORBIDDEN = 'FORBIDDEN_PRINCIPAL';
const forbidden = (reqId: string, members: object = {}) => but(refusedOp('auth', reqId, FORBIDDEN), members);
const OWN = { own: null, colleague: FORBIDDEN, stranger: FORBIDDEN, ownAgain: null };
const others = (change: Readonly<Record<string, SampleFrame | string | null>>) => ({
  session: session([...GREETED, ...authed({ ...OWN, ...change })]),
});
const closedOnColleague = (code: number) => ({
  session: session([opened(900), ...authed({ own: null }), asked('auth', 'colleague')], { closed: { code } }),
});
const noCapability = authorised('ownAgain', 900, undefined, []);

judges(anotherPrincipalIsRefused, { colleague: me(2, 1), stranger: me(3, 2), ...others({}), me: me(1, 1) }, [
  ['both refused, and the own credential still renews', {}, 'pass'],
  ['a later lease of the own (A94)', others({ ownAgain: authorised('ownAgain', 1_800) }), 'pass'],
  ['a member of a newer contract in the refusal', others({ colleague: forbidden('colleague', { hint: 'x' }) }), 'pass'],
  ['the colleague is accepted', others({ colleague: null }), 'violated'],
  ['the stranger is accepted', others({ stranger: null }), 'violated'],
  ['another code', others({ stranger: 'INVALID_TOKEN' }), 'violated'],
  ['another op', others({ colleague: forbidden('colleague', { op: 'error' }) }), 'violated'],
  ['no message', others({ colleague: forbidden('colleague', { message: undefined }) }), 'violated'],
  ['the own is refused afterwards', others({ ownAgain: FORBIDDEN }), 'violated'],
  ["the grant is another's afterwards", others({ ownAgain: noCapability }), 'violated'],
  ['too busy', others({ colleague: refusedOp('auth', 'colleague', 'RATE_LIMITED', BUSY) }), 'inconclusive'],
  ['no credential renews', others({ own: 'INVALID_TOKEN' }), 'inconclusive'],
  [
    "the profile's token of the colleague has expired",
    { ...others({ colleague: 'INVALID_TOKEN' }), colleague: expired },
    'inconclusive',
  ],
  [
    'one user is two principals of the profile',
    { ...others({ colleague: null }), colleague: me(1, 1) },
    'inconclusive',
  ],
  ['users are numbered by organisation', { stranger: me(1, 2) }, 'pass'],
  ['a capability was cleared meanwhile', { ...others({ ownAgain: noCapability }), me: me(1, 1, []) }, 'pass'],
  ['a refused handshake', { session: session([], { status: 403, code: 'CAPABILITY_DENIED' }) }, 'inconclusive'],
  ['closed on the colleague', closedOnColleague(4003), 'violated'],
  ['the member goes away', closedOnColleague(1001), 'inconclusive'],
]);

const after = (answers: Parameters<typeof authed>[0]) => ({ session: session([opened(900), ...authed(answers)]) });
const GRANTED = null;

judges(sameSubjectElsewhere, after({ own: GRANTED, elsewhere: FORBIDDEN, ownAgain: GRANTED }), [
  ['refused', {}, 'pass'],
  ['accepted', after({ own: GRANTED, elsewhere: GRANTED, ownAgain: GRANTED }), 'violated'],
  ['registered there', after({ own: GRANTED, elsewhere: 'AWAITING_ADMISSION', ownAgain: GRANTED }), 'violated'],
  ['the own one refused after it', after({ own: GRANTED, elsewhere: FORBIDDEN, ownAgain: FORBIDDEN }), 'violated'],
  [
    'the own one refused before it',
    after({ own: FORBIDDEN, elsewhere: FORBIDDEN, ownAgain: FORBIDDEN }),
    'inconclusive',
  ],
  ['not opened', { session: refusedHandshake() }, 'inconclusive'],
]);

const INVALID = 'INVALID_TOKEN';

judges(
  unverifiableTokenOnASession,
  after({ good: GRANTED, wrongExpired: INVALID, wrongAlgNone: INVALID, last: GRANTED }),
  [
    ['each refused', {}, 'pass'],
    ['an expired one accepted', after({ good: GRANTED, wrongExpired: GRANTED, last: GRANTED }), 'violated'],
    ['one forbidden', after({ good: GRANTED, wrongIss: FORBIDDEN, last: GRANTED }), 'violated'],
    ['the own one refused after them', after({ good: GRANTED, wrongExpired: INVALID, last: INVALID }), 'violated'],
    ['a valid one refused', after({ good: INVALID, wrongExpired: INVALID, last: INVALID }), 'inconclusive'],
    ['a busy session', after({ good: GRANTED, wrongExpired: 'RATE_LIMITED', last: GRANTED }), 'inconclusive'],
    ['not opened', { session: refusedHandshake() }, 'inconclusive'],
  ],
);

const asks = (reqId: string) => asked('auth', reqId);
const refused = (reqId: string, code = INVALID, more = {}) => refusedOp('auth', reqId, code, more);
const forged = [...GREETED, ...authed({ own: GRANTED, forged0: INVALID }), asks('forged1')];
const again = authed({ ownAgain: GRANTED });
/** What comes after the second forged token. */
const second = (...frames: readonly SampleFrame[]) => session([...forged, ...frames]);
const closedAfter = (code: number, ...frames: readonly SampleFrame[]) =>
  session([...forged, ...frames], { closed: { code } });

judgesOf(invalidToken, (sample: Sample) => ({ session: sample }), [
  ['refused, and open', second(refused('forged1'), ...again), 'pass'],
  ['a new member in the refusal', second(refused('forged1', INVALID, { hint: 1 }), ...again), 'pass'],
  ['a new event between', second(event('serverNotice', {}), refused('forged1'), ...again), 'pass'],
  ['answered late', second(asks('ownAgain'), refused('forged1'), authorised('ownAgain', 900)), 'pass'],
  ['another code', second(refused('forged1', FORBIDDEN), ...again), 'violated'],
  ['MALFORMED', second(refused('forged1', 'MALFORMED'), ...again), 'violated'],
  ['accepted', second(authorised('forged1', 900), ...again), 'violated'],
  ['of another op', second(but(refused('forged1'), { op: 'error' }), ...again), 'violated'],
  ['closed on it', closedAfter(4001), 'violated'],
  ['closed after the refusal', closedAfter(4001, refused('forged1'), asks('ownAgain')), 'violated'],
  ['the own refused afterwards', second(refused('forged1'), asks('ownAgain'), refused('ownAgain')), 'violated'],
  ['no answer, but one to a later op', second(...again), 'violated'],
  ['rate limited', second(refused('forged1', 'RATE_LIMITED', BUSY), ...again), 'inconclusive'],
  ['a new code, retryable', second(refused('forged1', 'KEYS_UNAVAILABLE', BUSY), ...again), 'inconclusive'],
  [
    'the valid token meets a busy session',
    second(refused('forged1'), asks('ownAgain'), refused('ownAgain', 'NOT_PRIMED', BUSY)),
    'inconclusive',
  ],
  ['no answer in time', second(), 'inconclusive'],
  ['the member goes away', closedAfter(1001), 'inconclusive'],
  ['its lease ends', closedAfter(4001, expiring(900, 1_000)), 'inconclusive'],
  ['its user is revoked', closedAfter(4003, closing()), 'inconclusive'],
  [
    'no token renews it',
    session([...GREETED, ...authed({ own: INVALID, forged0: INVALID, forged1: INVALID, ownAgain: GRANTED })]),
    'inconclusive',
  ],
  ['closed before anything is sent', session([], { closed: { code: 1008 } }), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
]);
