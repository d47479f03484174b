import { status } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import { precedes } from '../../attempt.ts';
import type { Chronicle, KeyStory } from '../../chronicle.ts';
import { isAheadOfItsKey, isBusy, isIdentical, isKeyReused } from '../../same-request.ts';
import type { Statement } from '../../statement.ts';

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

function judgeSpent(story: KeyStory, { target }: Chronicle): Judgement {
  const refused = story.attempts.find(isOwnerRefusal);
  if (refused === undefined) return pass;
  const broken = story.attempts.find(
    (retry) => retry.use === refused.use && precedes(refused, retry) && !isOwed(retry, refused, target.singleMember),
  );
  if (broken === undefined) return pass;
  return violated(
    'the recorded refusal, replayed: its position says that the key is spent',
    refused.exchange,
    broken.exchange,
  );
}

/** A key under which nothing can have been recorded is free: it must not be refused as reused. */
function judgeFree(story: KeyStory): Judgement {
  let soonestMs = Number.POSITIVE_INFINITY;
  for (const { outcome, sentAtMs } of story.attempts) {
    if (outcome.kind !== 'turned-away' && sentAtMs < soonestMs) soonestMs = sentAtMs;
  }
  const broken = story.attempts.find((attempt) => attempt.endsAtMs < soonestMs && isKeyReused(attempt));
  if (broken === undefined) return pass;
  return violated('judged afresh: nothing was recorded under this key', story.attempts[0].exchange, broken.exchange);
}

/** T14. A refusal with a position spends its key; a refusal without one leaves the key free. */
export const positionMeansSpent: Statement = {
  id: 'T14',
  says: 'a refusal with a position spends its key, one without leaves it free',
  shows: ['IDEM-04', 'IDEM-07', 'IDEM-08'],
  judge: (chronicle) => allOf(chronicle.keys.flatMap((story) => [judgeSpent(story, chronicle), judgeFree(story)])),
};
