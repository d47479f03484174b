/** Statements about the answers to one key: T6 and T11 to T13 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { sameAnswer } from '../../member/exchange/same-answer.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Attempt } from '../attempt.ts';
import { precedes } from '../attempt.ts';
import type { KeyStory, Statement } from '../chronicle.ts';
import { ORDERS } from '../families.ts';
import type { SightedRow, Sighting } from '../row-sightings.ts';
import { sightedRows } from '../row-sightings.ts';

/** Every answer to a key names the same position, and no two keys share one. */
const onePositionPerKey: Statement = {
  id: 'T6',
  shows: ['IDEM-16', 'IDEM-19'],
  judge({ keys }) {
    const factAt = new Map<bigint, { readonly story: object; readonly by: Attempt }>();
    for (const story of keys) {
      let first: { readonly at: bigint; readonly by: Attempt } | undefined;
      for (const by of story.judged) {
        const place = by.outcome.kind === 'judged' ? by.outcome.position : undefined;
        if (place === undefined) continue;
        first ??= { at: place, by };
        if (first.at !== place)
          return violated(`the position ${first.at} of this key's first answer`, first.by.exchange, by.exchange);
        const known = factAt.get(place) ?? { story, by };
        if (known.story !== story) return violated('a position that no other key has', known.by.exchange, by.exchange);
        factAt.set(place, known);
      }
    }
    return pass;
  },
};

/** The names given to rows that a key of the history creates, so that each row can be traced to its key. */
const MADE_BY = 'touchstone-';

/** The key that a row names as its creator: an order's clientOrderId, or the name that a sequence gives to what it creates. */
function makerOf({ family, latest }: SightedRow): { readonly key: string; readonly shown: Sighting } | undefined {
  const member = family === ORDERS ? 'clientOrderId' : 'displayName';
  const shown = latest.find(({ row }) => typeof row?.[member] === 'string');
  const text = String(shown?.row?.[member]);
  if (shown === undefined) return undefined;
  if (family === ORDERS) return { key: text, shown };
  return text.startsWith(MADE_BY) ? { key: text.slice(MADE_BY.length), shown } : undefined;
}

/** @param rows the first exchange that shows each row which the key created. */
function judgeEffect({ key, attempts }: KeyStory, rows: readonly Exchange[]): Judgement {
  const [first, second] = rows;
  if (first === undefined) return pass;
  if (second !== undefined) return violated(`one row made by ${key}, not ${rows.length}`, first, second);
  return attempts.some((a) => a.outcome.kind !== 'refused-at-door' && a.subject?.kind === 'create')
    ? pass
    : violated(`nothing made by ${key}: no creation under it was accepted`, attempts[0].exchange, first);
}

/** A key creates at most one row, and none where every attempt was refused at the door. */
const oneEffectPerKey: Statement = {
  id: 'T11',
  shows: ['IDEM-16'],
  judge(chronicle) {
    const made = [...sightedRows(chronicle).values()].flatMap((sighted) => {
      const maker = makerOf(sighted);
      const story = maker && chronicle.storyOf(sighted.organisation, maker.key);
      return maker === undefined || story === undefined ? [] : [{ story, shown: maker.shown.exchange }];
    });
    const byStory = Map.groupBy(made, ({ story }) => story);
    return allOf(
      [...byStory].map(([story, rows]) =>
        judgeEffect(
          story,
          rows.map(({ shown }) => shown),
        ),
      ),
    );
  },
};

/** All final answers to one key and operation are equal in status, position and body. */
const oneAnswerPerKey: Statement = {
  id: 'T12',
  shows: ['IDEM-02', 'IDEM-04', 'IDEM-19'],
  judge: ({ keys }) =>
    allOf(
      keys.map(({ judged }) => {
        const firstOf = new Map<string, Attempt>();
        for (const attempt of judged) {
          const first = firstOf.get(attempt.use) ?? attempt;
          firstOf.set(attempt.use, first);
          if (first !== attempt && !sameAnswer(first.exchange, attempt.exchange))
            return violated(
              "the status, position and body of this key's first answer",
              first.exchange,
              attempt.exchange,
            );
        }
        return pass;
      }),
    ),
};

/** Another attempt, not itself a replay, may have received an answer by then. */
function mayBeReplay(attempt: Attempt, { attempts }: KeyStory): boolean {
  return attempts.some(
    (other) =>
      other !== attempt &&
      other.outcome.kind !== 'refused-at-door' &&
      !other.isReplay &&
      other.sentAtMs < attempt.endsAtMs,
  );
}

function judgeFlags(story: KeyStory): Judgement {
  const flagged = story.attempts.filter(({ isReplay }) => isReplay);
  const atTheDoor = flagged.find(({ outcome }) => outcome.kind === 'refused-at-door');
  if (atTheDoor !== undefined) return violated('no Idempotent-Replay: this answer is not recorded', atTheDoor.exchange);
  const first = flagged.find((attempt) => !mayBeReplay(attempt, story));
  return first === undefined
    ? pass
    : violated('no Idempotent-Replay: no earlier attempt under this key reached an answer', first.exchange);
}

/** Another member may answer a key without the flag where it did not answer it before (decision A27). */
function judgeUnflagged({ judged }: KeyStory, { singleMember }: TargetFacts): Judgement {
  if (!singleMember) return pass;
  let answered: Attempt | undefined;
  for (const attempt of judged) {
    const isUnflagged = attempt.flagsReplays && !attempt.isReplay;
    if (answered !== undefined && precedes(answered, attempt) && isUnflagged)
      return violated('Idempotent-Replay: true, for this key has its answer', answered.exchange, attempt.exchange);
    if (answered === undefined || attempt.endsAtMs < answered.endsAtMs) answered = attempt;
  }
  return pass;
}

/** Idempotent-Replay is set on replays and never on a first answer. */
const replaysAreFlagged: Statement = {
  id: 'T13',
  shows: ['IDEM-02', 'IDEM-03'],
  judge: ({ keys, target }) => allOf(keys.flatMap((story) => [judgeFlags(story), judgeUnflagged(story, target)])),
};

export const EXACTLY_ONCE: readonly Statement[] = [
  onePositionPerKey,
  oneEffectPerKey,
  oneAnswerPerKey,
  replaysAreFlagged,
];
