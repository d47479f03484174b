/** The market data socket's one answer that is shown: success, and nothing else that a deployed member is held to (A100). */

import type { Conversation, Frame } from '../../client/conversation.ts';
import { frameAt, frameJson, isAnswerTo, showing } from '../../client/conversation.ts';
import type { OpenSocket } from '../../client/open-socket.ts';
import { busyAnswer } from '../../rules/busy-answer.ts';
import { answerTo, isClosedOnUs, PROBE } from '../../rules/frame-rules.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';

export const AUTH = 'auth';

/** Of a session in which nothing else is said: that the answer carries the reqId of the op is not shown either. */
function isAcknowledgement(frame: Frame): boolean {
  if (isAnswerTo(frame, AUTH)) return true;
  const isTold = frame.direction === 'received' && typeof frameAt(frame, 'success') === 'boolean';
  return isTold && typeof frameAt(frame, 'reqId') !== 'string';
}

/** Sends op auth, the one op of its session, and waits until it is answered or closed on. */
export async function authenticate(socket: OpenSocket, token: string): Promise<void> {
  await socket.send({ op: 'auth', reqId: AUTH, params: { token } });
  const told = await Promise.race([socket.next(isAcknowledgement), socket.untilClosed()]);
  // What is asked behind it is answered, and it is not: that is no slow target.
  if (told === undefined) await socket.ask({ ...PROBE, reqId: LATER });
}

function acknowledgementIn(conversation: Conversation): Frame | undefined {
  return answerTo(conversation, AUTH) ?? conversation.frames.find(isAcknowledgement);
}

const LATER = 'askedLater';

function untold(conversation: Conversation): Judgement {
  const later = answerTo(conversation, LATER);
  if (later === undefined) return inconclusive('no answer to op auth in time');
  return violated('an answer to op auth', showing(conversation, later));
}

/** The value is shown, its place is not. */
function holds(value: unknown, wanted: string): boolean {
  if (typeof value !== 'object' || value === null) return value === wanted;
  return Object.values(value).some((inner) => holds(inner, wanted));
}

/** Success true; one that is turned away for another reason than its token says nothing of it. */
export function isAcknowledged(conversation: Conversation, strict: boolean): Judgement {
  const answer = acknowledgementIn(conversation);
  if (answer === undefined)
    return isClosedOnUs(conversation) ? violated('success true', conversation) : untold(conversation);
  if (frameAt(answer, 'success') === true) return pass;
  const busy = busyAnswer(answer);
  if (busy !== undefined) return busy;
  const error = frameAt(answer, 'error');
  const isOther = frameAt(answer, 'success') === false && typeof error === 'string' && error !== 'invalid_token';
  if (isOther && !strict) return inconclusive(`op auth was turned away with error ${error}`);
  return violated('success true', showing(conversation, answer));
}

/** Not taken: how a member says so is another clause's (MKT-02), and it may close instead. */
export function isTurnedAway(conversation: Conversation): Judgement {
  const answer = acknowledgementIn(conversation);
  if (answer === undefined) return isClosedOnUs(conversation) ? pass : inconclusive('no answer to op auth in time');
  return frameAt(answer, 'success') === true ? violated('success false', showing(conversation, answer)) : pass;
}

/** Success false, with the error value invalid_token; or closed on. */
export function isRefusedAsInvalid(conversation: Conversation, strict: boolean): Judgement {
  const answer = acknowledgementIn(conversation);
  if (answer === undefined) {
    if (!isClosedOnUs(conversation)) return untold(conversation);
    return strict ? violated('success false', conversation) : inconclusive('closed without an answer');
  }
  const shown = showing(conversation, answer);
  if (frameAt(answer, 'success') !== false) return violated('success false', shown);
  const isSaid = strict ? frameAt(answer, 'error') === 'invalid_token' : holds(frameJson(answer), 'invalid_token');
  if (isSaid) return pass;
  const isForLater = !strict && frameAt(answer, 'retryable') === true;
  return isForLater ? inconclusive('op auth was turned away for now') : violated('error invalid_token', shown);
}
