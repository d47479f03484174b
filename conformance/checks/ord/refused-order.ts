/**
 * Refused submissions, and who refused them. Each is followed by a corrected order under the same key: an owner's refusal
 * spends the key, one of the door leaves it free.
 */
import type { Actor } from '../../member/actor.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { isOk, isReplay, position, textAt } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { isReused, sameAnswer } from '../../member/exchange/same-answer.ts';
import type { Expectation } from '../../runner/expectation.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, differs, pass, violated } from '../../runner/judgement.ts';

/** An id of an account or an instrument that nothing holds: the largest of 32 bits. */
export const NO_ROWS_ID = 2_147_483_647;

/** What a scene submits orders with. */
interface Submitting {
  order(over?: OrderBody): OrderBody;
  freshKey(): string;
}

/** `order()` with `over`, and then without it under the same key: labelled `what` and `what, corrected`. */
export async function submitRefused(actor: Actor, scene: Submitting, what: string, over: OrderBody): Promise<void> {
  const key = scene.freshKey();
  await cancelled(actor, await actor.submit(scene.order(over), { key, label: what }));
  await cancelled(actor, await actor.submit(scene.order(), { key, label: `${what}, corrected` }));
}

/** Cancels an order that was accepted, so that none is left resting. */
export async function cancelled(actor: Actor, submitted: Exchange): Promise<void> {
  const orderId = textAt(submitted, 'orderId');
  if (orderId !== undefined) await actor.cancel(orderId);
}

/** A recorded fact of the orders owner: the key is spent, and answers the refusal to a corrected order too. */
export function refusedByOwner(history: History, what: string, refusal: Omit<Expectation, 'position'>): Judgement {
  const refused = history.one(what);
  const corrected = history.one(`${what}, corrected`);
  return allOf(
    expects(refused, { ...refusal, position: 'present', asOf: 'absent' }, `${what}: by the owner`),
    // A corrected order is another body, so that the key may be answered as reused too (decision A21).
    sameAnswer(corrected, refused) || (!history.target.strict && isReused(corrected, refused))
      ? pass
      : differs(`${what}: the recorded refusal, for its key`, refused, corrected),
  );
}

/** Nothing was sent: no position, and the key is free for a corrected order. */
export function refusedAtTheDoor(history: History, what: string, refusal: Omit<Expectation, 'position'>): Judgement {
  return allOf(
    expects(history.one(what), { ...refusal, position: 'absent' }, `${what}: at the door`),
    keyIsFree(history, what),
  );
}

/** Refused by either side; where it names no position, its key is free. */
export function refusedByEither(history: History, what: string, refusal: Expectation): Judgement {
  const refused = expects(history.one(what), refusal, what);
  return position(history.one(what)) === undefined ? allOf(refused, keyIsFree(history, what)) : refused;
}

function keyIsFree(history: History, what: string): Judgement {
  const corrected = history.one(`${what}, corrected`);
  return isOk(corrected) && !isReplay(corrected)
    ? pass
    : violated(`${what}: the corrected order accepted under the same key`, history.one(what), corrected);
}
