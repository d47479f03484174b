import { position } from '../client/exchange.ts';
import type { History } from './history.ts';
import type { Judgement } from './judgement.ts';
import { eachPart, inconclusive } from './judgement.ts';
import { refusalInWords } from './refusal-in-words.ts';

/**
 * A member may be behind a write that another one, or it itself, has answered (decisions A41, A42): a read whose position is
 * before that write's shows a state from before it, and what it shows breaks nothing. The sandbox's own single member decided
 * to show its own writes, and is held to that.
 */
export function unlessBehind(judgement: Judgement, history: History): Judgement {
  return eachPart(judgement, (part) => unlessBehindItself(part, history));
}

function unlessBehindItself(judgement: Judgement, history: History): Judgement {
  const breaking = judgement.verdict === 'violated' ? judgement.seen.at(-1) : undefined;
  if (
    breaking === undefined ||
    (history.target.strict && history.target.singleMember) ||
    breaking.request.method !== 'GET'
  )
    return judgement;
  const readAt = position(breaking);
  if (readAt === undefined) return judgement;
  const behind = history.writes.some((write) => {
    const writtenAt = position(write);
    return writtenAt !== undefined && writtenAt > readAt && write.answeredAtMs <= breaking.sentAtMs;
  });
  if (!behind) return judgement;
  return inconclusive(`a member that is behind answered: ${refusalInWords(breaking)} at position ${readAt}`);
}
