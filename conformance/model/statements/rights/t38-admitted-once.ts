import type { Exchange } from '../../../member/exchange/exchange.ts';
import { isFactual, isOk, pathOf, position } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { answersOf } from '../../answers.ts';
import { callerOf, organisationOf } from '../../attempt.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Statement } from '../../statement.ts';
import { holdingsOf, userIds } from '../../users.ts';

const AWAITING = 'AWAITING_ADMISSION';

/** Served beyond GET /me, or judged by an owner: the caller was admitted. */
function isAdmitted(e: Exchange): boolean {
  return pathOf(e) !== '/me' && pathOf(e) !== '/openapi.json' && (isOk(e) || isFactual(e));
}

/** A restatement removed every capability: the interface does not say whether such a user awaits admission again. */
function wasEmptied(e: Exchange, chronicle: Chronicle): boolean {
  const userId = userIds(chronicle).get(callerOf(e));
  if (userId === undefined) return true;
  const held = holdingsOf(chronicle, organisationOf(e.actor), userId);
  return held.length === 0 || held.some(({ capabilities }) => capabilities.length === 0);
}

/**
 * T38. A user who was admitted and holds a capability is never refused with AWAITING_ADMISSION again. Single member
 * only.
 */
export const admittedOnce: Statement = {
  id: 'T38',
  says: 'who was admitted, and holds a capability, never awaits admission again',
  shows: ['AUTH-03'],
  judge(chronicle) {
    // Another member may not know of the admission yet.
    if (!chronicle.target.singleMember) return pass;
    const awaiting = new Set(
      answersOf(chronicle)
        .coded.filter(({ code }) => code === AWAITING)
        .map(({ exchange }) => exchange),
    );
    if (awaiting.size === 0) return pass;
    const admitted = new Map<string, Exchange>();
    const judgements: Judgement[] = [];
    for (const e of chronicle.history.answered) {
      const caller = `${organisationOf(e.actor)} ${callerOf(e)}`;
      const before = admitted.get(caller);
      if (awaiting.has(e) && before !== undefined && before.answeredAtMs < e.sentAtMs) {
        if (!wasEmptied(e, chronicle)) {
          const since = position(before) === undefined ? '' : ` at position ${position(before)}`;
          judgements.push(violated(`anything but ${AWAITING}: the user was admitted${since}`, before, e));
        }
      }
      if (before === undefined && isAdmitted(e)) admitted.set(caller, e);
    }
    return allOf(judgements);
  },
};
