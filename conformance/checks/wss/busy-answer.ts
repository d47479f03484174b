/** A refusal that says nothing of the clause it was asked for: the session, or the member behind it, was busy just then. */
import type { Judgement } from '../../runner/judgement.ts';
import { inconclusive } from '../../runner/judgement.ts';
import type { Frame } from '../../target/conversation.ts';
import { frameAt } from '../../target/conversation.ts';

/** Codes that any op may meet, whatever it says. */
const BUSY = ['RATE_LIMITED', 'NOT_PRIMED', 'BACKPRESSURE', 'NOT_SERVING'];

/** Those that belong to what was asked. The enum is append-only: of any other code `retryable` tells what to do (VER-05). */
const OF_THE_OP = [
  'UNAUTHENTICATED',
  'SESSION_EXPIRED',
  'MALFORMED',
  'UNKNOWN_OP',
  'INVALID_TOKEN',
  'FORBIDDEN_PRINCIPAL',
  'ORG_NOT_ACTIVE',
  'AWAITING_ADMISSION',
  'FORBIDDEN_CAPABILITY',
  'UNKNOWN_TOPIC',
  'TOPIC_NOT_ACTIVE',
  'TOO_MANY_TOPICS',
  'INVALID_FIELD',
  'INVALID_PRICE',
  'INVALID_QTY',
  'INVALID_CLIENT_ORDER_ID',
  'UNKNOWN_INSTRUMENT',
  'UNKNOWN_ACCOUNT',
  'UNKNOWN_ORDER',
  'OWNER_ABSENT',
];

/** Why an answer says nothing; undefined where it is one to judge. */
export function busyAnswer(answer: Frame): Judgement | undefined {
  const code = frameAt(answer, 'code');
  if (typeof code !== 'string' || frameAt(answer, 'success') !== false) return undefined;
  const isNewAndPasses = !OF_THE_OP.includes(code) && frameAt(answer, 'retryable') === true;
  return BUSY.includes(code) || isNewAndPasses ? inconclusive(`the session was busy: ${code}`) : undefined;
}
