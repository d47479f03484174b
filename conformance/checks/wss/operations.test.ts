import { cases, judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  event,
  GREETED,
  granted,
  opened,
  probed,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import { answer, type ConversationOptions, came, type Sample, type SampleFrame } from '../../testing/sample-history.ts';

{
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
      ['with members of a newer contract', answersAuth(but(renewed, { latencyMs: 3, session: { ...granted(900), region: 'eu' } })), 'pass'],
    ],
    { target: { strict: true } },
  );

  const me = (userId: number, orgId: number, capabilities = ['orders:trade']) =>
    answer('GET /me', { status: 200, body: { userId, orgId, capabilities } });
  const expired = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
  const FORBIDDEN = 'FORBIDDEN_PRINCIPAL';
  const OWN = { own: null, colleague: FORBIDDEN, stranger: FORBIDDEN, ownAgain: null };
  const others = (change: Readonly<Record<string, SampleFrame | string | null>>) => ({
    session: session([...GREETED, ...authed({ ...OWN, ...change })]),
  });
  const noCapability = authorised('ownAgain', 900, undefined, []);

  // biome-ignore format: an aligned table
  judges('wss/another-principal-is-refused', { colleague: me(2, 1), stranger: me(3, 2), ...others({}), me: me(1, 1) }, [
    ['a later lease of the own (A94)',                   others({ ownAgain: authorised('ownAgain', 1_800) }),                         'pass'],
    ['no credential renews',                             others({ own: 'INVALID_TOKEN' }),                                            'inconclusive'],
    ["the profile's token of the colleague has expired", { ...others({ colleague: 'INVALID_TOKEN' }), colleague: expired },           'inconclusive'],
    ['one user is two principals of the profile',        { ...others({ colleague: null }), colleague: me(1, 1) },                     'inconclusive'],
    ['users are numbered by organisation',               { stranger: me(1, 2) },                                                      'pass'],
    ['a capability was cleared meanwhile',               { ...others({ ownAgain: noCapability }), me: me(1, 1, []) },                 'pass'],
  ]);

  const after = (answers: Parameters<typeof authed>[0]) => ({ session: session([opened(900), ...authed(answers)]) });
  const GRANTED = null;

  // biome-ignore format: an aligned table
  cases([
    ['wss/same-subject-elsewhere', 'the own one refused before it', after({ own: FORBIDDEN, elsewhere: FORBIDDEN, ownAgain: FORBIDDEN }), 'inconclusive'],
  ]);

  const INVALID = 'INVALID_TOKEN';

  // biome-ignore format: an aligned table
  cases([
    ['wss/unverifiable-token', 'a valid one refused', after({ good: INVALID, wrongExpired: INVALID, last: INVALID }),        'inconclusive'],
  ]);

  const asks = (reqId: string) => asked('auth', reqId);
  const refused = (reqId: string, code = INVALID, more = {}) => refusedOp('auth', reqId, code, more);
  const forged = [...GREETED, ...authed({ own: GRANTED, forged0: INVALID }), asks('forged1')];
  const again = authed({ ownAgain: GRANTED });
  /** What comes after the second forged token. */
  const second = (...frames: readonly SampleFrame[]) => session([...forged, ...frames]);

  // biome-ignore format: an aligned table
  judgesOf('wss/invalid-token', (sample: Sample) => ({ session: sample }), [
    ['refused, and open',                    second(refused('forged1'), ...again),                                                  'pass'],
    ['answered late',                        second(asks('ownAgain'), refused('forged1'), authorised('ownAgain', 900)),             'pass'],
    ['no token renews it', session([...GREETED, ...authed({ own: INVALID, forged0: INVALID, forged1: INVALID, ownAgain: GRANTED })]), 'inconclusive'],
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
  ['the ops are unknown',               allBy('UNKNOWN_OP'),                                                      ['not-exercised', 'violated']],
  ['the ops have another form',         allBy('MALFORMED'),                                                       ['not-exercised', 'violated']],
]);

const away = [asked('submit', 'away')];
const awayAnswered = (...frames: readonly SampleFrame[]) => after([...away, ...frames]);
const awayRefused = (code: string) => refusedOp('submit', 'away', code, { retryable: true });
const notServing = awayRefused('NOT_SERVING');
const accepted = came({ op: 'submit', reqId: 'away', success: true });

judgesOf('wss/owner-away-is-not-serving', inSession, [
  ['NOT_SERVING', awayAnswered(notServing), 'pass'],
  ['NOT_SERVING, and why', awayAnswered(but(notServing, { reason: 'OWNER_ABSENT', owner: 'orders' })), 'pass'],
  ['of another op', awayAnswered(but(notServing, { op: 'error' })), 'violated'],
  ['another code', awayAnswered(awayRefused('BACKPRESSURE')), ['not-exercised', 'violated']],
  ['accepted', awayAnswered(accepted), ['not-exercised', 'violated']],
  ['an op that the member does not serve', awayAnswered(awayRefused('UNKNOWN_OP')), 'not-exercised'],
  ['a body that it cannot read', awayAnswered(awayRefused('MALFORMED')), 'not-exercised'],
  ['refused for the order', awayAnswered(awayRefused('INVALID_PRICE')), ['not-exercised', 'violated']],
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

// biome-ignore format: an aligned table
judges('wss/topic-refusal-names-its-index', topics(), [
  ['either of two that are unknown',         topics(at('two', 1)),                                                                          'pass'],
  ['with further members',                   topics({ one: unknownTopic('one', { failedTopicIndex: 0, topic: 'x' }) }),                     'pass'],
  ['another refusal of topics',              topics({ two: unknownTopic('two', { failedTopicIndex: 1 }, 'TOO_MANY_TOPICS') }),              'pass'],
  ['known topics are the sandbox’s alone',   topics(at('among', 0)), ['pass', 'violated']],
  ['counted in other topics than were sent', topics(at('among', 1)), ['pass', 'violated']],
  ['the op is unknown',                      topics({ one: unknownTopic('one', {}, 'UNKNOWN_OP') }),                                        'not-exercised'],
  ['the op has another form',                topics({ one: unknownTopic('one', {}, 'MALFORMED') }),                                         'not-exercised'],
  ['any topic is accepted',                  topics({ one: subscribed('one'), two: subscribed('two') }),                                    'not-exercised'],
  ['refused for something else',             topics({ two: unknownTopic('two', {}, 'FORBIDDEN_CAPABILITY') }),                              'not-exercised'],
  ['by a code that is new',                  topics({ two: unknownTopic('two', {}, 'TOPIC_RETIRED') }),                                     'not-exercised'],
  ['busy',                                   topics({ two: unknownTopic('two', { retryable: true }, 'RATE_LIMITED') }),                     'inconclusive'],
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
  ['no event at all',             kept({ before: [] }),                                              'inconclusive'],
  ['op auth is refused',          kept({ auth: authorised('renewed', null) }),                       'inconclusive'],
  ['the topic is unknown',        kept({ subscribe: unknownTopic('subscribed') }),                   'inconclusive'],
  ['the op is unknown',           kept({ subscribe: unknownTopic('subscribed', {}, 'UNKNOWN_OP') }), 'not-exercised'],
  ['the first order is refused',  { before: refused },                                               'inconclusive'],
  ['the second order is refused', { after: refused },                                                'inconclusive'],
]);
