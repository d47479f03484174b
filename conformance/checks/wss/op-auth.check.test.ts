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
  'wss/auth-answers-the-grant',
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
    ['behind the platform', answersAuth(refusedOp('auth', 'renewed', 'NOT_PRIMED', BUSY)), 'inconclusive'],
    ['closed instead', session(unanswered, { closed: { code: 1008 } }), 'violated'],
    ['slow', session(unanswered), 'inconclusive'],
    ['cut off', session(unanswered, { closed: { code: 1006 } }), 'inconclusive'],
    ['lapsed meanwhile', session([...unanswered, expiring(900, 9)], { closed: { code: 4001 } }), 'inconclusive'],
    ['no session', session([], { status: 401 }), 'inconclusive'],
  ],
  { target: { strict: true } },
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

judges('wss/another-principal-is-refused', { colleague: me(2, 1), stranger: me(3, 2), ...others({}), me: me(1, 1) }, [
  ['a later lease of the own (A94)', others({ ownAgain: authorised('ownAgain', 1_800) }), 'pass'],
  ['a member of a newer contract in the refusal', others({ colleague: forbidden('colleague', { hint: 'x' }) }), 'pass'],
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

judges('wss/same-subject-elsewhere', after({ own: GRANTED, elsewhere: FORBIDDEN, ownAgain: GRANTED }), [
  [
    'the own one refused before it',
    after({ own: FORBIDDEN, elsewhere: FORBIDDEN, ownAgain: FORBIDDEN }),
    'inconclusive',
  ],
  ['not opened', { session: refusedHandshake() }, 'inconclusive'],
]);

const INVALID = 'INVALID_TOKEN';

judges(
  'wss/unverifiable-token',
  after({ good: GRANTED, wrongExpired: INVALID, wrongAlgNone: INVALID, last: GRANTED }),
  [
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

judgesOf('wss/invalid-token', (sample: Sample) => ({ session: sample }), [
  ['refused, and open', second(refused('forged1'), ...again), 'pass'],
  ['a new member in the refusal', second(refused('forged1', INVALID, { hint: 1 }), ...again), 'pass'],
  ['a new event between', second(event('serverNotice', {}), refused('forged1'), ...again), 'pass'],
  ['answered late', second(asks('ownAgain'), refused('forged1'), authorised('ownAgain', 900)), 'pass'],
  ['closed on it', closedAfter(4001), 'violated'],
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
