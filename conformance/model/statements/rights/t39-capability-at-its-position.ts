import { errorCode } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { neededFor } from '../../needed-capability.ts';
import type { RecordedFact } from '../../recorded-fact.ts';
import { factsOf } from '../../recorded-fact.ts';
import { firstAfter } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';
import { type Holding, holdingsOf, userIds } from '../../users.ts';

interface Grant {
  readonly isHeld: boolean;
  readonly shown: Holding;
}

/**
 * Whether the user held the scope right before a position. On the sandbox only the history restates users. On a
 * deployed member others may, so the scope must have been seen on both sides.
 */
function heldBefore(held: readonly Holding[], scope: string, at: bigint, strict: boolean): Grant | undefined {
  const after = firstAfter(held, at - 1n);
  const before = held[after - 1];
  if (before === undefined) return undefined;
  const isHeld = before.capabilities.includes(scope);
  const next = held.slice(after).find(({ fact, position }) => fact === undefined || position > at);
  const isSure = strict || (next?.fact === undefined && next?.capabilities.includes(scope) === isHeld);
  return isSure ? { isHeld, shown: before } : undefined;
}

function judgeFact(fact: RecordedFact, chronicle: Chronicle): Judgement {
  const { answeredBy, story, position } = fact;
  const { caller, outcome, exchange } = answeredBy;
  // Which of several callers sent the judged attempt is known only where they are all the same user.
  if (story.attempts.some((attempt) => attempt.outcome.kind !== 'turned-away' && attempt.caller !== caller))
    return pass;
  const needed = neededFor(answeredBy);
  const userId = userIds(chronicle).get(caller);
  if (needed === undefined || userId === undefined || outcome.kind !== 'judged') return pass;
  const { strict } = chronicle.target;
  if (!needed.isPublished && !strict) return pass;
  const { scope } = needed;
  const grant = heldBefore(holdingsOf(chronicle, story.organisation, userId), scope, position, strict);
  if (grant === undefined) return pass;
  const { isHeld, shown } = grant;
  const held = `${scope} at position ${shown.position}`;
  if (outcome.ok && !isHeld) {
    return violated(`403 CAPABILITY_DENIED: the user did not hold ${held}`, shown.exchange, exchange);
  }
  if (errorCode(exchange) === 'CAPABILITY_DENIED' && isHeld) {
    return violated(`no CAPABILITY_DENIED: the user held ${held}`, shown.exchange, exchange);
  }
  return pass;
}

/** T39. A write succeeds only if its user holds the capability at its position, and is denied only if not. */
export const capabilityAtItsPosition: Statement = {
  id: 'T39',
  says: 'a write succeeds only where its user holds the capability at its position, and is denied only where not',
  shows: ['AUTH-10', 'AUTH-14', 'ORD-17', 'ALG-03', 'CRED-13'],
  judge: (chronicle) => allOf(factsOf(chronicle).map((fact) => judgeFact(fact, chronicle))),
};
