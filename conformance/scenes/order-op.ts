/**
 * Sends an order over the trading socket. The interface names these ops but does not show them, so their bodies are
 * those of the sandbox. A deployed member that does not know them breaks no requirement.
 */

import type { Conversation, Frame } from '../member/exchange/conversation.ts';
import { frameAt } from '../member/exchange/conversation.ts';
import type { OrderBody } from '../member/exchange/order.ts';
import type { OpenSocket } from '../member/sending/open-socket.ts';
import { answerTo } from '../rules/frame-rules.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive, notExercised } from '../runner/judgement.ts';

/** Sends op submit and waits for the response; undefined where none comes in time. */
export function submitOn(socket: OpenSocket, reqId: string, order: OrderBody, key: string): Promise<Frame | undefined> {
  return socket.ask({ op: 'submit', reqId, params: { clientOrderId: key, ...order } });
}

/** Codes by which a member reports that it does not know an op of this name or shape. */
const UNKNOWN = ['UNKNOWN_OP', 'MALFORMED'];

/**
 * Why an assumed op cannot be judged: no response came, or the member does not know the op. undefined: the member
 * serves it, whatever the response.
 */
export function unserved(conversation: Conversation, reqId: string): Judgement | undefined {
  const answer = answerTo(conversation, reqId);
  if (answer === undefined) return inconclusive('no answer in time');
  const code = frameAt(answer, 'code');
  if (!UNKNOWN.includes(String(code))) return undefined;
  return notExercised(`the member answers ${code} to op ${frameAt(answer, 'op')}, which the interface does not show`);
}
