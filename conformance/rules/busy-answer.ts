/** Recognizes refusals that say nothing about the tested clause, since the session or the member behind it was busy. */

import { SOCKET_REFUSALS, socketRefusals } from '../contract/socket-refusals.ts';
import type { Frame } from '../member/exchange/conversation.ts';
import { frameAt } from '../member/exchange/conversation.ts';
import type { Judgement } from '../runner/judgement.ts';
import { inconclusive } from '../runner/judgement.ts';

const BUSY = socketRefusals(({ isBusy }) => isBusy === true);

/** An inconclusive judgement for a busy refusal; undefined for a response that can be judged. */
export function busyAnswer(answer: Frame): Judgement | undefined {
  const code = frameAt(answer, 'code');
  if (typeof code !== 'string' || frameAt(answer, 'success') !== false) return undefined;
  // The enum is append-only: for an unknown code, `retryable` says what to do (VER-05).
  const isNewAndPasses = !Object.hasOwn(SOCKET_REFUSALS, code) && frameAt(answer, 'retryable') === true;
  return BUSY.includes(code) || isNewAndPasses ? inconclusive(`the session was busy: ${code}`) : undefined;
}
