import {
  asked,
  authorised,
  closing,
  event,
  expiring,
  granted,
  mint,
  ns,
  opened,
  rateLimited,
  refusedOp,
  session,
  spending,
  TRADES,
} from '../../testing/sample-conversation.ts';
import { came, noted, type SampleFrame, said } from '../../testing/sample-history.ts';
import { clockAt } from '../../testing/sample-session-additions.ts';
import { cases, me, STRICT, wrote } from '../../testing/sample-story.ts';
import { SAME_CREDENTIAL, spelledDifferently } from '../labels.ts';

/** The expiry of a session's lease, in seconds. */
const E = 100;
const ticket = (expiresAtS: number, over = {}) => mint('<ticket 1>', 100, expiresAtS, over);

// biome-ignore format: an aligned table
cases('T44', [
  ['pass',     'ten seconds',                                    [ticket(110)]],
  ['pass',     'ten seconds from within the second of its Date', [ticket(110.9)]],
  ['pass',     'as long as the token',                           [ticket(103)]],
  ['pass',     'by a Date that is seconds behind',               [ticket(114)]],
  ['violated', 'longer than ten seconds',                        [ticket(117)]],
  ['violated', 'no lifetime',                                    [ticket(100)]],
  ['violated', 'an invalid time',                                [ticket(110, { body: { ticket: '<ticket 1>', expiresAtNs: 'soon' } })]],
  ['pass',     'two tickets',                                    [ticket(110), mint('<ticket 2>', 100, 110)]],
  ['violated', 'one ticket for two calls',                       [ticket(110), mint('<ticket 1>', 101, 111)]],
  ['pass',     'no Date to compare with',                        [ticket(900, { headers: { Date: null } })]],
]);

const ofToken = (endsS: number, of: string) => ({
  credential: noted({ of, expiresAtNs: ns(endsS) }),
  minted: ticket(105),
});

// biome-ignore format: an aligned table
cases('T44', [
  ['pass',     'within the life of the token',          ofToken(105, 'trader')],
  ['violated', 'past the life of the token',            ofToken(104, 'trader')],
  ['pass',     "past the life of another user's token", ofToken(104, 'outsider')],
]);

const minted = ticket(110);
const with1 = (status: number) => spending('<ticket 1>', status);
const other = spending('<ticket 2>');

const sent = { [spelledDifferently('<ticket 1>')]: spending('<ticket sent of trader>') };

// biome-ignore format: an aligned table
cases('T45', [
  ['pass',     'opens one session',                            [minted, with1(101)]],
  ['pass',     'opens one, and is refused again',              [minted, with1(101), with1(401)]],
  ['pass',     'is refused, and opens one',                    [minted, with1(401), with1(101)]],
  ['violated', 'opens two',                                    [minted, with1(101), with1(101)]],
  ['pass',     'opens one, and another ticket opens one too',  [minted, with1(101), other]],
  ['violated', 'opens a second in another spelling',           { minted, one: with1(101), ...sent }],
  ['pass',     'is spent before it expires',                   [minted, ...clockAt(109), with1(101), ...clockAt(109)]],
  ['violated', 'is spent when it has expired',                 [minted, ...clockAt(110), with1(101), ...clockAt(110)]],
  ['pass',     'is spent when it has expired, and is refused', [minted, ...clockAt(110), with1(401), ...clockAt(110)]],
  ['pass',     'is spent at an unknown time',                  [minted, with1(101)]],
], { about: 'a ticket that' });

const some = (count: number, first = 1) =>
  Array.from({ length: count }, (_, i) => mint(`<ticket ${first + i}>`, 100, 110));

const [rested, at100, at160] = [clockAt(0), clockAt(100), clockAt(160)];
const atLast = clockAt(159.9);
const restarted = { a: [...rested, ...at100, ...some(60)], restarted: noted(null), b: [...some(1, 61), ...at100] };

// biome-ignore format: an aligned table
cases('T46', [
  ['pass',     'sixty',                                            [...rested, ...at100, ...some(60), ...at100]],
  ['pass',     'sixty, then a refusal',                            [...rested, ...at100, ...some(60), rateLimited(), ...at100]],
  ['violated', 'sixty-one',                                        [...rested, ...at100, ...some(61), ...at100]],
  ['pass',     'sixty-one of a deployed member: its own window',   [...rested, ...at100, ...some(61), ...at100], {}],
  ['violated', 'fewer, then a refusal',                            [...rested, ...at100, ...some(59), rateLimited(), ...at100]],
  ['pass',     'fewer, then a refusal for what was minted before', [...at100, ...some(59), rateLimited(), ...at100]],
  ['pass',     'one more when sixty are a minute old',             [...rested, ...at100, ...some(60), ...at100, ...at160, ...some(1, 61), ...at160]],
  ['violated', 'one more a moment before that',                    [...rested, ...at100, ...some(60), ...at100, ...atLast, ...some(1, 61), ...atLast]],
  ['pass',     'sixty-one at unknown times',                       [...rested, ...some(61), ...at160]],
  ['pass',     'one more after a restart',                         restarted],
], { target: STRICT });

// biome-ignore format: an aligned table
cases('T47', [
  ['pass',     'sessionOpened first',                                 session([opened(E), expiring(E, 1)])],
  ['pass',     'nothing yet',                                         session([])],
  ['violated', 'another event first',                                 session([expiring(E, 1), opened(E)])],
  ['violated', 'sessionOpened twice',                                 session([opened(E), opened(E)])],
  ['pass',     'sessionClosing first',                                session([closing()], { closed: { code: 4003 } })],
  ['violated', 'sessionClosing and another code',                     session([closing()], { closed: { code: 4001 } })],
  ['violated', 'a frame after sessionClosing',                        session([closing(), opened(E)], { closed: { code: 4003 } })],
  ['pass',     'sessionClosing closed by us',                         session([closing()], { closed: { code: 1000, by: 'suite' } })],
  ['pass',     'market data, which has no events',                    session([expiring(E, 1)], { socket: 'marketData' })],
  ['pass',     'a refused handshake',                                 session([], { status: 401 })],
  ['pass',     'no first frame before handshakes were authenticated', session([expiring(E, 1)]), { socket: '1.1.0' }],
]);

type Close = { readonly n: number; readonly code?: number; readonly by?: 'suite' };

/** The session is sample 3; each later reading of the clock uses two more numbers. */
const lease = (frames: readonly SampleFrame[], readings: readonly number[], closed?: Close) => [
  ...clockAt(0),
  session(frames, closed === undefined ? {} : { closed }),
  ...readings.flatMap(clockAt),
];
const open = [opened(E, 3.1)];
const renewing = (ends: number | null) => [...open, asked('auth', 'a', 3.2), authorised('a', ends, 3.3)];
const closedByRestart = session(open, { closed: { n: 4.5, code: 1001 } });

// biome-ignore format: an aligned table
cases('T48', [
  ['pass',     'open before its end',                     lease(open, [99])],
  ['pass',     'open a second after its end',             lease(open, [101])],
  ['violated', 'open three seconds after its end',        lease(open, [103])],
  ['pass',     'closed by then',                          lease(open, [103], { n: 4.5, code: 4001 })],
  ['violated', 'closed when the clock was past it',       lease(open, [103, 103], { n: 5.5, code: 4001 })],
  ['violated', 'closed too early',                        lease(open, [50], { n: 3.5, code: 4001 })],
  ['pass',     'cut off early, as a crash does',          lease(open, [50], { n: 3.5, code: 1006 })],
  ['pass',     'closed too early by the suite',           lease(open, [50], { n: 3.5, by: 'suite' })],
  ['pass',     'closed too early over a malformed frame', lease(open, [50], { n: 3.5, code: 1009 })],
  ['pass',     'closed too early by a deployed member',   lease(open, [50], { n: 3.5, code: 1012 }), {}],
  ['pass',     'open, and it never expires',              lease([opened(0, 3.1)], [1_000])],
  ['violated', 'closed, though it never expires',         lease([opened(0, 3.1)], [50], { n: 3.5, code: 4001 })],
  ['pass',     'renewed, and open past its first end',    lease(renewing(200), [150])],
  ['violated', 'renewed, and open past its second end',   lease(renewing(200), [203])],
  ['violated', 'renewed, and closed at its first end',    lease(renewing(200), [99, 101], { n: 5.5, code: 4001 })],
  ['violated', 'not renewed, and open past its end',      lease(renewing(null), [150])],
  ['pass',     'open at an unknown time',                 lease(open, [])],
  ['pass',     'closed by a restart',                     { a: clockAt(0), b: closedByRestart, restarted: noted(null), c: clockAt(50) }],
], { target: STRICT });

/** The clock reads `fromS` before the session and `toS` after it. */
const expires = (frames: readonly SampleFrame[], fromS = 40, toS = 40) => [
  ...clockAt(fromS),
  session([opened(E), ...frames]),
  ...clockAt(toS),
];
const inTime = expiring(E, 60_000);
const again = (grant: SampleFrame, second = inTime) => [inTime, asked('auth', 'a'), grant, second];
const sameToken = (token: string) => ({
  [SAME_CREDENTIAL]: noted(token),
  talked: session([opened(E), ...again(authorised('a', E))]),
});

// biome-ignore format: an aligned table
cases('T49', [
  ['pass',     'in time',                                      expires([inTime])],
  ['pass',     'with a duration half a second wrong',          expires([expiring(E, 60_500)])],
  ['violated', 'with a duration two seconds wrong',            expires([expiring(E, 62_000)])],
  ['pass',     'while the clock moved',                        expires([inTime], 0, 70)],
  ['violated', 'with more than was left when the clock moved', expires([inTime], 45, 70)],
  ['violated', 'after the expiry',                             expires([expiring(E, 0)], 101, 101)],
  ['violated', 'with another expiry',                          expires([expiring(90, 60_000)])],
  ['violated', 'without inMs',                                 expires([event('sessionExpiring', { expiresAtNs: ns(E) })])],
  ['violated', 'twice',                                        expires([inTime, inTime])],
  ['pass',     'again after a renewal',                        expires(again(authorised('a', 99), expiring(99, 59_000)))],
  ['violated', 'again after a failed renewal',                 expires(again(authorised('a', null)))],
  ['violated', 'though the credential never expires',          [...clockAt(40), session([opened(0), expiring(0, 0)]), ...clockAt(40)]],
  ['violated', 'before the session is open',                   [...clockAt(40), session([inTime]), ...clockAt(40)]],
  ['pass',     'at an unknown time',                           session([opened(E), expiring(E, 5)])],
  ['violated', 'again after a renewal with the same token',    sameToken('a')],
  ['pass',     'again after a renewal with another token',     sameToken('b')],
], { about: 'sent' });

const gone = { closed: { code: 1001 } };
const unknown = (reqId: string) => refusedOp('x', reqId, 'UNKNOWN_OP');
const bare = { op: 'auth', reqId: 'a', success: true };
const unread = (op = 'error') => refusedOp(op, null, 'MALFORMED');

// biome-ignore format: an aligned table
cases('T50', [
  ['pass',     'one reply',                                              session([opened(E), asked('auth', 'a'), authorised('a', E)])],
  ['violated', 'no reply',                                               session([opened(E), asked('auth', 'a')])],
  ['pass',     'no reply before it was closed',                          session([opened(E), asked('auth', 'a')], gone)],
  ['violated', 'two replies',                                            session([asked('auth', 'a'), authorised('a', E), authorised('a', E)])],
  ['pass',     'two ops of one reqId, two replies',                      session([asked('x', 'a'), asked('x', 'a'), unknown('a'), unknown('a')])],
  ['violated', 'a reply with another reqId',                             session([asked('auth', 'a'), authorised('A', E)])],
  ['violated', 'a reply to what another session asked',                  session([asked('auth', 'a'), authorised('a', E), authorised('b', E)])],
  ['pass',     'an event is not a reply',                                session([event('orderUpdated', {}), came({ event: 'quote', reqId: 'z' })])],
  ['pass',     'a frame that cannot be read',                            session([said('{'), unread()])],
  ['violated', 'a frame that cannot be read, answered twice',            session([said('{'), unread(), unread()])],
  ['violated', 'an op other than error for a frame that cannot be read', session([said('{'), unread('auth')])],
  ['pass',     'the op that was sent, for a frame without a reqId',      session([said({ op: 'auth', params: {} }), unread('auth')])],
  ['pass',     'error, for a frame without a reqId',                     session([said({ op: 'auth', params: {} }), unread()])],
  ['violated', 'another op than was sent, for a frame without a reqId',  session([said({ op: 'auth' }), unread('submit')])],
  ['violated', 'the op of a frame that has its own reply',               session([asked('auth', 'a'), authorised('a', E), said('{'), unread('auth')])],
  ['violated', 'the op that was sent, twice',                            session([said({ op: 'auth', params: {} }), unread('auth'), unread('auth')])],
  ['pass',     'a reader that was too slow',                             session([refusedOp('error', null, 'BACKPRESSURE')], gone)],
  ['pass',     'an odd reqId, echoed',                                   session([asked('x', 'a b'), unknown('a b')])],
  ['pass',     'an odd reqId, malformed',                                session([asked('x', 'a b'), unread()])],
  ['pass',     'a reqId with escapes, malformed',                        session([said('{"op":"x","reqId":"\\u0061"}'), unread()])],
  ['pass',     'a bare answer of market data',                           session([asked('auth', 'a'), came(bare)], { socket: 'marketData' })],
]);

const NONE: readonly string[] = [];
const taken = came({ op: 'submit', reqId: 's', success: true, order: {}, globalSequence: '7' });
const byDoor = refusedOp('submit', 's', 'FORBIDDEN_CAPABILITY');
const byOwner = refusedOp('submit', 's', 'FORBIDDEN_CAPABILITY', { globalSequence: '7' });
const cleared = authorised('a', E, undefined, NONE);
const without = opened(E, undefined, NONE);
const submits = asked('submit', 's');

// biome-ignore format: an aligned table
cases('T51', [
  ['pass',     'accepted with a grant that has it',                      session([opened(E), submits, taken])],
  ['violated', 'refused by the door with a grant that has it',           session([opened(E), submits, byDoor])],
  ['pass',     'refused by the owner',                                   session([opened(E), submits, byOwner])],
  ['pass',     'refused by the door with a grant that lacks it',         session([without, submits, byDoor])],
  ['violated', 'accepted with a grant that lacks it',                    session([without, submits, taken])],
  ['violated', 'judged by the owner with a grant that lacks it',         session([without, submits, byOwner])],
  ['pass',     'refused by the door after op auth removed it',           session([opened(E), asked('auth', 'a'), cleared, submits, byDoor])],
  ['violated', 'accepted after an op auth that was refused',             session([without, asked('auth', 'a'), authorised('a', null), submits, taken])],
  ['pass',     'of a deployed member: orders over a socket are assumed', session([opened(E), submits, byDoor]), {}],
], { about: 'an order', target: STRICT });

const mine = (position: number, held: readonly string[]) => me('trader', 2, position, held);

// biome-ignore format: an aligned table
cases('T51', [
  ['pass',     'equal to /me',                 [mine(1, TRADES), session([opened(E)]), mine(1, TRADES)]],
  ['violated', 'different from /me',           [mine(1, NONE), session([opened(E)]), mine(1, NONE)]],
  ['pass',     'as one of two',                [mine(1, NONE), session([opened(E)]), mine(2, TRADES)]],
  ['pass',     'equal to a change in between', [mine(1, NONE), wrote('PUT /users/2', 2, granted(E)), session([opened(E)]), mine(3, NONE)]],
], { about: 'a grant', target: STRICT });
