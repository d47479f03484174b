/** The market data socket's one answer that is shown: success, and nothing else that a deployed member is held to (A100). */
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Conversation } from '../../target/conversation.ts';
import { frameAt, showing } from '../../target/conversation.ts';
import { answerTo, ofAnswer } from '../wss/frame-rules.ts';

export function isAcknowledged(conversation: Conversation, reqId: string): Judgement {
  return ofAnswer(conversation, reqId, (answer) =>
    frameAt(answer, 'success') === true ? pass : violated('success true', showing(conversation, answer)),
  );
}

/** Not taken: how a member says so is another clause's (MKT-02), and it may close instead. */
export function isTurnedAway(conversation: Conversation, reqId: string): Judgement {
  if (isClosedOn(conversation, reqId)) return pass;
  return ofAnswer(conversation, reqId, (answer) =>
    frameAt(answer, 'success') === true ? violated('success false', showing(conversation, answer)) : pass,
  );
}

/** Success false, with the error value invalid_token where the member is held to it; or closed on. */
export function isRefusedAsInvalid(conversation: Conversation, reqId: string, strict: boolean): Judgement {
  if (isClosedOn(conversation, reqId)) {
    return strict ? violated('success false', conversation) : inconclusive('closed without an answer');
  }
  return ofAnswer(conversation, reqId, (answer) => {
    const shown = showing(conversation, answer);
    if (frameAt(answer, 'success') !== false) return violated('success false', shown);
    return strict && frameAt(answer, 'error') !== 'invalid_token' ? violated('error invalid_token', shown) : pass;
  });
}

function isClosedOn(conversation: Conversation, reqId: string): boolean {
  return answerTo(conversation, reqId) === undefined && conversation.closed?.by === 'target';
}
