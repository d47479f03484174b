import type { Exchange } from '../client/exchange.ts';
import type { History } from './history.ts';
import type { Judgement } from './judgement.ts';
import { eachPart, inconclusive } from './judgement.ts';

/** The first answer that did not come from the member, although its request was repeated. */
export function foreignAmong({ exchanges, conversations }: History): Exchange | undefined {
  return [...exchanges, ...conversations].find(isForeign);
}

/** The reason in words: the request, and what answered it. */
export function notTheMembers({ request, foreign }: Exchange): string {
  return `the answer to ${request.method} ${request.path} did not come from the member: ${foreign}`;
}

function isForeign({ foreign }: Exchange): boolean {
  return foreign !== undefined;
}

/**
 * The answer of a proxy or a rate limiter is no violation, nor is what followed from a write that never reached the
 * member.
 */
export function unlessForeign(judgement: Judgement, { writes }: History): Judgement {
  const lost = writes.find(isForeign);
  return eachPart(judgement, (part) => {
    if (part.verdict !== 'violated') return part;
    const foreign = part.seen.find(isForeign) ?? lost;
    return foreign === undefined ? part : inconclusive(notTheMembers(foreign));
  });
}
