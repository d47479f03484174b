/**
 * The only place where an answer is excused. A judge says what the interface requires and what was seen; whether the
 * member was busy, behind, unreachable or in a deploy window when it answered is the same question for every check.
 */
import type { History } from '../history.ts';
import type { Judgement } from '../judgement.ts';
import { unlessAssumed } from './unless-assumed.ts';
import { unlessBehind } from './unless-behind.ts';
import { unlessBusy } from './unless-busy.ts';
import { unlessForeign } from './unless-foreign.ts';
import { unlessUnsettled } from './unless-unsettled.ts';
import { unlessWindow } from './unless-window.ts';

/** The judgement after excuses: a violation that is excused becomes inconclusive, with the reason. */
export function excused(judgement: Judgement, history: History): Judgement {
  const open = unlessUnsettled(unlessBehind(unlessBusy(judgement), history));
  return unlessAssumed(unlessWindow(unlessForeign(open, history), history.target), history);
}
