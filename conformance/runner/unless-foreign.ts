import type { Exchange } from '../client/exchange.ts';
import { isKept } from '../client/foreign.ts';
import type { History } from './history.ts';
import type { Judgement } from './judgement.ts';
import { eachPart, inconclusive, notExercised } from './judgement.ts';

/** Why a claim stays open where an answer did not come from the member; undefined: all of them did. */
export function foreignAmong({ exchanges, conversations }: History): Judgement | undefined {
  const foreign = [...exchanges, ...conversations].filter(isForeign);
  const [first] = foreign.toSorted((a, b) => Number(isKept(a)) - Number(isKept(b)));
  return first && openFor(first);
}

/** What a proxy refuses for good cannot be tried again: it is no doubt about the member. */
function openFor(foreign: Exchange): Judgement {
  const { method, path } = foreign.request;
  return isKept(foreign)
    ? notExercised(`a proxy keeps it from the member: ${method} ${path} was answered ${foreign.foreign}`)
    : inconclusive(`the answer to ${method} ${path} did not come from the member: ${foreign.foreign}`);
}

function isForeign({ foreign }: Exchange): boolean {
  return foreign !== undefined;
}

/**
 * The answer of a proxy or a rate limiter is no violation, nor is what followed from a write that never reached the
 * member. A judge does not see the answers of proxies that keep a request for good (`ofMember`): where it then has
 * nothing to judge, the claim is not exercised.
 */
export function unlessForeign(judgement: Judgement, { exchanges, writes }: History): Judgement {
  const lost = writes.find(isForeign);
  const kept = exchanges.find(isKept);
  return eachPart(judgement, (part) => {
    if (part.verdict === 'inconclusive') return kept === undefined ? part : openFor(kept);
    if (part.verdict !== 'violated') return part;
    const last = part.seen.at(-1);
    const isAfter = lost !== undefined && (last === undefined || last.n > lost.n);
    const foreign = part.seen.find(isForeign) ?? (isAfter ? lost : undefined);
    return foreign === undefined ? part : openFor(foreign);
  });
}

/** The exchanges that a judge may see: without those that a proxy refused for good. */
export function ofMember(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.some(isKept) ? exchanges.filter((e) => !isKept(e)) : exchanges;
}
