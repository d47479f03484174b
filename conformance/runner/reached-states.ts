import type { TargetFacts } from '../client/target-facts.ts';
import type { Check } from './check.ts';
import { History } from './history.ts';
import type { Tally } from './tally.ts';
import type { Trial } from './trial.ts';

/** Notes the states that a run which passed came to: those that the check must reach, and those that show a claim. */
export function strikeOff({ mustReach }: Check, tally: Tally, done: Trial, facts: TargetFacts): void {
  if (mustReach === undefined || done.judgement.verdict !== 'pass') return;
  const states = [...tally.wanted, ...[...(mustReach.shows?.values() ?? [])].flat()];
  // Read off a history of its own: no more once there is nothing left to come to.
  if (states.every((state) => tally.reached.has(state))) return;
  const { exchanges, conversations, notes } = done;
  for (const state of mustReach.reachedBy(new History(exchanges, facts, conversations, notes)))
    tally.reached.add(state);
}
