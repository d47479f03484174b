/** A history as the statements read it: writes by their keys, reads by their positions. Built once for each history. */

import type { RequirementId } from '../contract/requirements.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import type { Attempt } from './attempt.ts';
import { attemptsOf } from './attempt.ts';
import type { Reading } from './reading.ts';
import { readingsOf } from './reading.ts';

/** All attempts under one key of one organisation. */
export interface KeyStory {
  readonly organisation: string;
  readonly key: string;
  /** In order of sending; never empty. */
  readonly attempts: readonly [Attempt, ...Attempt[]];
  /** The answers of record owners, in order of sending. */
  readonly judged: readonly Attempt[];
}

export interface Chronicle {
  readonly history: History;
  readonly target: TargetFacts;
  readonly attempts: readonly Attempt[];
  readonly keys: readonly KeyStory[];
  /** undefined: no attempt of the organisation was under this key. */
  storyOf(organisation: string, key: string): KeyStory | undefined;
  /** Reads of state that were served, in order of sending; 404s of rows are included. */
  readonly readings: readonly Reading[];
}

const MADE = new WeakMap<History, Chronicle>();

/** The chronicle of a history; a second call for the same history returns the same object. */
export function chronicleOf(history: History): Chronicle {
  let chronicle = MADE.get(history);
  if (chronicle === undefined) {
    const attempts = attemptsOf(history);
    const stories = storiesOf(attempts);
    chronicle = {
      history,
      target: history.target,
      attempts,
      keys: [...stories.values()],
      storyOf: (organisation, key) => stories.get(nameOf(organisation, key)),
      readings: readingsOf(history),
    };
    MADE.set(history, chronicle);
  }
  return chronicle;
}

function storiesOf(attempts: readonly Attempt[]) {
  const byKey = new Map<
    string,
    KeyStory & { readonly attempts: [Attempt, ...Attempt[]]; readonly judged: Attempt[] }
  >();
  for (const attempt of attempts) {
    const { organisation, key } = attempt;
    const name = nameOf(organisation, key);
    const story = byKey.get(name);
    if (story === undefined) byKey.set(name, { organisation, key, attempts: [attempt], judged: [] });
    else story.attempts.push(attempt);
    if (attempt.outcome.kind === 'judged') byKey.get(name)?.judged.push(attempt);
  }
  return byKey;
}

function nameOf(organisation: string, key: string): string {
  return `${organisation} ${key}`;
}

/** Wraps `make` so that it runs at most once for each chronicle. The cached value is dropped with the chronicle. */
export function derived<T>(make: (chronicle: Chronicle) => T): (chronicle: Chronicle) => T {
  const made = new WeakMap<Chronicle, { readonly value: T }>();
  return (chronicle) => {
    let known = made.get(chronicle);
    if (known === undefined) {
      known = { value: make(chronicle) };
      made.set(chronicle, known);
    }
    return known.value;
  };
}

/** A statement of contract/properties.md, as a pure function of a history. */
export interface Statement {
  /** Its number in contract/properties.md. */
  readonly id: `T${number}`;
  /** The requirements that a history breaks where the statement does not hold. */
  readonly shows: readonly [RequirementId, ...RequirementId[]];
  /** The text of a violation says what would be right for the exchanges that it shows. */
  judge(chronicle: Chronicle): Judgement;
}
