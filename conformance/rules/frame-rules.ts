/** What every check of a socket asks of a handshake, an answer and an event. */

import type { Actor } from '../client/actor.ts';
import type { Conversation, Frame, Grant } from '../client/conversation.ts';
import {
  answersTo,
  eventKind,
  events,
  frameAt,
  frameJson,
  grantOf,
  isOpened,
  sent,
  showing,
} from '../client/conversation.ts';
import type { OpenSocket, OpenSocketOptions } from '../client/open-socket.ts';
import { expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive, pass, violated } from '../runner/judgement.ts';
import { refusalInWords } from '../runner/refusal-in-words.ts';
import { busyAnswer } from './busy-answer.ts';

/** An op that nobody serves: its refusal says that what was sent before has been taken, and changes nothing. */
export const PROBE = { op: 'touchstoneProbe', params: {} } as const;

/** Closings that say nothing of what was sent: the target goes away, or cannot keep up. */
const UNRELATED_CLOSES = [1001, 1006, 1012, 1013];
/** Events that a closing follows of itself. */
const LEAVES = ['sessionClosing', 'sessionExpiring'];

/** Why nothing can be judged of a session that did not come about; undefined where it did. */
export function unopened(...conversations: readonly Conversation[]): Judgement | undefined {
  const refused = conversations.find((c) => !isOpened(c));
  return refused === undefined ? undefined : inconclusive(refusalInWords(refused));
}

/** Judges the conversation with this label; inconclusive where its handshake was refused. */
export function ofSession(
  history: History,
  judge: (conversation: Conversation) => Judgement,
  label = 'session',
): Judgement {
  const conversation = history.conversation(label);
  return unopened(conversation) ?? judge(conversation);
}

/** An answer to an op, whichever. */
export function isAnswer(frame: Frame): boolean {
  return frame.direction === 'received' && frameAt(frame, 'success') !== undefined;
}

/** The first answer to an op. */
export function answerTo(conversation: Conversation, reqId: string): Frame | undefined {
  return answersTo(conversation, reqId)[0];
}

/** It took leave, or told that its credential lapses and was granted no other since: whatever comes then may be its end (A95). */
function isEnding(conversation: Conversation): boolean {
  const told = events(conversation).findLast((frame) => LEAVES.includes(eventKind(frame) ?? ''));
  return told !== undefined && !conversation.frames.some((f) => f.n > told.n && grantOf(f) !== undefined);
}

/** The target closed it for what was sent: not as one that goes away, nor before anything was said. */
export function isClosedOnUs(conversation: Conversation): boolean {
  const { closed } = conversation;
  if (closed?.by !== 'target' || UNRELATED_CLOSES.includes(closed.code)) return false;
  return sent(conversation).length > 0 && !isEnding(conversation);
}

/**
 * No answer came to an op. That is known where one sent later was answered within the time that this one had; a slow
 * target has said nothing yet.
 */
function unanswered(conversation: Conversation, reqId: string): Judgement {
  const op = sent(conversation).find((frame) => frameAt(frame, 'reqId') === reqId);
  if (isClosedOnUs(conversation)) {
    return violated('an answer, in a session that stays open', showing(conversation, op));
  }
  const later = sent(conversation).filter(({ n }) => op !== undefined && n > op.n);
  const passedOver = later.some((frame) => answersTo(conversation, frameAt(frame, 'reqId')).length > 0);
  if (passedOver && op !== undefined) return violated('an answer with the reqId of the op', showing(conversation, op));
  return inconclusive(`no answer to op ${String(frameAt(op, 'op'))} in time`);
}

/** Judges the answer to an op; `unanswered` where there is none. */
export function ofAnswer(conversation: Conversation, reqId: string, judge: (answer: Frame) => Judgement): Judgement {
  const answer = answerTo(conversation, reqId);
  return answer === undefined ? unanswered(conversation, reqId) : judge(answer);
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** {op, reqId, success: false, code, message, retryable}; of a busy session nothing more is asked. */
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

/** Refused with this code, or left open by a session that is busy. */
export function isRefusedWith(conversation: Conversation, reqId: string, expected: { op: string; code: string }) {
  return ofAnswer(conversation, reqId, (answer) => {
    const whole = isRefusal(conversation, answer, { op: expected.op });
    const code = frameAt(answer, 'code');
    if (code === expected.code) return whole;
    const busy = whole.verdict === 'pass' ? busyAnswer(answer) : undefined;
    return busy ?? violated(`op ${expected.op} refused ${expected.code}`, showing(conversation, answer));
  });
}

/** An op auth was answered with success and a grant; judged on. */
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

/** As `isGranted`, of what a grant says where there is one: that there is one is `wss/auth-answers-the-grant`'s to judge. */
export function whereGranted(
  conversation: Conversation,
  reqId: string,
  judge: (grant: Grant, answer: Frame) => Judgement = () => pass,
): Judgement {
  return isGranted(conversation, reqId).verdict === 'violated'
    ? inconclusive('op auth was not answered with a grant')
    : isGranted(conversation, reqId, judge);
}

/** The session still took ops after this one. */
export function staysOpen(conversation: Conversation, probeReqId: string): Judgement {
  return ofAnswer(conversation, probeReqId, () => pass);
}

/** Opened, or refused as a busy member refuses. */
export function opens(conversation: Conversation, why?: string): Judgement {
  return conversation.response === null ? inconclusive('no answer') : expects(conversation, { status: 101 }, why);
}

export function isKindOfEvent(conversation: Conversation, frame: Frame): Judgement {
  const { event, msgType, data } = frameJson(frame) ?? {};
  const shown = showing(conversation, frame);
  if (!isText(event) || event !== msgType) return violated('event and msgType of one kind name', shown);
  return typeof data === 'object' && data !== null ? pass : violated('data in the event', shown);
}

/** The first frame of the session, waited for, and then a probe: whatever comes behind its answer is not the first. */
export async function greeted(socket: OpenSocket): Promise<Frame | undefined> {
  const first = await socket.next();
  await socket.send({ ...PROBE, reqId: 'greeted' });
  // Whatever its reqId: what is to be echoed is another clause's, and waiting for it would only take time.
  await socket.next(isAnswer);
  return first;
}

/** A session of the trading socket, greeted. */
export async function openGreeted(actor: Actor, options: OpenSocketOptions = {}): Promise<OpenSocket> {
  const socket = await actor.openSocket('trading', { label: 'session', ...options });
  await greeted(socket);
  return socket;
}

/** The sessionOpened with which a session begins. */
export function greetingOf(conversation: Conversation): Frame | undefined {
  return conversation.frames.find((frame) => eventKind(frame) === 'sessionOpened');
}
