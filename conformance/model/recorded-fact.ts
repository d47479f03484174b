/** What owners recorded for the keys of a history: at which positions, and between which moments of real time. */
import type { Attempt } from './attempt.ts';
import type { Chronicle, KeyStory } from './chronicle.ts';
import { derived } from './chronicle.ts';

export interface RecordedFact {
  readonly story: KeyStory;
  readonly position: bigint;
  /** The first of its answers to arrive. */
  readonly answeredBy: Attempt;
  /** The earliest request that may have caused it. */
  readonly causedBy: Attempt;
}

/** The facts in order of position: one for each key, from its earliest answer (T6 says that there is only one). */
export const factsOf: (chronicle: Chronicle) => readonly RecordedFact[] = derived(({ keys }) => {
  const facts = keys.map(factOf).filter((fact) => fact !== undefined);
  return facts.sort(byPosition);
});

function factOf(story: KeyStory): RecordedFact | undefined {
  let answeredBy: (Attempt & { readonly outcome: { readonly position: bigint } }) | undefined;
  for (const attempt of story.attempts) {
    const { outcome } = attempt;
    if (outcome.kind !== 'judged' || outcome.position === undefined) continue;
    if (answeredBy === undefined || attempt.endsAtMs < answeredBy.endsAtMs) {
      answeredBy = attempt as typeof answeredBy;
    }
  }
  if (answeredBy === undefined) return undefined;
  // An attempt that the door refused caused nothing. The answered attempt itself is always among the rest.
  const causedBy = story.attempts.find(({ outcome }) => outcome.kind !== 'refused-at-door') ?? answeredBy;
  return { story, position: answeredBy.outcome.position, answeredBy, causedBy };
}

/** Compares by position. Array sort is stable: items at one position keep their order. */
export function byPosition(a: { readonly position: bigint }, b: { readonly position: bigint }): number {
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}
