/** Statements about the operation record of a key: T17 and T18 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { at, errorCode, status, textAt } from '../../member/exchange/exchange.ts';
import { recordState } from '../../member/exchange/operation-record.ts';
import { owes } from '../../member/exchange/owed.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Attempt } from '../attempt.ts';
import { firstAnswered, organisationOf } from '../attempt.ts';
import type { Chronicle, KeyStory, Statement } from '../chronicle.ts';
import { derived } from '../chronicle.ts';
import type { Row } from '../families.ts';
import { DOCUMENTS, isOfRegister, ORDERS } from '../families.ts';
import { LAST_LOOK } from '../labels.ts';
import { canonicalJson } from '../row-state.ts';
import type { Subject } from '../subject.ts';

interface OperationRead {
  readonly exchange: Exchange;
  /** undefined: the organisation sent nothing under this key. */
  readonly story: KeyStory | undefined;
}

/** The answered reads of GET /operations/{key}, in order of sending. */
const operationReads: (chronicle: Chronicle) => readonly OperationRead[] = derived(({ history, storyOf }) =>
  history.of('GET /operations/{key}').flatMap((exchange) => {
    const key = /^\/operations\/([^/?]+)/.exec(exchange.request.path)?.[1];
    if (key === undefined || exchange.response === null) return [];
    return [{ exchange, story: storyOf(organisationOf(exchange.actor), decodeURIComponent(key)) }];
  }),
);

/** The ids of what a write may have made or changed, as the sandbox's record names them. */
const OUTCOME_IDS = ['orderId', 'rowId', 'instanceId', 'configSeq', 'count'] as const;

/** The outcome in the sandbox's record; the interface does not show a deployed member's. */
function outcomeOf(record: Exchange): Row {
  const outcome = at(record, 'outcome');
  return (typeof outcome === 'object' && outcome !== null ? outcome : {}) as Row;
}

/** The ids of an answer, named as in the record of its key. */
function idsOf(e: Exchange, subject: Subject | undefined): Row {
  if (subject === undefined) return { count: at(e, 'count') };
  const { family } = subject;
  if (family === ORDERS) return { orderId: textAt(e, 'orderId') };
  if (isOfRegister(family)) return { rowId: at(e, family.key[0] ?? '') };
  return { instanceId: at(e, 'instanceId'), configSeq: at(e, family === DOCUMENTS ? 'seq' : 'configSeq') };
}

/** Whether the record shows the answer: its position, its error code, every id of it and no other id. */
function records(record: Exchange, { outcome, exchange, subject }: Attempt): boolean {
  const shown = outcomeOf(record);
  if (outcome.kind !== 'judged' || shown['globalSequence'] !== `${outcome.position}`) return false;
  const ids = outcome.ok ? idsOf(exchange, subject) : {};
  if (shown['code'] !== (outcome.ok ? null : errorCode(exchange))) return false;
  return OUTCOME_IDS.every((id) => (shown[id] ?? null) === (ids[id] ?? null));
}

/**
 * A single member has applied what it answered; another member may lag behind. Before 0.11.4 a 202 of a stalled member may
 * never lead to an outcome; a sandbox stalls only on request.
 */
function judgeKnown(
  { attempts }: KeyStory,
  reads: readonly Exchange[],
  { singleMember, strict }: TargetFacts,
): Judgement {
  const answered = firstAnswered(
    attempts,
    ({ outcome, exchange }) =>
      (outcome.kind === 'promised' && (strict || owes(exchange, '0.11.4'))) ||
      (singleMember && outcome.kind === 'judged'),
  );
  const lost = answered && reads.find((e) => status(e) === 404 && e.sentAtMs > answered.endsAtMs);
  if (answered === undefined || lost === undefined) return pass;
  return violated('the record of the operation, not 404: its key was answered before', answered.exchange, lost);
}

/** pending* final*: no state comes back once it was left, and there is at most one change. */
function judgeSequence(served: readonly Exchange[], { singleMember }: TargetFacts): Judgement {
  if (!singleMember) return pass;
  const states = served.map((e) => canonicalJson(at(e, 'outcome')));
  let changes = 0;
  for (const [i, read] of served.entries()) {
    const before = served[i - 1];
    if (before === undefined || before.answeredAtMs >= read.sentAtMs || states[i - 1] === states[i]) continue;
    changes += 1;
    if (changes > 1) return violated('the final outcome, unchanged', before, read);
  }
  return pass;
}

/** The write that came last before this look, if the member could not serve it: a fault that no test set continues. */
function lastRefusedForNow({ attempts }: KeyStory, look: Exchange): Exchange | undefined {
  const before = attempts.filter(({ exchange }) => exchange.answeredAtMs <= look.sentAtMs);
  const last = before.toSorted((a, b) => a.endsAtMs - b.endsAtMs).at(-1)?.exchange;
  return last !== undefined && status(last) === 503 && at(last, 'error', 'retryable') === true ? last : undefined;
}

/**
 * The sandbox's own record, whose format is known: its outcome equals the key's answer, and it is final once the key is
 * answered.
 */
function judgeRecords(story: KeyStory, served: readonly Exchange[]): Judgement {
  const judged = firstAnswered(story.judged, () => true);
  for (const record of served) {
    const isFinal = recordState(record) !== 'pending';
    if (!isFinal && record.label === LAST_LOOK) {
      const away = lastRefusedForNow(story, record);
      return away === undefined
        ? violated('a final outcome: no fault is active', record)
        : inconclusive(`the platform was away: ${away.request.method} ${away.request.path} answered 503 just before`);
    }
    if (judged === undefined) continue;
    if (!isFinal && judged.endsAtMs < record.sentAtMs)
      return violated('the final outcome: the key was answered before', judged.exchange, record);
    if (isFinal && !records(record, judged))
      return violated("the outcome of the key's own answer", judged.exchange, record);
  }
  return pass;
}

/** The sandbox replays what has settled (decision A23); another member may answer 202 again. */
function judgeSettled({ attempts }: KeyStory, served: readonly Exchange[]): Judgement {
  const settled = served.find((e) => recordState(e) !== 'pending');
  const late =
    settled && attempts.find(({ outcome, sentAtMs }) => outcome.kind === 'promised' && sentAtMs > settled.answeredAtMs);
  if (settled === undefined || late === undefined) return pass;
  return violated('the settled answer: the operation showed its final outcome before', settled, late.exchange);
}

/** After a 202 the operation exists, reaches one final outcome, and keeps it; that outcome is the key's answer. */
const acceptedWritesSettle: Statement = {
  id: 'T17',
  shows: ['IDEM-10', 'IDEM-11', 'IDEM-12', 'IDEM-13'],
  judge(chronicle) {
    const { target } = chronicle;
    const byStory = Map.groupBy(operationReads(chronicle), ({ story }) => story);
    return allOf(
      [...byStory].flatMap(([story, looks]) => {
        if (story === undefined) return [];
        const reads = looks.map(({ exchange }) => exchange);
        const served = reads.filter((e) => status(e) === 200);
        return [
          judgeKnown(story, reads, target),
          judgeSequence(served, target),
          target.strict ? judgeRecords(story, served) : pass,
          target.strict ? judgeSettled(story, served) : pass,
        ];
      }),
    );
  },
};

/** A caller who is not admitted, or whom a busy member refuses, sees no record. */
function isUnread(e: Exchange): boolean {
  const code = status(e) ?? 0;
  return code === 401 || code === 403 || code >= 429;
}

/**
 * A refusal at the door leaves no operation record under its key: where nothing was accepted by then there is none, whatever
 * another organisation did with that key.
 */
const doorRefusalsLeaveNoRecord: Statement = {
  id: 'T18',
  shows: ['IDEM-07', 'IDEM-10', 'IDEM-17'],
  judge: (chronicle) =>
    allOf(
      operationReads(chronicle).map(({ exchange, story }) => {
        const accepted = (story?.attempts ?? []).some(
          ({ outcome, sentAtMs }) => outcome.kind !== 'refused-at-door' && sentAtMs < exchange.answeredAtMs,
        );
        const isUnknown = status(exchange) === 404 && errorCode(exchange) === 'UNKNOWN_OPERATION';
        if (accepted || isUnread(exchange) || isUnknown) return pass;
        const seen = story === undefined ? [exchange] : [story.attempts[0].exchange, exchange];
        return violated('404 UNKNOWN_OPERATION: nothing was accepted under this key in this organisation', seen);
      }),
    ),
};

export const OPERATION_RECORDS: readonly Statement[] = [acceptedWritesSettle, doorRefusalsLeaveNoRecord];
