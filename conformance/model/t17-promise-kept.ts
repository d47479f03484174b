import type { Judgement } from '../runner/judgement.ts';
import { allOf, pass, violated } from '../runner/judgement.ts';
import { at, errorCode, status, textAt } from '../target/exchange.ts';
import type { Attempt } from './attempt.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Chronicle, KeyStory } from './chronicle.ts';
import { judgedOf } from './chronicle.ts';
import type { OperationRead } from './operation-read.ts';
import { operationReads, toldOutcome } from './operation-read.ts';
import type { Statement } from './statement.ts';

/** The label of the reads at the end of a sequence, when no fault goes on. */
export const LAST_LOOK = 'last look';

/** A member that serves alone has applied what it answered; another one may not have come to it yet. */
function judgeKnown({ attempts }: KeyStory, reads: readonly OperationRead[], singleMember: boolean): Judgement {
  const tells = ({ outcome }: Attempt) => outcome.kind === 'promised' || (singleMember && outcome.kind === 'judged');
  const told = attempts.filter(tells).toSorted((a, b) => a.endsAtMs - b.endsAtMs)[0];
  if (told === undefined) return pass;
  const lost = reads.find(({ exchange }) => status(exchange) === 404 && exchange.sentAtMs > told.endsAtMs);
  if (lost === undefined) return pass;
  return violated('the record of the operation, not 404: its key was answered before', told.exchange, lost.exchange);
}

/** pending* final^ω: what was left behind never comes back, and there is one change at most. */
function judgeSequence(reads: readonly OperationRead[]): Judgement {
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

/** The sandbox's own record, whose members are known: what it tells is the key's answer, and once answered it is told. */
function judgeTold(story: KeyStory, reads: readonly OperationRead[]): Judgement {
  const judged = judgedOf(story).toSorted((a, b) => a.endsAtMs - b.endsAtMs)[0];
  for (const { exchange } of reads) {
    if (status(exchange) !== 200) continue;
    const told = toldOutcome(exchange);
    if (!told.isFinal) {
      if (exchange.label === LAST_LOOK) return violated('a final outcome: no fault goes on', exchange);
      if (judged !== undefined && judged.endsAtMs < exchange.sentAtMs) {
        return violated('the final outcome: the key was answered before', judged.exchange, exchange);
      }
    } else if (judged !== undefined && !isToldOf(judged, told)) {
      return violated("the outcome of the key's own answer", judged.exchange, exchange);
    }
  }
  return pass;
}

/** The sandbox replays what has settled (decision A23); another member may answer 202 again. */
function judgeSettled({ attempts }: KeyStory, reads: readonly OperationRead[]): Judgement {
  const settled = reads.find(({ exchange }) => status(exchange) === 200 && toldOutcome(exchange).isFinal);
  if (settled === undefined) return pass;
  const { exchange } = settled;
  const late = attempts.find(
    ({ outcome, sentAtMs }) => outcome.kind === 'promised' && sentAtMs > exchange.answeredAtMs,
  );
  if (late === undefined) return pass;
  return violated('the settled answer, for the operation told its final outcome before', exchange, late.exchange);
}

function isToldOf({ outcome, exchange }: Attempt, told: ReturnType<typeof toldOutcome>): boolean {
  if (outcome.kind !== 'judged' || told.position !== `${outcome.position}`) return false;
  return outcome.ok
    ? told.orderId === textAt(exchange, 'orderId') && told.code === null
    : told.orderId === null && told.code === errorCode(exchange);
}

function judgeKey(story: KeyStory, reads: readonly OperationRead[], { target }: Chronicle): Judgement {
  return allOf(
    judgeKnown(story, reads, target.singleMember),
    target.singleMember ? judgeSequence(reads) : pass,
    ...(target.strict ? [judgeTold(story, reads), judgeSettled(story, reads)] : []),
  );
}

export const promiseKept: Statement = {
  id: 'T17',
  says: 'after a 202 the operation is known, reaches one final outcome and keeps it: that of the key',
  shows: ['IDEM-10', 'IDEM-11', 'IDEM-12', 'IDEM-13'],
  judge(chronicle) {
    const reads = operationReads(chronicle.history);
    const byKey = Map.groupBy(reads, ({ organisation, key }) => `${organisation} ${key}`);
    return allOf(
      ...chronicle.keys.map((story) =>
        judgeKey(story, byKey.get(`${story.organisation} ${story.key}`) ?? [], chronicle),
      ),
    );
  },
};
