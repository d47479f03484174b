/**
 * A body that the interface does not show is assumed. Where a target refuses such a body, it owes nothing of what a
 * check would have seen afterwards: the claim is not exercised, and the user can state a body that the target
 * accepts (`bodies:`).
 */

import { routeOf } from '../../contract/route-requirements.ts';
import { isBusy } from '../../member/exchange/busy.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { status } from '../../member/exchange/exchange.ts';
import { LEFT_OUT } from '../../member/exchange/left-out.ts';
import type { Inconclusive } from '../judgement.ts';
import { inconclusive, notExercised } from '../judgement.ts';
import type { Excuse } from './excused.ts';
import { refusalInWords } from './refusal-in-words.ts';

/** Nothing could be judged, because a write with an assumed body was refused. */
export function notTaken(why: string): Inconclusive {
  return { ...inconclusive(why), kind: 'assumed body' };
}

/**
 * An inconclusive part that is due to a refused, assumed body is not exercised. So is every inconclusive part where a request
 * was left out, since the target would have been sent less than the check means.
 */
export const assumedBody: Excuse = (part, history) => {
  if (history.target.strict || part.verdict !== 'inconclusive') return undefined;
  const leftOut = history.notes.filter(({ label }) => label === LEFT_OUT).map(({ value }) => String(value));
  if (leftOut.length > 0 && !history.exchanges.some((e) => e.response === null || isBusy(e)))
    return notExercised([...new Set(leftOut)].join('; '));
  const refused = part.kind === 'assumed body' ? history.writes.findLast(isRefusedForGood) : undefined;
  return refused && notExercised(`${part.why}: ${refusalInWords(refused)}${hint(refused)}`);
};

function isRefusedForGood(e: Exchange): boolean {
  const seen = status(e);
  return seen !== undefined && seen >= 400 && seen < 500 && seen !== 429 && !isBusy(e);
}

function hint(refused: Exchange): string {
  const { method, path } = refused.request;
  const name = routeOf(method, path)?.name ?? `${method} ${path}`;
  return `; a body that it takes can be stated in the profile: bodies["${name}"]`;
}
