import { isTooLongPage, TOO_LONG } from '../../member/exchange/answer-limits.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { isKept } from '../../member/exchange/foreign.ts';
import type { History } from '../history.ts';
import type { Judgement } from '../judgement.ts';
import { inconclusive, notExercised } from '../judgement.ts';
import type { Excuse } from './excused.ts';

/** Why a claim stays open where an answer is not the member's, or is hidden; undefined: none is. */
export function foreignAmong({ exchanges, conversations }: History): Judgement | undefined {
  const foreign = [...exchanges, ...conversations].filter((e) => isForeign(e) || isHidden(e));
  const [first] = foreign.toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)));
  return first && openFor(first);
}

/**
 * Whether the suite cannot see what the member says here, however often it asks: a proxy refuses the request for good,
 * or the page is longer than the suite reads. It is no doubt about the member.
 */
function isHidden(e: Exchange): boolean {
  return isKept(e) || isTooLongPage(e);
}

function openFor(foreign: Exchange): Judgement {
  const { method, path } = foreign.request;
  if (isTooLongPage(foreign)) {
    return notExercised(`${method} ${path} answered ${TOO_LONG}: a target with fewer rows would show it`);
  }
  return isKept(foreign)
    ? notExercised(`a proxy keeps it from the member: ${method} ${path} was answered ${foreign.foreign}`)
    : inconclusive(`the answer to ${method} ${path} did not come from the member: ${foreign.foreign}`);
}

function isForeign({ foreign }: Exchange): boolean {
  return foreign !== undefined;
}

/**
 * The answer of a proxy or a rate limiter is no violation, nor is what followed from a write that never reached the
 * member. A judge does not see what is hidden from the suite for good (`inSight`): where it then has nothing to judge,
 * the claim is not exercised.
 */
export const foreignAnswer: Excuse = (part, { exchanges, writes }) => {
  if (part.verdict === 'inconclusive') {
    const hidden = exchanges.find(isHidden);
    return hidden && openFor(hidden);
  }
  if (part.verdict !== 'violated') return undefined;
  const [lost, last] = [writes.find(isForeign), part.seen.at(-1)];
  const isAfter = lost !== undefined && (last === undefined || last.n > lost.n);
  const foreign = part.seen.find(isForeign) ?? (isAfter ? lost : undefined);
  return foreign && openFor(foreign);
};

/** The exchanges that a judge may see. */
export function inSight(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.some(isHidden) ? exchanges.filter((e) => !isHidden(e)) : exchanges;
}
