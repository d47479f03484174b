/** A refusal that says nothing of the clause it was asked for: the session, or the member behind it, was busy just then. */

import type { Frame } from '../client/conversation.ts';
import { frameAt } from '../client/conversation.ts';
import { SOCKET_REFUSALS, socketRefusals } from '../contract/socket-refusals.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive } from '../runner/judgement.ts';

const BUSY = socketRefusals(({ isBusy }) => isBusy === true);

/** Why an answer says nothing; undefined where it is one to judge. */
export function busyAnswer(answer: Frame): Judgement | undefined {
  const code = frameAt(answer, 'code');
  if (typeof code !== 'string' || frameAt(answer, 'success') !== false) return undefined;
  // The enum is append-only: of any other code `retryable` tells what to do (VER-05).
  const isNewAndPasses = !Object.hasOwn(SOCKET_REFUSALS, code) && frameAt(answer, 'retryable') === true;
  return BUSY.includes(code) || isNewAndPasses ? inconclusive(`the session was busy: ${code}`) : undefined;
}
