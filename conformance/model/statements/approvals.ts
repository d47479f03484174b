/** The statement about proposals and their approval: T40 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode } from '../../member/exchange/exchange.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Chronicle, Statement } from '../chronicle.ts';
import type { RecordedFact } from '../recorded-fact.ts';
import { factsOf } from '../recorded-fact.ts';
import type { RowName } from '../row-sightings.ts';
import { openRows, rowName } from '../row-sightings.ts';
import { keyNamed, rowOf, subjectOf } from '../subject.ts';
import { userIds } from '../users.ts';

/**
 * What is pending on a row: the users who may have proposed it. `nothing` after a review; unknown before the first
 * write that the history shows.
 */
type Pending = { readonly by: ReadonlySet<number>; readonly shown: Exchange } | 'nothing' | undefined;

interface Review {
  readonly exchange: Exchange;
  readonly isOk: boolean;
  readonly userId: number | undefined;
  /** `propose`: a creation, a restatement or a rotation. */
  readonly does: 'propose' | 'approve' | 'withdraw' | 'neither';
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
  const isOne = story.attempts.every(
    (attempt) => attempt.outcome.kind === 'refused-at-door' || attempt.caller === caller,
  );
  const proposes = arm === undefined || arm === 'rotate';
  return {
    exchange,
    isOk: outcome.kind === 'judged' && outcome.ok,
    userId: isOne ? userIds(chronicle).get(caller) : undefined,
    does: proposes ? 'propose' : arm === 'approve' || arm === 'withdraw' ? arm : 'neither',
  };
}

function judgeReview({ exchange, isOk, userId, does }: Review, pending: Pending): Judgement {
  if (pending === undefined || pending === 'nothing' || userId === undefined) return pass;
  const { by, shown } = pending;
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
function pendingAfter({ exchange, isOk, userId, does }: Review, pending: Pending, strict: boolean): Pending {
  if (!isOk) return pending;
  if (does === 'approve' || does === 'withdraw') return 'nothing';
  if (does !== 'propose') return pending;
  if (userId === undefined) return undefined;
  const subject = subjectOf(exchange);
  const alone =
    pending === 'nothing' || subject?.kind === 'create' || (strict && subject?.family.name !== 'credentials');
  if (alone) return { by: new Set([userId]), shown: exchange };
  return pending && { by: new Set([...pending.by, userId]), shown: exchange };
}

/** No user approves their own proposal, and no user withdraws that of another. */
export const anotherUserApproves: Statement = {
  id: 'T40',
  shows: ['AUTH-15'],
  judge(chronicle) {
    const open = openRows(chronicle);
    const { strict } = chronicle.target;
    return allOf(
      [...reviewsOf(chronicle)].flatMap(([name, reviews]) => {
        if (open.has(name)) return [];
        let pending: Pending;
        return reviews.map((review) => {
          const judged = judgeReview(review, pending);
          pending = pendingAfter(review, pending, strict);
          return judged;
        });
      }),
    );
  },
};
