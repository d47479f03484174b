/**
 * What the interface does not show of a body is assumed. Where a target refuses such a body, it owes nothing of what a check
 * would have seen after it: the claim is not exercised, and its user can state a body that the target takes (`bodies:`).
 */

import { isBusy } from '../client/busy.ts';
import type { Exchange } from '../client/exchange.ts';
import { status } from '../client/exchange.ts';
import { routeOf } from '../contract/route-requirements.ts';
import type { History } from './history.ts';
import type { Inconclusive, Judgement } from './judgement.ts';
import { eachPart, inconclusive, notExercised } from './judgement.ts';
import { refusalInWords } from './refusal-in-words.ts';

/** Nothing could be judged, because a write whose body is assumed was not taken. */
export function notTaken(why: string): Inconclusive {
  return { ...inconclusive(why), ofAssumedBody: true };
}

export function unlessAssumed(judgement: Judgement, history: History): Judgement {
  if (history.target.strict) return judgement;
  return eachPart(judgement, (part) => {
    if (part.verdict !== 'inconclusive' || part.ofAssumedBody !== true) return part;
    const refused = history.writes.findLast(isRefusedForGood);
    return refused === undefined ? part : notExercised(`${part.why}: ${refusalInWords(refused)}${hint(refused)}`);
  });
}

function isRefusedForGood(e: Exchange): boolean {
  const seen = status(e);
  return seen !== undefined && seen >= 400 && seen < 500 && seen !== 429 && !isBusy(e);
}

function hint(refused: Exchange): string {
  const { method, path } = refused.request;
  const name = routeOf(method, path)?.name ?? `${method} ${path}`;
  return `; a body that it takes can be stated in the profile: bodies["${name}"]`;
}
