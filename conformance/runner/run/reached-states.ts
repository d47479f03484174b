import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Check } from '../check.ts';
import { History } from '../history.ts';
import type { Tally } from './tally.ts';
import type { Trial } from './trial.ts';

/** Notes the states that a passing run reached: those that the check must reach, and those that a claim needs. */
export function strikeOff({ mustReach }: Check, tally: Tally, done: Trial, facts: TargetFacts): void {
  if (mustReach === undefined || done.judgement.verdict !== 'pass') return;
  const states = [...tally.wanted, ...[...(mustReach.shows?.values() ?? [])].flat()];
  // Computed from a separate history; skipped once every state was reached.
  if (states.every((state) => tally.reached.has(state))) return;
  const { exchanges, conversations, notes } = done;
  for (const state of mustReach.reachedBy(new History(exchanges, facts, conversations, notes)))
    tally.reached.add(state);
}
