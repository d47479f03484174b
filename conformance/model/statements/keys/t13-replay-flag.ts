import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import { precedes } from '../../attempt.ts';
import type { KeyStory } from '../../chronicle.ts';
import type { Statement } from '../../statement.ts';

/** Another attempt, not itself a replay, may have received an answer by then. */
function mayBeReplay(attempt: Attempt, { attempts }: KeyStory): boolean {
  return attempts.some(
    (other) =>
      other !== attempt && other.outcome.kind !== 'turned-away' && !other.isReplay && other.sentAtMs < attempt.endsAtMs,
  );
}

function judgeFlags(story: KeyStory): Judgement {
  const flagged = story.attempts.filter(({ isReplay }) => isReplay);
  if (flagged.length === 0) return pass;
  const atTheDoor = flagged.find(({ outcome }) => outcome.kind === 'turned-away');
  if (atTheDoor !== undefined) return violated('no Idempotent-Replay: this answer is not recorded', atTheDoor.exchange);
  const first = flagged.find((attempt) => !mayBeReplay(attempt, story));
  if (first === undefined) return pass;
  return violated('no Idempotent-Replay: no earlier attempt under this key reached an answer', first.exchange);
}

/**
 * Only for a single member: another member may answer a key without the flag where it did not answer it before
 * (decision A27).
 */
function judgeUnflagged(story: KeyStory): Judgement {
  let answered: Attempt | undefined;
  for (const attempt of story.judged) {
    const isUnflagged = attempt.tellsReplays && !attempt.isReplay;
    if (answered !== undefined && precedes(answered, attempt) && isUnflagged) {
      return violated('Idempotent-Replay: true, for this key has its answer', answered.exchange, attempt.exchange);
    }
    if (answered === undefined || attempt.endsAtMs < answered.endsAtMs) answered = attempt;
  }
  return pass;
}

/** T13. Idempotent-Replay is set on replays and never on a first answer. */
export const replayFlag: Statement = {
  id: 'T13',
  says: 'Idempotent-Replay stands on the replay of an earlier answer, and never on a first one',
  shows: ['IDEM-02', 'IDEM-03'],
  judge: ({ keys, target }) =>
    allOf(keys.flatMap((story) => [judgeFlags(story), target.singleMember ? judgeUnflagged(story) : pass])),
};
