import { position } from '../../member/exchange/exchange.ts';
import type { History } from '../history.ts';
import type { Judgement } from '../judgement.ts';
import { eachPart, inconclusive } from '../judgement.ts';
import { refusalInWords } from './refusal-in-words.ts';

/**
 * A member may be behind a write that another member, or it itself, has answered (decisions A41, A42): a read at a
 * position before that write's shows an earlier state, and is no violation. The sandbox's single member promises to
 * show its own writes, and is judged by that.
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
