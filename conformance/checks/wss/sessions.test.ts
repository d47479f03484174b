import { blames, judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  closing,
  event,
  expiring,
  GREETED,
  mint,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
  spending,
} from '../../testing/sample-conversation.ts';
import {
  answer,
  type ConversationOptions,
  came,
  noted,
  type Sample,
  type SampleFrame,
  said,
} from '../../testing/sample-history.ts';

{
  const probe = probed('greeted');
  const greeting = (members: object) => but(opened(900), members);

  judgesOf('wss/greeting-comes-first', (...frames: readonly SampleFrame[]) => ({ session: session(frames) }), [
    ['first', opened(900), ...probe, 'pass'],
    ['of a binding that never expires', opened(0), ...probe, 'pass'],
    ['without any capability', opened(900, undefined, []), ...probe, 'pass'],
    ['with a hint after it (A96)', opened(30), expiring(30, 30_000), ...probe, 'pass'],
    ['with members of a newer contract', greeting({ version: '1.5.0' }), ...probe, 'pass'],
    ['access was revoked meanwhile', closing(), 'inconclusive'],
    ['nothing in time', 'inconclusive'],
    ["later than the client's first message", probe[0], opened(900), probe[1], ['inconclusive', 'violated']],
  ]);

  const at = (frame: SampleFrame, atMs: number): SampleFrame => ({ ...frame, atMs });
  /** Opened at 0, and the client sent nothing for ten seconds. */
  const late = (greetedAtMs: number) =>
    session([at(probe[0], 10_000), at(opened(900), greetedAtMs), at(probe[1], 14_000)], {
      sentAtMs: 0,
      answeredAtMs: 0,
    });

  judges('wss/greeting-comes-first', { session: late(10_003) }, [
    ['so once, and in time then', { 'once more': [late(10_005), session(GREETED)] }, 'inconclusive'],
    ['late by any time', { 'once more': [late(13_500), late(13_700)] }, 'inconclusive'],
    ['no session', { session: session([], { status: 401 }) }, 'inconclusive'],
    ['late, and not tried again', {}, 'inconclusive'],
  ]);

  const user = answer('PUT /users/2', { status: 200, position: 7n, body: {} });
  const left = (code: number, ...frames: readonly SampleFrame[]) => ({
    session: session(frames, { closed: { code } }),
  });
  const leaving = (data: object) => left(4003, but(closing(), { data: { code: 'PRINCIPAL_REVOKED', ...data } }));
  const ask = asked('touchstoneProbe', 'r1');
  const unclosed = { session: session([closing(), ask]) };

  // biome-ignore format: an aligned table
  judges(
    'wss/revoked-before-the-first-frame',
    {
      DISABLED: user,
      meanwhile: answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }),
      ...left(4003, closing()),
      ACTIVE: user,
    },
    [
      ['in no more than a code',        leaving({}),                                                                           'pass'],
      ['with other fields (not shown)', leaving({ message: 'bye', atNs: '1', retryable: false }),                              'pass'],
      ['the probe was sent meanwhile',  left(4003, closing(), ask),                                                            'pass'],
      ['not closed in time',            { ...unclosed, ACTIVE: answer('PUT /users/2', { status: 503, code: 'NOT_SERVING' }) }, 'inconclusive'],
      ['no frame in time',              { session: session() },                                                                'inconclusive'],
      ['the user was not disabled',     { DISABLED: answer('PUT /users/2', { status: 400, code: 'MALFORMED_REQUEST' }) },      'inconclusive'],
      ['still served',                  { meanwhile: answer('GET /me', { status: 200, body: {} }) },                           'inconclusive'],
      ['not opened',                    { session: refusedHandshake() },                                                       'inconclusive'],
      ['the user is not known',         { session: [] },                                                                       'inconclusive'],
    ],
  );

  const after = (...frames: readonly SampleFrame[]) => session([...GREETED, ...frames]);
  const greetedBy = (members: object) => session([greeting(members), ...probe]);
  const refused = came({ op: 'x', reqId: 'y', success: false, code: 'UNKNOWN_OP', msgType: 'refusal' });

  judgesOf('wss/one-kind-name', (sample: Sample) => ({ session: sample }), [
    ['one name, and more members', greetedBy({ seq: 7 }), 'pass'],
    ['a kind that is new', after(event('serverNotice', { text: 'x' })), 'pass'],
    ['an answer that has a kind too', after(refused), 'pass'],
    ['no event', after(came({ pulse: 1 })), 'pass'],
    ['no event at all', session(probe), 'inconclusive'],
  ]);

  const order = answer('POST /orders', { status: 201, position: 7n, body: { orderId: '9' } });
  const none = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7n });
  const updated = event('orderUpdated', { orderId: '9' });
  const channel = after(but(updated, { msgType: 'orders' }));

  // biome-ignore format: an aligned table
  judges('wss/one-kind-name-of-orders', { session: after(updated), order }, [
    ['one name',                                {},                                                                   ['not-exercised', 'pass']],
    ['of an execution too',                     { session: after(updated, event('executed', { executionId: '1' })) }, ['not-exercised', 'pass']],
    ['no msgType',                              { session: after(but(updated, { msgType: undefined })) },             ['not-exercised', 'violated']],
    ['no event name',                           { session: after(but(updated, { event: undefined })) },               ['not-exercised', 'violated']],
    ['the channel in its place',                { session: channel },                                                 ['not-exercised', 'violated']],
    ['no event of an order',                    { session: after() },                                                 ['not-exercised', 'inconclusive']],
    ['the greeting is judged by another check', { session: session([greeting({ msgType: 'x' }), updated]) },          ['not-exercised', 'pass']],
    ['no order',                                { session: after(), order: none },                                    ['not-exercised', 'inconclusive']],
  ]);
}

const BUSY = { code: 'RATE_LIMITED', retryable: true };
const inSession = (sample: Sample) => ({ session: sample });
const after = (...frames: readonly SampleFrame[]) => session([...GREETED, ...frames]);
const last = probed('last');
const malformed = refusedOp('error', null, 'MALFORMED');

const REFUSALS = {
  unknown: ['touchstoneProbe', 'UNKNOWN_OP'],
  cased: ['Auth', 'UNKNOWN_OP'],
  invalid: ['auth', 'INVALID_TOKEN'],
  tokenless: ['auth', 'MALFORMED'],
  last: ['touchstoneProbe', 'UNKNOWN_OP'],
} as const;
type Refused = keyof typeof REFUSALS;

/** With other members in one refusal, or without one. */
function refusals(of?: Refused, change: object | null = {}, options: ConversationOptions = {}) {
  const exchanged = Object.entries(REFUSALS).flatMap(([reqId, [op, code]]) => {
    const refused = refusedOp(op, reqId, code);
    if (reqId === of && change === null) return [asked(op, reqId)];
    return [asked(op, reqId), event('notice', {}), reqId === of ? but(refused, change ?? {}) : refused];
  });
  return inSession(session([...GREETED, ...exchanged], options));
}

judges('wss/refusal-frame', refusals(), [
  ['an empty message', refusals('unknown', { message: '' }), 'pass'],
  ['an op that is auth in any case of letters', refusals('cased', { op: 'auth', code: 'INVALID_TOKEN' }), 'pass'],
  ['no token, refused as unreadable', refusals('tokenless', { op: 'error' }), 'pass'],
  ['a code that is new', refusals('tokenless', { code: 'TOKEN_MISSING' }), 'pass'],
  ['busy, in the form of a refusal', refusals('invalid', BUSY), 'pass'],
  ['an unknown op refused as op error', refusals('unknown', { op: 'error' }), 'violated'],
]);

const greeted = probed('greeted');
const later = probed('later');
const unread = said('no JSON');
const unreadable = (frames: readonly SampleFrame[], over: ConversationOptions = {}) =>
  session([...GREETED, unread, ...frames], over);
const answered = (...frames: readonly SampleFrame[]) => unreadable(frames);
const closedOn = (code: number, ...frames: readonly SampleFrame[]) => unreadable(frames, { closed: { code } });
const first = (sample: Sample) => ({ session: [sample, answered(malformed)] });
const reported = (members: object) => first(answered(but(malformed, members)));

// biome-ignore format: an aligned table
judges('wss/unreadable-frame', { ...first(answered(malformed)), 'may close': answered(malformed) }, [
  ['with further members',                    reported({ detail: 'x', failedTopicIndex: 0 }),                           'pass'],
  ['a new event',                             first(answered(event('notice', {}), malformed)),                          'pass'],
  ['late',                                    first(answered(...later, malformed)),                                     'pass'],
  ['the greeting probe is answered late',     first(session([opened(900), greeted[0], unread, greeted[1], malformed])), 'pass'],
  ['closed where it may be (A98)',            { 'may close': closedOn(1003) },                                          'pass'],
  ['closed where it may not be',              first(closedOn(1003)),                                                    'violated'],
  ['rate limited',                            reported(BUSY),                                                           'inconclusive'],
  ['no answer in time',                       first(answered(later[0])),                                                'inconclusive'],
  ['the member goes away',                    first(closedOn(1001)),                                                    'inconclusive'],
  ['the member goes away where it may close', { 'may close': closedOn(1006) },                                          'inconclusive'],
  ['its lease ends',                          first(closedOn(4001, expiring(900, 1_000))),                              'inconclusive'],
  ['one is not opened',                       first(refusedHandshake()),                                                'inconclusive'],
]);

const [alnum, refusal] = probed('aB3');
const [printable] = probed('~/x');
const [spaced] = probed(' a  b ');
const echoes = (...frames: readonly SampleFrame[]) => after(alnum, ...frames, ...last);
const spelt = (reqId: string): SampleFrame => came(`{"op":"touchstoneProbe","reqId":${reqId},"success":false}`);
const closedOnReqId = (code: number) => session([...GREETED, alnum], { closed: { code } });

judgesOf(
  'wss/req-id-is-echoed',
  inSession,
  [
    ['unchanged', echoes(refusal), 'pass'],
    ['printable too', echoes(refusal, printable, spelt('"~/x"')), 'pass'],
    ['new frames', echoes(event('notice', {}), refusal, came({ pulse: 1 })), 'pass'],
    ['in any answer', echoes(came({ op: 'touchstoneProbe', reqId: 'aB3', success: true })), 'pass'],
    ['late', after(alnum, last[0], refusal, last[1]), 'pass'],
    ['a slash escaped', echoes(refusal, printable, spelt(String.raw`"~\/x"`)), ['pass', 'violated']],
    ['a letter escaped', echoes(spelt(String.raw`"\u0061B3"`)), ['pass', 'violated']],
    ['spaces kept', echoes(refusal, spaced, spelt('" a  b "')), 'pass'],
    ['spaces refused', echoes(refusal, spaced, malformed), ['pass', 'violated']],
    ['spaces passed over', echoes(refusal, spaced), 'violated'],
    ['closed on it', closedOnReqId(1007), 'violated'],
    ['the member goes away', closedOnReqId(1001), 'inconclusive'],
    ['no answer in time', after(alnum), 'inconclusive'],
  ],
  { given: { alnum: 'aB3', printable: '~/x' } },
);

const escaped = said(String.raw`{"op":"touchstoneProbe","reqId":"\u0061bc","params":{}}`);
const none = said('{"op":"touchstoneProbe","params":{}}');
const plain = (...frames: readonly SampleFrame[]) => after(escaped, ...frames, none, malformed, ...last);
const closedOnEscape = (code: number) => session([...GREETED, escaped], { closed: { code } });

// biome-ignore format: an aligned table
judgesOf('wss/req-id-is-plain-ascii', inSession, [
  ['MALFORMED',                           plain(malformed),                                                                             'pass'],
  ['of the op that it was',               plain(but(malformed, { op: 'touchstoneProbe' })),                                             'pass'],
  ['with the reqId as it was read',       plain(but(malformed, { reqId: 'abc' })),                                                      'pass'],
  ['a new event',                         plain(event('notice', {}), malformed),                                                        'pass'],
  ['late',                                after(escaped, none, malformed, malformed, ...last),                                          'pass'],
  ['the greeting probe is answered late', session([opened(900), greeted[0], escaped, greeted[1], malformed, none, malformed, ...last]), 'pass'],
  ['closed on it',                        closedOnEscape(1007),                                                                         'violated'],
  ['rate limited',                        plain(refusedOp('error', null, 'RATE_LIMITED', { retryable: true })),                         'inconclusive'],
  ['the member goes away',                closedOnEscape(1001),                                                                         'inconclusive'],
  ['no answer in time',                   after(escaped),                                                                               'inconclusive'],
]);

const refusedBy = (code: string, op = 'auth') => after(asked('auth', 'r1'), refusedOp(op, 'r1', code));

judgesOf('wss/codes-never-emitted', inSession, [
  ['a code of a newer contract', refusedBy('TOKEN_REVOKED'), 'pass'],
  ['SESSION_EXPIRED', refusedBy('SESSION_EXPIRED'), 'pass'],
  ['nothing refused', session([opened(900)]), 'inconclusive'],
  ['UNAUTHENTICATED at the handshake', session([], { status: 401, code: 'UNAUTHENTICATED' }), 'inconclusive'],
]);

{
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

  // biome-ignore format: an aligned table
  judges('wss/no-credential', { refused: [refused, refused, refused, refused], 'with a credential': open }, [
    ['by any status (A91)',               by({ status: 400, code: 'MALFORMED_REQUEST' }, { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), 'pass'],
    ['without an envelope',               by({ status: 401, body: '' }, { status: 426, body: 'no' }),                                   'pass'],
    ['one opens',                         { refused: [refused, open, refused] },                                                        'violated'],
    ['a valid credential is refused too', { 'with a credential': refused },                                                             'inconclusive'],
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

  // biome-ignore format: an aligned table
  judges(
    'wss/one-credential',
    EITHER_OPENS,
    [
      ['by any status (A91)',                       { both: refusedHandshake({ status: 401, body: '' }) },  'pass'],
      ['both open',                                 { both: open },                                         'violated'],
      ['a ticket that may have expired on its way', { ticket: refusedHandshake({ answeredAtMs: 12_000 }) }, 'inconclusive'],
      ['busy with a bearer token',                  { bearer: notPrimed },                                  'inconclusive'],
      ['busy with a ticket',                        { ticket: notPrimed },                                  'inconclusive'],
      ['no ticket is minted',                       { minted: [noKey, noKey] },                             'inconclusive'],
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
}

const OPENED = session([opened(900)]);
const RENEWED = session([opened(900), asked('auth', 'auth'), authorised('auth', 900)]);
const refusedWith = (code: string) => session([opened(900), asked('auth', 'auth'), refusedOp('auth', 'auth', code)]);
const REFUSED = refusedWith('INVALID_TOKEN');

interface Offered {
  readonly alive?: typeof OPENED;
  readonly opens?: typeof OPENED;
  readonly renews?: typeof OPENED;
  readonly pastMs?: number;
}

const past = ({ alive = OPENED, opens = refusedHandshake(), renews = REFUSED, pastMs = 2_000 }: Offered) => ({
  life: noted(75_000),
  'while it lives': alive,
  'while it lives: op auth': RENEWED,
  expired: opens,
  'expired: op auth': renews,
  'past its end': noted(pastMs),
});

blames('wss/expired-token', past, [
  ['refused by both', {}, 'pass'],
  ['it opens', { opens: OPENED, pastMs: 125_000 }, ['WSS-01']],
  ['it opens within the leeway', { opens: OPENED }, 'not-exercised'],
  ['it does not open while it lives', { alive: refusedHandshake() }, 'inconclusive'],
]);

const other = ({ alive = OPENED, opens = refusedHandshake(), renews = REFUSED }: Offered) => ({
  'while it lives': alive,
  'while it lives: op auth': RENEWED,
  'another audience': opens,
  'another audience: op auth': renews,
});

blames('wss/token-of-another-audience', other, [
  ['refused by both', {}, 'pass'],
  ['it opens', { opens: OPENED }, ['WSS-01']],
  ['its own does not open', { alive: refusedHandshake() }, 'inconclusive'],
]);
