/** Rules for handshakes, responses and events that every check of a socket uses. */

import { SOCKET_REFUSALS, socketRefusals } from '../contract/socket-refusals.ts';
import type { Actor } from '../member/actor.ts';
import {
  answersTo,
  type Conversation,
  eventKind,
  events,
  type Frame,
  frameAt,
  frameJson,
  type Grant,
  grantOf,
  isOpened,
  received,
  sent,
  showing,
} from '../member/exchange/conversation.ts';
import type { OpenSocket, OpenSocketOptions } from '../member/sending/open-socket.ts';
import { refusalInWords } from '../runner/excuses/refusal-in-words.ts';
import { expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import { inconclusive, type Judgement, type Listed, pass, violated } from '../runner/judgement.ts';

/**
 * An op that no member serves. Its refusal shows that the member processed all earlier messages, and it changes
 * nothing.
 */
export const PROBE = { op: 'touchstoneProbe', params: {} } as const;

/** Close codes that do not result from a message or a lease: the target shuts down, crashes or cannot keep up. */
const UNRELATED_CLOSES = [1001, 1006, 1012, 1013];
/** Events that announce a close. */
const LEAVES = ['sessionClosing', 'sessionExpiring'];

/** An inconclusive judgement if a session was not opened; undefined if all were. */
export function unopened(...conversations: readonly Listed<Conversation>[]): Judgement | undefined {
  const refused = conversations.flat().find((c) => !isOpened(c));
  return refused === undefined ? undefined : inconclusive(refusalInWords(refused));
}

/** Judges the conversation with this label; inconclusive if its handshake was refused. */
export function ofSession(
  history: History,
  judge: (conversation: Conversation) => Judgement,
  label = 'session',
): Judgement {
  const conversation = history.conversation(label);
  return unopened(conversation) ?? judge(conversation);
}

/** Whether a frame is the response to any op. */
export function isAnswer(frame: Frame): boolean {
  return frame.direction === 'received' && frameAt(frame, 'success') !== undefined;
}

/** The first response to the op with this reqId. */
export function answerTo(conversation: Conversation, reqId: string): Frame | undefined {
  return answersTo(conversation, reqId)[0];
}

/**
 * The session announced its end, or the expiry of a credential that no later grant replaced. A later close may be that
 * end (A95).
 */
function isEnding(conversation: Conversation): boolean {
  const leaving = events(conversation).findLast((frame) => LEAVES.includes(eventKind(frame) ?? ''));
  return leaving !== undefined && !conversation.frames.some((f) => f.n > leaving.n && grantOf(f) !== undefined);
}

/** Whether the member closed it for its own reason: it vanished, or cannot keep up. */
export function isCutOff({ closed }: Conversation): boolean {
  return closed?.by === 'target' && UNRELATED_CLOSES.includes(closed.code);
}

/**
 * The target closed the session because of a message. Excluded: closes that are unrelated or announced, and closes
 * before the first message.
 */
export function isClosedOnUs(conversation: Conversation): boolean {
  if (conversation.closed?.by !== 'target' || isCutOff(conversation)) return false;
  return sent(conversation).length > 0 && !isEnding(conversation);
}

/**
 * Judges an op without a response. It is a violation only if the target closed the session, or answered a later op in
 * the meantime; a slow target is inconclusive.
 */
function unanswered(conversation: Conversation, reqId: string): Judgement {
  const op = sent(conversation).find((frame) => frameAt(frame, 'reqId') === reqId);
  if (isClosedOnUs(conversation)) {
    return violated('an answer, in a session that stays open', showing(conversation, op));
  }
  if (op === undefined)
    return inconclusive(`the op ${JSON.stringify(reqId)} was not sent: the session was over before`);
  const later = sent(conversation).filter(({ n }) => n > op.n);
  const passedOver = later.some((frame) => answersTo(conversation, frameAt(frame, 'reqId')).length > 0);
  if (passedOver) return violated('an answer with the reqId of the op', showing(conversation, op));
  return inconclusive(`no answer to op ${String(frameAt(op, 'op'))} in time`);
}

/** Judges the response to an op; `unanswered` where there is none. */
export function ofAnswer(conversation: Conversation, reqId: string, judge: (answer: Frame) => Judgement): Judgement {
  const answer = answerTo(conversation, reqId);
  return answer === undefined ? unanswered(conversation, reqId) : judge(answer);
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** {op, reqId, success: false, code, message, retryable}. Nothing more is required of a busy session. */
export function isRefusal(conversation: Conversation, frame: Frame, expected: { op?: string } = {}): Judgement {
  const { op, success, code, message, retryable, reqId } = frameJson(frame) ?? {};
  const shown = showing(conversation, frame);
  const whole = 'a refusal {op, reqId, success: false, code, message, retryable}';
  if (success !== false || !isText(code) || !isText(op)) return violated(whole, shown);
  if (typeof message !== 'string' || typeof retryable !== 'boolean') return violated(whole, shown);
  if (reqId !== null && typeof reqId !== 'string') return violated('a reqId that is a string or null', shown);
  if (expected.op !== undefined && op !== expected.op) return violated(`op ${expected.op}`, shown);
  return pass;
}

/** Refused with this code; inconclusive for a busy session. */
export function isRefusedWith(conversation: Conversation, reqId: string, expected: { op: string; code: string }) {
  return ofAnswer(conversation, reqId, (answer) => {
    const whole = isRefusal(conversation, answer, { op: expected.op });
    const code = frameAt(answer, 'code');
    if (code === expected.code) return whole;
    const busy = whole.verdict === 'pass' ? busyAnswer(answer) : undefined;
    return busy ?? violated(`op ${expected.op} refused ${expected.code}`, showing(conversation, answer));
  });
}

/** op auth was answered with success and a grant, which `judge` then judges. */
export function isGranted(
  conversation: Conversation,
  reqId: string,
  judge: (grant: Grant, answer: Frame) => Judgement = () => pass,
): Judgement {
  return ofAnswer(conversation, reqId, (answer) => {
    const shown = showing(conversation, answer);
    const busy = busyAnswer(answer);
    if (busy !== undefined) return busy;
    if (frameAt(answer, 'success') !== true || frameAt(answer, 'op') !== 'auth') {
      return violated('op auth answered success true', shown);
    }
    const grant = grantOf(answer);
    if (grant === undefined) return violated('session {capabilities, expiresAtNs} in the answer', shown);
    return judge(grant, answer);
  });
}

/**
 * Like `isGranted`, for checks of the content of a grant: inconclusive where there is none.
 * `wss/auth-answers-the-grant` judges that there is one.
 */
export function whereGranted(
  conversation: Conversation,
  reqId: string,
  judge: (grant: Grant, answer: Frame) => Judgement = () => pass,
): Judgement {
  return isGranted(conversation, reqId).verdict === 'violated'
    ? inconclusive('op auth was not answered with a grant')
    : isGranted(conversation, reqId, judge);
}

/** The session still answered an op after this one. */
export function staysOpen(conversation: Conversation, probeReqId: string): Judgement {
  return ofAnswer(conversation, probeReqId, () => pass);
}

/** The handshake opened the session, or was refused in the form of a busy member. */
export function opens(conversation: Conversation, why?: string): Judgement {
  return conversation.response === null ? inconclusive('no answer') : expects(conversation, { status: 101 }, why);
}

const REVOKED = 4003;

/**
 * WSS-03, WSS-14: a session begins with one sessionOpened, or with sessionClosing. No frame follows sessionClosing, and the
 * close code is 4003.
 */
export function hasItsFramesInOrder(conversation: Conversation): Judgement {
  const [first, ...others] = received(conversation);
  if (first === undefined) return pass;
  const kind = eventKind(first);
  if (kind !== 'sessionOpened' && kind !== 'sessionClosing')
    return violated('sessionOpened or sessionClosing as the first frame', showing(conversation, first));
  const again = events(conversation, 'sessionOpened')[kind === 'sessionOpened' ? 1 : 0];
  if (again !== undefined) return violated('one sessionOpened, the first frame', showing(conversation, first, again));
  const [closing] = events(conversation, 'sessionClosing');
  if (closing === undefined) return pass;
  const after = [first, ...others].find(({ n }) => n > closing.n);
  if (after !== undefined) return violated('nothing after sessionClosing', showing(conversation, closing, after));
  const { closed } = conversation;
  return closed === null || closed.by === 'suite' || closed.code === REVOKED
    ? pass
    : violated(`close code ${REVOKED} after sessionClosing`, showing(conversation, closing));
}

/** An event has one kind name in event and msgType, and data. */
export function isKindOfEvent(conversation: Conversation, frame: Frame): Judgement {
  const { event, msgType, data } = frameJson(frame) ?? {};
  const shown = showing(conversation, frame);
  if (!isText(event) || event !== msgType) return violated('event and msgType of one kind name', shown);
  return typeof data === 'object' && data !== null ? pass : violated('data in the event', shown);
}

/**
 * Waits for the first frame of the session, then sends a probe. A frame after the probe's response is not the first
 * one.
 */
export async function greeted(socket: OpenSocket): Promise<Frame | undefined> {
  const first = await socket.next();
  await socket.send({ ...PROBE, reqId: 'greeted' });
  // Accept any reqId: another clause judges the echo, and waiting for the right one only costs time.
  await socket.next(isAnswer);
  return first;
}

/** Opens a trading socket session and waits for its greeting. */
export async function openGreeted(actor: Actor, options: OpenSocketOptions = {}): Promise<OpenSocket> {
  const socket = await actor.openSocket('trading', { label: 'session', ...options });
  await greeted(socket);
  return socket;
}

/** The first sessionOpened event of the session. */
export function greetingOf(conversation: Conversation): Frame | undefined {
  return conversation.frames.find((frame) => eventKind(frame) === 'sessionOpened');
}

const BUSY = socketRefusals(({ isBusy }) => isBusy === true);

/** An inconclusive judgement for a busy refusal; undefined for a response that can be judged. */
export function busyAnswer(answer: Frame): Judgement | undefined {
  const code = frameAt(answer, 'code');
  if (typeof code !== 'string' || frameAt(answer, 'success') !== false) return undefined;
  // The enum is append-only: for an unknown code, `retryable` says what to do (VER-05).
  const isNewAndPasses = !Object.hasOwn(SOCKET_REFUSALS, code) && frameAt(answer, 'retryable') === true;
  return BUSY.includes(code) || isNewAndPasses ? inconclusive(`the session was busy: ${code}`) : undefined;
}
