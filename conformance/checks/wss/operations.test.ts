import { cases, judges, judgesOf } from '../../testing/judges.ts';
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
import { answer, type ConversationOptions, came, type Sample, type SampleFrame } from '../../testing/sample-history.ts';

{
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

  // biome-ignore format: an aligned table
  judgesOf(
    'wss/auth-answers-the-grant',
    (sample: Sample) => ({ session: sample }),
    [
      ['the grant',                        answersAuth(renewed),                                                                    ['not-exercised', 'pass']],
      ['a later one',                      answersAuth(authorised('renewed', 1_800)),                                               'pass'],
      ['an earlier one (A94)',             answersAuth(authorised('renewed', 600)),                                                 'pass'],
      ['of a binding that never expires',  answersAuth(authorised('renewed', 0)),                                                   'pass'],
      ['without any capability',           answersAuth(authorised('renewed', 900, undefined, [])),                                  'pass'],
      ['with members of a newer contract', answersAuth(but(renewed, { latencyMs: 3, session: { ...granted(900), region: 'eu' } })), 'pass'],
      ['behind the platform',              answersAuth(refusedOp('auth', 'renewed', 'NOT_PRIMED', BUSY)),                           'inconclusive'],
      ['closed instead',                   session(unanswered, { closed: { code: 1008 } }),                                         'violated'],
      ['slow',                             session(unanswered),                                                                     'inconclusive'],
      ['cut off',                          session(unanswered, { closed: { code: 1006 } }),                                         'inconclusive'],
      ['lapsed meanwhile',                 session([...unanswered, expiring(900, 9)], { closed: { code: 4001 } }),                  'inconclusive'],
      ['no session',                       session([], { status: 401 }),                                                            'inconclusive'],
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

  // biome-ignore format: an aligned table
  judges('wss/another-principal-is-refused', { colleague: me(2, 1), stranger: me(3, 2), ...others({}), me: me(1, 1) }, [
    ['a later lease of the own (A94)',                   others({ ownAgain: authorised('ownAgain', 1_800) }),                         'pass'],
    ['a member of a newer contract in the refusal',      others({ colleague: forbidden('colleague', { hint: 'x' }) }),                'pass'],
    ['too busy',                                         others({ colleague: refusedOp('auth', 'colleague', 'RATE_LIMITED', BUSY) }), 'inconclusive'],
    ['no credential renews',                             others({ own: 'INVALID_TOKEN' }),                                            'inconclusive'],
    ["the profile's token of the colleague has expired", { ...others({ colleague: 'INVALID_TOKEN' }), colleague: expired },           'inconclusive'],
    ['one user is two principals of the profile',        { ...others({ colleague: null }), colleague: me(1, 1) },                     'inconclusive'],
    ['users are numbered by organisation',               { stranger: me(1, 2) },                                                      'pass'],
    ['a capability was cleared meanwhile',               { ...others({ ownAgain: noCapability }), me: me(1, 1, []) },                 'pass'],
    ['a refused handshake',                              { session: session([], { status: 403, code: 'CAPABILITY_DENIED' }) },        'inconclusive'],
    ['closed on the colleague',                          closedOnColleague(4003),                                                     'violated'],
    ['the member goes away',                             closedOnColleague(1001),                                                     'inconclusive'],
  ]);

  const after = (answers: Parameters<typeof authed>[0]) => ({ session: session([opened(900), ...authed(answers)]) });
  const GRANTED = null;

  // biome-ignore format: an aligned table
  cases([
    ['wss/same-subject-elsewhere', 'the own one refused before it', after({ own: FORBIDDEN, elsewhere: FORBIDDEN, ownAgain: FORBIDDEN }), 'inconclusive'],
    ['wss/same-subject-elsewhere', 'not opened',                    { session: refusedHandshake() },                                      'inconclusive'],
  ]);

  const INVALID = 'INVALID_TOKEN';

  // biome-ignore format: an aligned table
  cases([
    ['wss/unverifiable-token', 'a valid one refused', after({ good: INVALID, wrongExpired: INVALID, last: INVALID }),        'inconclusive'],
    ['wss/unverifiable-token', 'a busy session',      after({ good: GRANTED, wrongExpired: 'RATE_LIMITED', last: GRANTED }), 'inconclusive'],
    ['wss/unverifiable-token', 'not opened',          { session: refusedHandshake() },                                       'inconclusive'],
  ]);

  const asks = (reqId: string) => asked('auth', reqId);
  const refused = (reqId: string, code = INVALID, more = {}) => refusedOp('auth', reqId, code, more);
  const forged = [...GREETED, ...authed({ own: GRANTED, forged0: INVALID }), asks('forged1')];
  const again = authed({ ownAgain: GRANTED });
  /** What comes after the second forged token. */
  const second = (...frames: readonly SampleFrame[]) => session([...forged, ...frames]);
  const closedAfter = (code: number, ...frames: readonly SampleFrame[]) =>
    session([...forged, ...frames], { closed: { code } });

  // biome-ignore format: an aligned table
  judgesOf('wss/invalid-token', (sample: Sample) => ({ session: sample }), [
    ['refused, and open',                    second(refused('forged1'), ...again),                                                  'pass'],
    ['a new member in the refusal',          second(refused('forged1', INVALID, { hint: 1 }), ...again),                            'pass'],
    ['a new event between',                  second(event('serverNotice', {}), refused('forged1'), ...again),                       'pass'],
    ['answered late',                        second(asks('ownAgain'), refused('forged1'), authorised('ownAgain', 900)),             'pass'],
    ['closed on it',                         closedAfter(4001),                                                                     'violated'],
    ['rate limited',                         second(refused('forged1', 'RATE_LIMITED', BUSY), ...again),                            'inconclusive'],
    ['a new code, retryable',                second(refused('forged1', 'KEYS_UNAVAILABLE', BUSY), ...again),                        'inconclusive'],
    ['the valid token meets a busy session', second(refused('forged1'), asks('ownAgain'), refused('ownAgain', 'NOT_PRIMED', BUSY)), 'inconclusive'],
    ['no answer in time',                    second(),                                                                              'inconclusive'],
    ['the member goes away',                 closedAfter(1001),                                                                     'inconclusive'],
    ['its lease ends',                       closedAfter(4001, expiring(900, 1_000)),                                               'inconclusive'],
    ['its user is revoked',                  closedAfter(4003, closing()),                                                          'inconclusive'],
    ['no token renews it', session([...GREETED, ...authed({ own: INVALID, forged0: INVALID, forged1: INVALID, ownAgain: GRANTED })]), 'inconclusive'],
    ['closed before anything is sent',       session([], { closed: { code: 1008 } }),                                               'inconclusive'],
    ['not opened',                           refusedHandshake(),                                                                    'inconclusive'],
  ]);
}

const inSession = (sample: Sample) => ({ session: sample });
const after = (frames: readonly SampleFrame[], over: ConversationOptions = {}) =>
  session([...GREETED, ...frames], over);

const CODES = {
  price: 'INVALID_PRICE',
  qty: 'INVALID_QTY',
  instrument: 'UNKNOWN_INSTRUMENT',
  account: 'UNKNOWN_ACCOUNT',
  side: 'INVALID_FIELD',
  clientOrderId: 'INVALID_CLIENT_ORDER_ID',
  order: 'UNKNOWN_ORDER',
} as const;
type Wrong = keyof typeof CODES;

const opOf = (what: string) => (what === 'order' ? 'cancel' : 'submit');

/** One refused by another code, or accepted, or (null) not answered; `members` of its refusal. */
function writes(of?: Wrong, code: string | null = CODES[of ?? 'order'], members: object = {}) {
  const exchanged = Object.entries(CODES).flatMap(([what, usual]) => {
    if (what === of && code === null) return [asked(opOf(what), what)];
    const refused = refusedOp(opOf(what), what, what === of && code !== null ? code : usual);
    return [asked(opOf(what), what), event('notice', {}), what === of ? but(refused, members) : refused];
  });
  return inSession(after(exchanged));
}

const ACCEPTED = { success: true, code: undefined, message: undefined, retryable: undefined, order: { orderId: '1' } };
const allBy = (code: string) =>
  inSession(after(Object.keys(CODES).flatMap((what) => [asked(opOf(what), what), refusedOp(opOf(what), what, code)])));

// biome-ignore format: an aligned table
judges('wss/write-refusal-codes', writes(), [
  ['with a reason',                     writes('price', 'INVALID_PRICE', { reason: 'TICK_SIZE_VIOLATION' }),      'pass'],
  ['another code of writes',            writes('qty', 'INVALID_FIELD'),                                           ['pass', 'violated']],
  ['a code that is new',                writes('qty', 'INVALID_STEP'),                                            ['not-exercised', 'violated']],
  ['a code of HTTP',                    writes('order', 'NOT_FOUND'),                                             ['not-exercised', 'violated']],
  ['the member’s own side is accepted', writes('side', 'INVALID_FIELD', ACCEPTED),                                ['pass', 'violated']],
  ['a wrong quantity is accepted',      writes('qty', 'INVALID_QTY', ACCEPTED),                                   ['not-exercised', 'violated']],
  ['one is passed over',                writes('qty', null),                                                      ['inconclusive', 'violated']],
  ['closed on it',                      inSession(after([asked('submit', 'price')], { closed: { code: 1011 } })), ['inconclusive', 'violated']],
  ['the ops are unknown',               allBy('UNKNOWN_OP'),                                                      ['not-exercised', 'violated']],
  ['the ops have another form',         allBy('MALFORMED'),                                                       ['not-exercised', 'violated']],
  ['not opened',                        inSession(refusedHandshake()),                                            'inconclusive'],
]);

const away = [asked('submit', 'away')];
const awayAnswered = (...frames: readonly SampleFrame[]) => after([...away, ...frames]);
const awayRefused = (code: string) => refusedOp('submit', 'away', code, { retryable: true });
const notServing = awayRefused('NOT_SERVING');
const accepted = came({ op: 'submit', reqId: 'away', success: true });

judgesOf('wss/owner-away-is-not-serving', inSession, [
  ['NOT_SERVING', awayAnswered(notServing), 'pass'],
  ['NOT_SERVING, and why', awayAnswered(but(notServing, { reason: 'OWNER_ABSENT', owner: 'orders' })), 'pass'],
  ['after a new event', awayAnswered(event('notice', {}), notServing), 'pass'],
  ['of another op', awayAnswered(but(notServing, { op: 'error' })), 'violated'],
  ['another code', awayAnswered(awayRefused('BACKPRESSURE')), ['not-exercised', 'violated']],
  ['accepted', awayAnswered(accepted), ['not-exercised', 'violated']],
  ['closed on it', after(away, { closed: { code: 1011 } }), 'inconclusive'],
  ['no answer in time', awayAnswered(), 'inconclusive'],
  ['an op that the member does not serve', awayAnswered(awayRefused('UNKNOWN_OP')), 'not-exercised'],
  ['a body that it cannot read', awayAnswered(awayRefused('MALFORMED')), 'not-exercised'],
  ['refused for the order', awayAnswered(awayRefused('INVALID_PRICE')), ['not-exercised', 'violated']],
  ['not opened', refusedHandshake(), 'inconclusive'],
]);

const unknownTopic = (reqId: string, members: object = {}, code = 'UNKNOWN_TOPIC') =>
  refusedOp('subscribe', reqId, code, members);
const at = (reqId: string, failedTopicIndex: unknown) => ({ [reqId]: unknownTopic(reqId, { failedTopicIndex }) });
const subscribed = (reqId: string) => came({ op: 'subscribe', reqId, success: true });
const TOPICS = { ...at('one', 0), ...at('two', 0), ...at('among', 2) };
const topics = (change: Readonly<Record<string, SampleFrame>> = {}) => {
  const exchanged = Object.entries({ ...TOPICS, ...change });
  return inSession(after(exchanged.flatMap(([reqId, frame]) => [asked('subscribe', reqId), frame])));
};
const two = [asked('subscribe', 'one'), unknownTopic('one', { failedTopicIndex: 0 }), asked('subscribe', 'two')];

// biome-ignore format: an aligned table
judges('wss/topic-refusal-names-its-index', topics(), [
  ['either of two that are unknown',         topics(at('two', 1)),                                                                          'pass'],
  ['with further members',                   topics({ one: unknownTopic('one', { failedTopicIndex: 0, topic: 'x' }) }),                     'pass'],
  ['another refusal of topics',              topics({ two: unknownTopic('two', { failedTopicIndex: 1 }, 'TOO_MANY_TOPICS') }),              'pass'],
  ['known topics are the sandbox’s alone',   topics(at('among', 0)), ['pass', 'violated']],
  ['counted in other topics than were sent', topics(at('among', 1)), ['pass', 'violated']],
  ['closed on it',                           inSession(after(two, { closed: { code: 1008 } })),                                             'violated'],
  ['the op is unknown',                      topics({ one: unknownTopic('one', {}, 'UNKNOWN_OP') }),                                        'not-exercised'],
  ['the op has another form',                topics({ one: unknownTopic('one', {}, 'MALFORMED') }),                                         'not-exercised'],
  ['any topic is accepted',                  topics({ one: subscribed('one'), two: subscribed('two') }),                                    'not-exercised'],
  ['refused for something else',             topics({ two: unknownTopic('two', {}, 'FORBIDDEN_CAPABILITY') }),                              'not-exercised'],
  ['by a code that is new',                  topics({ two: unknownTopic('two', {}, 'TOPIC_RETIRED') }),                                     'not-exercised'],
  ['busy',                                   topics({ two: unknownTopic('two', { retryable: true }, 'RATE_LIMITED') }),                     'inconclusive'],
  ['no answer in time',                      inSession(after(two.slice(0, 1))),                                                             'inconclusive'],
  ['a new event', inSession(after([...two, event('notice', {}), unknownTopic('two', { failedTopicIndex: 0 })])), ['pass', 'inconclusive']],
  ['not opened',                             inSession(refusedHandshake()),                                                                 'inconclusive'],
]);

const placed = (orderId: string) => answer('POST /orders', { status: 201, position: 7n, body: { orderId } });
const updated = (orderId: string) => event('orderUpdated', { orderId });
const last = probed('last');

interface Parts {
  readonly subscribe?: SampleFrame;
  readonly before?: readonly SampleFrame[];
  readonly auth?: SampleFrame;
  readonly after?: readonly SampleFrame[];
}

function kept(parts: Parts = {}, options: ConversationOptions = {}) {
  const { subscribe = subscribed('subscribed'), before = [updated('1')], auth = authorised('renewed', 1_800) } = parts;
  const behind = parts.after ?? [updated('2'), ...last];
  const head = [asked('subscribe', 'subscribed'), subscribe, ...before];
  return inSession(after([...head, asked('auth', 'renewed'), auth, ...behind], options));
}

const refused = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n });

// biome-ignore format: an aligned table
judges('wss/subscriptions-are-kept', { before: placed('1'), after: placed('2'), ...kept() }, [
  ['and further events',          kept({ before: [event('executed', {}), updated('1')], after: [updated('1'), updated('2'), updated('2'), ...last] }), 'pass'],
  ['closed',                      kept({ after: [updated('2')] }, { closed: { code: 4001 } }),       'violated'],
  ['no answer at last',           kept({ after: [updated('2'), ...last.slice(0, 1)] }),              'inconclusive'],
  ['no event at all',             kept({ before: [] }),                                              'inconclusive'],
  ['op auth is refused',          kept({ auth: authorised('renewed', null) }),                       'inconclusive'],
  ['the topic is unknown',        kept({ subscribe: unknownTopic('subscribed') }),                   'inconclusive'],
  ['the op is unknown',           kept({ subscribe: unknownTopic('subscribed', {}, 'UNKNOWN_OP') }), 'not-exercised'],
  ['the first order is refused',  { before: refused },                                               'inconclusive'],
  ['the second order is refused', { after: refused },                                                'inconclusive'],
  ['not opened',                  inSession(refusedHandshake()),                                     'inconclusive'],
]);
