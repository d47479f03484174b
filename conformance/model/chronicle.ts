/** A history as the statements read it: writes by their keys, reads by their positions. Built once for each history. */

import type { TargetFacts } from '../member/profile/target-facts.ts';
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
      keys: stories.all,
      storyOf: (organisation, key) => stories.byKey.get(organisation)?.get(key),
      readings: readingsOf(history),
    };
    MADE.set(history, chronicle);
  }
  return chronicle;
}

interface GrowingStory extends KeyStory {
  readonly attempts: [Attempt, ...Attempt[]];
  readonly judged: Attempt[];
}

function storiesOf(attempts: readonly Attempt[]) {
  const all: KeyStory[] = [];
  const byKey = new Map<string, Map<string, GrowingStory>>();
  for (const attempt of attempts) {
    const { organisation, key } = attempt;
    let ofOrganisation = byKey.get(organisation);
    if (ofOrganisation === undefined) {
      ofOrganisation = new Map();
      byKey.set(organisation, ofOrganisation);
    }
    let story = ofOrganisation.get(key);
    if (story === undefined) {
      story = { organisation, key, attempts: [attempt], judged: [] };
      ofOrganisation.set(key, story);
      all.push(story);
    } else story.attempts.push(attempt);
    if (attempt.outcome.kind === 'judged') story.judged.push(attempt);
  }
  return { all, byKey };
}
