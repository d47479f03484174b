import type { Exchange } from '../../../member/exchange/exchange.ts';
import { at, errorCode, status, textAt } from '../../../member/exchange/exchange.ts';
import { owes } from '../../../member/exchange/owed.ts';
import type { TargetFacts } from '../../../member/profile/target-facts.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import { firstAnswered } from '../../attempt.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { Chronicle, KeyStory } from '../../chronicle.ts';
import { DOCUMENTS, isOfRegister, ORDERS } from '../../families.ts';
import type { OperationRead, ToldOutcome } from '../../operation-read.ts';
import { OUTCOME_IDS, operationReads, toldOutcome } from '../../operation-read.ts';
import type { Statement } from '../../statement.ts';
import type { Subject } from '../../subject.ts';

/** The label of the reads at the end of a sequence, when no fault is active. */
export const LAST_LOOK = 'last look';

/**
 * A single member has applied what it answered; another member may lag behind. Before 0.11.4 a 202 of a stalled
 * member may never lead to an outcome; a sandbox stalls only on request.
 */
function judgeKnown({ attempts }: KeyStory, reads: readonly OperationRead[], target: TargetFacts): Judgement {
  const { singleMember, strict } = target;
  const leads = ({ exchange }: Attempt) => strict || owes(exchange, '0.11.4');
  const tells = (of: Attempt) =>
    (of.outcome.kind === 'promised' && leads(of)) || (singleMember && of.outcome.kind === 'judged');
  const told = firstAnswered(attempts, tells);
  if (told === undefined) return pass;
  const lost = reads.find(({ exchange }) => status(exchange) === 404 && exchange.sentAtMs > told.endsAtMs);
  if (lost === undefined) return pass;
  return violated('the record of the operation, not 404: its key was answered before', told.exchange, lost.exchange);
}

interface ToldRead {
  readonly exchange: Exchange;
  readonly told: ToldOutcome;
}

/** The reads that served the record, with what it said. */
function toldBy(reads: readonly OperationRead[]): readonly ToldRead[] {
  return reads
    .filter(({ exchange }) => status(exchange) === 200)
    .map(({ exchange }) => ({ exchange, told: toldOutcome(exchange) }));
}

/** pending* final*: no state comes back once it was left, and there is at most one change. */
function judgeSequence(reads: readonly OperationRead[]): Judgement {
  if (reads.length < 2) return pass;
  const served = reads.filter(({ exchange }) => status(exchange) === 200);
  let changes = 0;
  for (const [i, read] of served.entries()) {
    const before = served[i - 1];
    if (before === undefined || before.exchange.answeredAtMs >= read.exchange.sentAtMs) continue;
    if (outcomeOf(before) === outcomeOf(read)) continue;
    changes += 1;
    if (changes > 1) return violated('the final outcome for good', before.exchange, read.exchange);
  }
  return pass;
}

function outcomeOf({ exchange }: OperationRead): string {
  return canonicalJson(at(exchange, 'outcome'));
}

/**
 * The sandbox's own record, whose format is known: its outcome equals the key's answer, and it is final once the key
 * is answered.
 */
function judgeTold(story: KeyStory, reads: readonly ToldRead[]): Judgement {
  const judged = firstAnswered(story.judged, () => true);
  for (const { exchange, told } of reads) {
    if (!told.isFinal) {
      if (exchange.label === LAST_LOOK) {
        const away = lastRefusedForNow(story, exchange);
        return away === undefined
          ? violated('a final outcome: no fault goes on', exchange)
          : inconclusive(`the platform was away: ${away.request.method} ${away.request.path} answered 503 just before`);
      }
      if (judged !== undefined && judged.endsAtMs < exchange.sentAtMs) {
        return violated('the final outcome: the key was answered before', judged.exchange, exchange);
      }
    } else if (judged !== undefined && !isToldOf(judged, told)) {
      return violated("the outcome of the key's own answer", judged.exchange, exchange);
    }
  }
  return pass;
}

/** The write that came last before this look, if the member could not serve it: a fault that nobody asked for goes on. */
function lastRefusedForNow({ attempts }: KeyStory, look: Exchange): Exchange | undefined {
  const before = attempts.filter(({ exchange }) => exchange.answeredAtMs <= look.sentAtMs);
  const last = before.toSorted((a, b) => a.endsAtMs - b.endsAtMs).at(-1)?.exchange;
  return last !== undefined && status(last) === 503 && at(last, 'error', 'retryable') === true ? last : undefined;
}

/** The sandbox replays what has settled (decision A23); another member may answer 202 again. */
function judgeSettled({ attempts }: KeyStory, reads: readonly ToldRead[]): Judgement {
  const settled = reads.find(({ told }) => told.isFinal);
  if (settled === undefined) return pass;
  const { exchange } = settled;
  const late = attempts.find(
    ({ outcome, sentAtMs }) => outcome.kind === 'promised' && sentAtMs > exchange.answeredAtMs,
  );
  if (late === undefined) return pass;
  return violated('the settled answer, for the operation told its final outcome before', exchange, late.exchange);
}

function isToldOf({ outcome, exchange, subject }: Attempt, told: ToldOutcome): boolean {
  if (outcome.kind !== 'judged' || told.position !== `${outcome.position}`) return false;
  if (!outcome.ok) return told.code === errorCode(exchange) && OUTCOME_IDS.every((name) => isUnset(told.ids[name]));
  if (told.code !== null) return false;
  const answered = idsOf(exchange, subject);
  // The record shows no other id, and every id of the answer, possibly under another name.
  return (
    OUTCOME_IDS.every((name) => isUnset(told.ids[name]) || answered[name] === told.ids[name]) && isNamed(answered, told)
  );
}

function isUnset(id: unknown): boolean {
  return id === undefined || id === null;
}

function isNamed(answered: IdsOfAnswer, { ids }: ToldOutcome): boolean {
  return OUTCOME_IDS.every((name) => answered[name] === undefined || (ids[name] ?? null) === answered[name]);
}

type IdsOfAnswer = Partial<ToldOutcome['ids']>;

/** The ids of an answer, named as in the record of its key. */
function idsOf(e: Exchange, subject: Subject | undefined): IdsOfAnswer {
  if (subject === undefined) return { count: at(e, 'count') };
  const { family } = subject;
  if (family === ORDERS) return { orderId: textAt(e, 'orderId') };
  if (isOfRegister(family)) return { rowId: at(e, family.key[0] ?? '') };
  if (family === DOCUMENTS) return { instanceId: at(e, 'instanceId'), configSeq: at(e, 'seq') };
  return { instanceId: at(e, 'instanceId'), configSeq: at(e, 'configSeq') };
}

function judgeKey(story: KeyStory, reads: readonly OperationRead[], { target }: Chronicle): Judgement {
  if (reads.length === 0) return pass;
  const judged = [judgeKnown(story, reads, target), target.singleMember ? judgeSequence(reads) : pass];
  if (!target.strict) return allOf(judged);
  const told = toldBy(reads);
  return allOf(judged, judgeTold(story, told), judgeSettled(story, told));
}

/** T17. After a 202 the operation exists, reaches one final outcome, and keeps it; that outcome is the key's answer. */
export const promiseKept: Statement = {
  id: 'T17',
  says: 'after a 202 the operation is known, reaches one final outcome and keeps it: that of the key',
  shows: ['IDEM-10', 'IDEM-11', 'IDEM-12', 'IDEM-13'],
  judge(chronicle) {
    const byStory = Map.groupBy(operationReads(chronicle), ({ story }) => story);
    return allOf(chronicle.keys.map((story) => judgeKey(story, byStory.get(story) ?? [], chronicle)));
  },
};
