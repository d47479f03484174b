/**
 * Operations that the interface names and does not show: their bodies are the sandbox's own. Of a deployed member nothing is
 * known of them, and one that does not know them has broken nothing.
 */

import type { Conversation, Frame } from '../client/conversation.ts';
import { frameAt } from '../client/conversation.ts';
import type { OpenSocket } from '../client/open-socket.ts';
import type { OrderBody } from '../client/order.ts';
import { answerTo } from '../rules/frame-rules.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive, notExercised } from '../runner/judgement.ts';

export function submitOn(socket: OpenSocket, reqId: string, order: OrderBody, key: string): Promise<Frame | undefined> {
  return socket.ask({ op: 'submit', reqId, params: { clientOrderId: key, ...order } });
}

/** Codes by which a member says that it does not know an operation of this name or shape. */
const UNKNOWN = ['UNKNOWN_OP', 'MALFORMED'];

/** Why nothing can be judged by an assumed operation; undefined where the member serves it, whatever it answered. */
export function unserved(conversation: Conversation, reqId: string): Judgement | undefined {
  const answer = answerTo(conversation, reqId);
  if (answer === undefined) return inconclusive('no answer in time');
  const code = frameAt(answer, 'code');
  if (!UNKNOWN.includes(String(code))) return undefined;
  return notExercised(`the member answers ${code} to op ${frameAt(answer, 'op')}, which the interface does not show`);
}
