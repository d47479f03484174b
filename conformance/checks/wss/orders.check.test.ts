import { judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  authorised,
  but,
  event,
  GREETED,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { ConversationOptions, Sample, SampleFrame } from '../../testing/sample-history.ts';
import { answer, came } from '../../testing/sample-history.ts';

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

judges('wss/write-refusal-codes', writes(), [
  ['with a reason', writes('price', 'INVALID_PRICE', { reason: 'TICK_SIZE_VIOLATION' }), 'pass'],
  ['another code of writes', writes('qty', 'INVALID_FIELD'), ['pass', 'violated']],
  ['a code that is new', writes('qty', 'INVALID_STEP'), ['not-exercised', 'violated']],
  ['a code of HTTP', writes('order', 'NOT_FOUND'), ['not-exercised', 'violated']],
  ['the member’s own side is accepted', writes('side', 'INVALID_FIELD', ACCEPTED), ['pass', 'violated']],
  ['a wrong quantity is accepted', writes('qty', 'INVALID_QTY', ACCEPTED), ['not-exercised', 'violated']],
  ['one is passed over', writes('qty', null), ['inconclusive', 'violated']],
  [
    'closed on it',
    inSession(after([asked('submit', 'price')], { closed: { code: 1011 } })),
    ['inconclusive', 'violated'],
  ],
  ['the ops are unknown', allBy('UNKNOWN_OP'), ['not-exercised', 'violated']],
  ['the ops have another form', allBy('MALFORMED'), ['not-exercised', 'violated']],
  ['not opened', inSession(refusedHandshake()), 'inconclusive'],
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

judges('wss/topic-refusal-names-its-index', topics(), [
  ['either of two that are unknown', topics(at('two', 1)), 'pass'],
  ['with further members', topics({ one: unknownTopic('one', { failedTopicIndex: 0, topic: 'x' }) }), 'pass'],
  [
    'another refusal of topics',
    topics({ two: unknownTopic('two', { failedTopicIndex: 1 }, 'TOO_MANY_TOPICS') }),
    'pass',
  ],
  ['known topics are the sandbox’s alone', topics(at('among', 0)), ['pass', 'violated']],
  ['counted in other topics than were sent', topics(at('among', 1)), ['pass', 'violated']],
  ['closed on it', inSession(after(two, { closed: { code: 1008 } })), 'violated'],
  ['the op is unknown', topics({ one: unknownTopic('one', {}, 'UNKNOWN_OP') }), 'not-exercised'],
  ['the op has another form', topics({ one: unknownTopic('one', {}, 'MALFORMED') }), 'not-exercised'],
  ['any topic is accepted', topics({ one: subscribed('one'), two: subscribed('two') }), 'not-exercised'],
  ['refused for something else', topics({ two: unknownTopic('two', {}, 'FORBIDDEN_CAPABILITY') }), 'not-exercised'],
  ['by a code that is new', topics({ two: unknownTopic('two', {}, 'TOPIC_RETIRED') }), 'not-exercised'],
  ['busy', topics({ two: unknownTopic('two', { retryable: true }, 'RATE_LIMITED') }), 'inconclusive'],
  ['no answer in time', inSession(after(two.slice(0, 1))), 'inconclusive'],
  [
    'a new event',
    inSession(after([...two, event('notice', {}), unknownTopic('two', { failedTopicIndex: 0 })])),
    ['pass', 'inconclusive'],
  ],
  ['not opened', inSession(refusedHandshake()), 'inconclusive'],
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

judges('wss/subscriptions-are-kept', { before: placed('1'), after: placed('2'), ...kept() }, [
  [
    'and further events',
    kept({ before: [event('executed', {}), updated('1')], after: [updated('1'), updated('2'), updated('2'), ...last] }),
    'pass',
  ],
  ['closed', kept({ after: [updated('2')] }, { closed: { code: 4001 } }), 'violated'],
  ['no answer at last', kept({ after: [updated('2'), ...last.slice(0, 1)] }), 'inconclusive'],
  ['no event at all', kept({ before: [] }), 'inconclusive'],
  ['op auth is refused', kept({ auth: authorised('renewed', null) }), 'inconclusive'],
  ['the topic is unknown', kept({ subscribe: unknownTopic('subscribed') }), 'inconclusive'],
  ['the op is unknown', kept({ subscribe: unknownTopic('subscribed', {}, 'UNKNOWN_OP') }), 'not-exercised'],
  ['the first order is refused', { before: refused }, 'inconclusive'],
  ['the second order is refused', { after: refused }, 'inconclusive'],
  ['not opened', inSession(refusedHandshake()), 'inconclusive'],
]);
