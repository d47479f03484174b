/** Statements about what a key is bound to: T14 to T16 of contract/properties.md. */
import { header, status } from '../../member/exchange/exchange.ts';
import { smallest } from '../../member/extremes.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Attempt } from '../attempt.ts';
import {
  binds,
  firstAnswered,
  isAheadOfItsKey,
  isBusy,
  isIdentical,
  isKeyReused,
  overlaps,
  precedes,
} from '../attempt.ts';
import type { KeyStory, Statement } from '../chronicle.ts';

function isOwnerRefusal({ outcome, exchange }: Attempt): boolean {
  return outcome.kind === 'judged' && !outcome.ok && status(exchange) !== 404;
}

/** The possible answers to a retry whose key an owner's refusal has spent; T12 says that judged ones are equal. */
function isOwed(retry: Attempt, refused: Attempt, singleMember: boolean): boolean {
  if (retry.outcome.kind === 'judged' || retry.outcome.kind === 'unknown') return true;
  if (retry.outcome.kind === 'promised') return !singleMember;
  if (isBusy(retry) || isAheadOfItsKey(retry)) return true;
  return isKeyReused(retry) && !isIdentical(retry, refused);
}

function judgeSpent({ attempts }: KeyStory, { singleMember }: TargetFacts): Judgement {
  const refused = attempts.find(isOwnerRefusal);
  if (refused === undefined) return pass;
  const broken = attempts.find(
    (retry) => retry.use === refused.use && precedes(refused, retry) && !isOwed(retry, refused, singleMember),
  );
  const words = 'the recorded refusal, replayed: its position says that the key is spent';
  return broken === undefined ? pass : violated(words, refused.exchange, broken.exchange);
}

/** A key under which nothing can have been recorded is free: it must not be refused as reused. */
function judgeFree({ attempts }: KeyStory): Judgement {
  const accepted = attempts.filter(({ outcome }) => outcome.kind !== 'refused-at-door');
  const soonestMs = smallest(accepted.map(({ sentAtMs }) => sentAtMs));
  const broken = attempts.find((attempt) => attempt.endsAtMs < soonestMs && isKeyReused(attempt));
  const words = 'a judgement of this request: nothing was recorded under this key';
  return broken === undefined ? pass : violated(words, attempts[0].exchange, broken.exchange);
}

/** A refusal with a position spends its key; a refusal without one leaves the key free. */
const positionMeansSpent: Statement = {
  id: 'T14',
  shows: ['IDEM-04', 'IDEM-07', 'IDEM-08'],
  judge: ({ keys, target }) => allOf(keys.flatMap((story) => [judgeSpent(story, target), judgeFree(story)])),
};

/** Another use of a bound key. The interface does not say whether 404 or 409 comes first where both apply. */
function isRefusedOtherUse(other: Attempt): boolean {
  if (other.outcome.kind === 'unknown' || isKeyReused(other) || isBusy(other) || isAheadOfItsKey(other)) return true;
  return other.outcome.kind === 'refused-at-door' && status(other.exchange) === 404;
}

function judgeBinding({ attempts }: KeyStory): Judgement {
  const binding = firstAnswered(attempts, binds);
  if (binding === undefined) return pass;
  for (const attempt of attempts) {
    const isLater = precedes(binding, attempt);
    if (attempt.use !== binding.use) {
      if (binds(attempt) || (isLater && !isRefusedOtherUse(attempt))) {
        const words = '409 IDEMPOTENCY_KEY_REUSED: the key is bound to another use';
        return violated(words, binding.exchange, attempt.exchange);
      }
    } else if (
      isLater &&
      isIdentical(attempt, binding) &&
      attempt.outcome.kind === 'refused-at-door' &&
      !isBusy(attempt)
    )
      return violated('the answer to the use that the key is bound to, replayed', binding.exchange, attempt.exchange);
  }
  return pass;
}

/** A key is bound to one operation and resource: any other use is refused with 409, and the first use replays. */
const keysAreBoundToOneUse: Statement = {
  id: 'T15',
  shows: ['IDEM-06', 'IDEM-02'],
  judge: ({ keys }) => allOf(keys.map(judgeBinding)),
};

/** T12 says that judged answers are equal. What remains: an attempt that overlaps an accepted one is not refused at the door. */
function judgeOverlaps({ attempts }: KeyStory): Judgement {
  for (const attempt of attempts) {
    if (attempt.outcome.kind !== 'refused-at-door' || isBusy(attempt)) continue;
    const taken = attempts.find((other) => binds(other) && overlaps(other, attempt) && isIdentical(other, attempt));
    if (taken !== undefined)
      return violated(
        'the outcome of the attempt in flight, or 202 with its Location',
        taken.exchange,
        attempt.exchange,
      );
  }
  return pass;
}

function judgeLocations({ key, attempts }: KeyStory): Judgement {
  const wrong = attempts.find(
    ({ outcome, exchange }) =>
      outcome.kind === 'promised' && header(exchange, 'location')?.endsWith(`/operations/${key}`) !== true,
  );
  return wrong === undefined ? pass : violated(`202 with Location: /operations/${key}`, wrong.exchange);
}

/** Overlapping attempts with one key end the same way: with one answer, or with 202 and one Location. */
const overlappingAttemptsAgree: Statement = {
  id: 'T16',
  shows: ['IDEM-05', 'IDEM-11'],
  judge: ({ keys }) => allOf(keys.flatMap((story) => [judgeOverlaps(story), judgeLocations(story)])),
};

export const KEY_BINDINGS: readonly Statement[] = [positionMeansSpent, keysAreBoundToOneUse, overlappingAttemptsAgree];
