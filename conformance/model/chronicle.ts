/** A history as the statements read it: writes by their keys, reads by their positions. Built once for each history. */

import type { TargetFacts } from '../client/target-facts.ts';
import type { History } from '../runner/history.ts';
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
}

export interface Chronicle {
  readonly history: History;
  readonly target: TargetFacts;
  readonly attempts: readonly Attempt[];
  readonly keys: readonly KeyStory[];
  /** Reads of state that were served, in order of sending; 404s of rows are included. */
  readonly readings: readonly Reading[];
}

const MADE = new WeakMap<History, Chronicle>();

/** The chronicle of a history; a second call for the same history returns the same object. */
export function chronicleOf(history: History): Chronicle {
  let chronicle = MADE.get(history);
  if (chronicle === undefined) {
    const attempts = attemptsOf(history);
    chronicle = { history, target: history.target, attempts, keys: keysOf(attempts), readings: readingsOf(history) };
    MADE.set(history, chronicle);
  }
  return chronicle;
}

function keysOf(attempts: readonly Attempt[]): readonly KeyStory[] {
  const stories = new Map<string, { organisation: string; key: string; attempts: [Attempt, ...Attempt[]] }>();
  for (const attempt of attempts) {
    const { organisation, key } = attempt;
    const name = `${organisation} ${key}`;
    const story = stories.get(name);
    if (story === undefined) stories.set(name, { organisation, key, attempts: [attempt] });
    else story.attempts.push(attempt);
  }
  return [...stories.values()];
}

/** The answers of record owners to a key, in order of sending. */
export function judgedOf(story: KeyStory): readonly Attempt[] {
  return story.attempts.filter(({ outcome }) => outcome.kind === 'judged');
}
