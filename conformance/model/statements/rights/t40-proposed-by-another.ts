import type { Exchange } from '../../../member/exchange/exchange.ts';
import { errorCode } from '../../../member/exchange/exchange.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import { openRows } from '../../open-rows.ts';
import type { RecordedFact } from '../../recorded-fact.ts';
import { factsOf } from '../../recorded-fact.ts';
import type { RowName } from '../../row-sightings.ts';
import { rowName } from '../../row-sightings.ts';
import { keyNamed, rowOf } from '../../rows-in.ts';
import type { Statement } from '../../statement.ts';
import { subjectOf } from '../../subject.ts';
import { userIds } from '../../users.ts';

/**
 * What is pending on a row: the users who may have proposed it. `nothing` after a review; unknown before the first
 * write that the history shows.
 */
type Waiting = { readonly by: ReadonlySet<number>; readonly shown: Exchange } | 'nothing' | undefined;

interface Review {
  readonly exchange: Exchange;
  readonly isOk: boolean;
  readonly userId: number | undefined;
  /** `propose`: a creation, a restatement or a rotation. */
  readonly does: 'propose' | 'approve' | 'withdraw' | 'nothing of it';
}

const REVIEWED = new Set(['asset-policies', 'chain-policies', 'trading-policies', 'credentials']);

function reviewsOf(chronicle: Chronicle): ReadonlyMap<RowName, readonly Review[]> {
  const byRow = new Map<RowName, Review[]>();
  for (const fact of factsOf(chronicle)) {
    const { exchange, subject } = fact.answeredBy;
    if (subject === undefined || !REVIEWED.has(subject.family.name)) continue;
    const key = keyNamed(subject) ?? rowOf(exchange, subject)?.key;
    if (key === undefined) continue;
    const name = rowName(fact.story.organisation, subject.family, key);
    const review = reviewOf(fact, subject.arm, chronicle);
    const reviews = byRow.get(name);
    if (reviews === undefined) byRow.set(name, [review]);
    else reviews.push(review);
  }
  return byRow;
}

function reviewOf({ answeredBy, story }: RecordedFact, arm: string | undefined, chronicle: Chronicle): Review {
  const { exchange, outcome, caller } = answeredBy;
  const isOne = story.attempts.every((attempt) => attempt.outcome.kind === 'turned-away' || attempt.caller === caller);
  const proposes = arm === undefined || arm === 'rotate';
  return {
    exchange,
    isOk: outcome.kind === 'judged' && outcome.ok,
    userId: isOne ? userIds(chronicle).get(caller) : undefined,
    does: proposes ? 'propose' : arm === 'approve' || arm === 'withdraw' ? arm : 'nothing of it',
  };
}

function judgeReview({ exchange, isOk, userId, does }: Review, waiting: Waiting): Judgement {
  if (waiting === undefined || waiting === 'nothing' || userId === undefined) return pass;
  const { by, shown } = waiting;
  const [mayBe, isSurely] = [by.has(userId), by.has(userId) && by.size === 1];
  if (does === 'approve') {
    if (isOk && isSurely) return violated('403 SELF_APPROVAL: this user proposed it', shown, exchange);
    if (!mayBe && errorCode(exchange) === 'SELF_APPROVAL') {
      return violated('no SELF_APPROVAL: another user proposed it', shown, exchange);
    }
  }
  if (does === 'withdraw') {
    if (isOk && !mayBe) return violated('403 NOT_PROPOSER: another user proposed it', shown, exchange);
    if (isSurely && errorCode(exchange) === 'NOT_PROPOSER') {
      return violated('no NOT_PROPOSER: this user proposed it', shown, exchange);
    }
  }
  return pass;
}

/**
 * On the sandbox the user who restates a pending policy becomes its proposer. The interface does not say whether
 * this holds elsewhere, and of a credential a part may remain from another user's statement.
 */
function waitingAfter({ exchange, isOk, userId, does }: Review, waiting: Waiting, strict: boolean): Waiting {
  if (!isOk) return waiting;
  if (does === 'approve' || does === 'withdraw') return 'nothing';
  if (does !== 'propose') return waiting;
  if (userId === undefined) return undefined;
  const subject = subjectOf(exchange);
  const alone =
    waiting === 'nothing' || subject?.kind === 'create' || (strict && subject?.family.name !== 'credentials');
  if (alone) return { by: new Set([userId]), shown: exchange };
  return waiting && { by: new Set([...waiting.by, userId]), shown: exchange };
}

/** T40. Nobody approves their own proposal, and nobody withdraws that of another. */
export const proposedByAnother: Statement = {
  id: 'T40',
  says: 'nobody approves what they proposed, and nobody withdraws what another did',
  shows: ['AUTH-15'],
  judge(chronicle) {
    const open = openRows(chronicle);
    const { strict } = chronicle.target;
    return allOf(
      [...reviewsOf(chronicle)].flatMap(([name, reviews]) => {
        if (open.has(name)) return [];
        let waiting: Waiting;
        return reviews.map((review) => {
          const judged = judgeReview(review, waiting);
          waiting = waitingAfter(review, waiting, strict);
          return judged;
        });
      }),
    );
  },
};
