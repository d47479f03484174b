import { judges, judgesOf } from '../../testing/judges.ts';
import {
  asked,
  but,
  event,
  expiring,
  GREETED,
  opened,
  probed,
  refusedHandshake,
  refusedOp,
  session,
} from '../../testing/sample-conversation.ts';
import type { ConversationOptions, Sample, SampleFrame } from '../../testing/sample-history.ts';
import { came, said } from '../../testing/sample-history.ts';

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
  ['with further members', refusals('unknown', { docs: 'x', failedTopicIndex: 0 }), 'pass'],
  ['an empty message', refusals('unknown', { message: '' }), 'pass'],
  ['an op that is auth in any case of letters', refusals('cased', { op: 'auth', code: 'INVALID_TOKEN' }), 'pass'],
  ['no token, refused as unreadable', refusals('tokenless', { op: 'error' }), 'pass'],
  ['a code that is new', refusals('tokenless', { code: 'TOKEN_MISSING' }), 'pass'],
  ['busy, in the form of a refusal', refusals('invalid', BUSY), 'pass'],
  ['an unknown op refused as op error', refusals('unknown', { op: 'error' }), 'violated'],
  ['closed on the last', refusals('last', null, { closed: { code: 1002 } }), 'violated'],
  ['busy at the unknown op', refusals('unknown', BUSY), 'inconclusive'],
  ['the last is not answered in time', refusals('last', null), 'inconclusive'],
  ['the member goes away', refusals('last', null, { closed: { code: 1001 } }), 'inconclusive'],
  ['not opened', { session: refusedHandshake() }, 'inconclusive'],
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

judges('wss/unreadable-frame', { ...first(answered(malformed)), 'may close': answered(malformed) }, [
  ['with further members', reported({ detail: 'x', failedTopicIndex: 0 }), 'pass'],
  ['a new event', first(answered(event('notice', {}), malformed)), 'pass'],
  ['late', first(answered(...later, malformed)), 'pass'],
  [
    'the greeting probe is answered late',
    first(session([opened(900), greeted[0], unread, greeted[1], malformed])),
    'pass',
  ],
  ['closed where it may be (A98)', { 'may close': closedOn(1003) }, 'pass'],
  ['closed where it may not be', first(closedOn(1003)), 'violated'],
  ['rate limited', reported(BUSY), 'inconclusive'],
  ['no answer in time', first(answered(later[0])), 'inconclusive'],
  ['the member goes away', first(closedOn(1001)), 'inconclusive'],
  ['the member goes away where it may close', { 'may close': closedOn(1006) }, 'inconclusive'],
  ['its lease ends', first(closedOn(4001, expiring(900, 1_000))), 'inconclusive'],
  ['one is not opened', first(refusedHandshake()), 'inconclusive'],
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
    ['not opened', refusedHandshake(), 'inconclusive'],
  ],
  { given: { alnum: 'aB3', printable: '~/x' } },
);

const escaped = said(String.raw`{"op":"touchstoneProbe","reqId":"\u0061bc","params":{}}`);
const none = said('{"op":"touchstoneProbe","params":{}}');
const plain = (...frames: readonly SampleFrame[]) => after(escaped, ...frames, none, malformed, ...last);
const closedOnEscape = (code: number) => session([...GREETED, escaped], { closed: { code } });

judgesOf('wss/req-id-is-plain-ascii', inSession, [
  ['MALFORMED', plain(malformed), 'pass'],
  ['of the op that it was', plain(but(malformed, { op: 'touchstoneProbe' })), 'pass'],
  ['with the reqId as it was read', plain(but(malformed, { reqId: 'abc' })), 'pass'],
  ['a new event', plain(event('notice', {}), malformed), 'pass'],
  ['late', after(escaped, none, malformed, malformed, ...last), 'pass'],
  [
    'the greeting probe is answered late',
    session([opened(900), greeted[0], escaped, greeted[1], malformed, none, malformed, ...last]),
    'pass',
  ],
  ['closed on it', closedOnEscape(1007), 'violated'],
  ['rate limited', plain(refusedOp('error', null, 'RATE_LIMITED', { retryable: true })), 'inconclusive'],
  ['the member goes away', closedOnEscape(1001), 'inconclusive'],
  ['no answer in time', after(escaped), 'inconclusive'],
  ['not opened', refusedHandshake(), 'inconclusive'],
]);

const refusedBy = (code: string, op = 'auth') => after(asked('auth', 'r1'), refusedOp(op, 'r1', code));

judgesOf('wss/codes-never-emitted', inSession, [
  ['a code of a newer contract', refusedBy('TOKEN_REVOKED'), 'pass'],
  ['SESSION_EXPIRED', refusedBy('SESSION_EXPIRED'), 'pass'],
  ['nothing refused', session([opened(900)]), 'inconclusive'],
  ['UNAUTHENTICATED at the handshake', session([], { status: 401, code: 'UNAUTHENTICATED' }), 'inconclusive'],
]);
