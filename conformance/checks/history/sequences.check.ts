/** Generated sequences of requests: one sequence of facts explains every answer to them (`conformance/model`). */
import type { RequirementId } from '../../contract/requirements.ts';
import { isAtLeast } from '../../contract/versions.ts';
import { chronicleOf } from '../../model/chronicle.ts';
import { ANSWER_STATES, RECORD_STATES, reaching, STORM_STATES } from '../../model/must-reach.ts';
import { SESSION_STATES } from '../../model/must-reach-sessions.ts';
import { nothingAcknowledgedIsLost } from '../../model/statements/durability.ts';
import { judgeStatements, STATEMENTS } from '../../model/statements.ts';
import { type Check, check } from '../../runner/check.ts';
import { History } from '../../runner/history.ts';
import { allOf, blaming, type Judgement, pass, unseen } from '../../runner/judgement.ts';
import { ROLLED_BETWEEN } from '../../sequence/fault-steps.ts';
import { playOrders, playRecords, playSessions } from '../../sequence/play.ts';
import { orderSequences, recordSequences, stormySequences } from '../../sequence/sequences.ts';
import { sessionSequences } from '../../sequence/session-stories.ts';
import { RECORD_NEEDS, SEQUENCE_NEEDS, SESSION_NEEDS } from '../../sequence/writes.ts';

export const oneSequenceExplainsEveryAnswer = check({
  id: 'history/one-sequence-explains-every-answer',
  proves: ['IDEM-16', 'POS-08', 'POS-10', 'PAGE-11'],
  title: 'one sequence of facts explains every answer, whatever is written, retried, held, lost and read',
  needs: SEQUENCE_NEEDS,
  busy: 'judged',
  staleReads: 'judged',
  given: orderSequences,
  runs: 100,
  sharedRuns: 25,
  leastRuns: 3,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(ANSWER_STATES),
  drive: playOrders,
  judge: (history): Judgement => shownBy(history, judgeStatements(history), oneSequenceExplainsEveryAnswer),
});

export const oneSequenceExplainsEveryRecord = check({
  id: 'history/one-sequence-explains-every-record',
  proves: ['POS-08', 'PAGE-11', 'PAGE-07', 'PAGE-05', 'AUTH-10', 'AUTH-15', 'ALG-07', 'IDEM-16'],
  title:
    'one sequence of facts explains every answer, whatever is proposed, approved, restated, granted, configured and paged',
  needs: RECORD_NEEDS,
  // Some sequences halt all instances.
  // It halts; the checks of every write start an instance, and act as deputy.
  holds: ['algos', 'deputy'],
  busy: 'judged',
  staleReads: 'judged',
  given: recordSequences,
  runs: 80,
  sharedRuns: 20,
  leastRuns: 3,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(RECORD_STATES),
  drive: playRecords,
  judge: (history): Judgement => shownBy(history, judgeStatements(history), oneSequenceExplainsEveryRecord),
});

/** A run without a violation is evidence for the claims whose states it reached (`MustReach.shows`). */
function shownBy(history: History, judgement: Judgement, { proves, mustReach }: Pick<Check, 'proves' | 'mustReach'>) {
  if (judgement.verdict !== 'pass') return judgement;
  const reached = new Set(mustReach?.reachedBy(history));
  const isShown = (id: RequirementId) => mustReach?.shows?.get(id)?.some((state) => reached.has(state)) === true;
  return allOf(proves.map((id) => blaming(isShown(id) ? pass : unseen, id)));
}

/** The history under the oldest contract that members were rolled to: what a later contract adds is not required. */
function ofTheOldest({ exchanges, target, conversations, notes }: History): History {
  const [oldest] = ROLLED_BETWEEN;
  const rest = isAtLeast(target.rest, oldest) ? oldest : target.rest;
  return new History(exchanges, { ...target, rest }, conversations, notes);
}

export const oneSequenceSurvivesWhatBefallsMembers = check({
  id: 'history/one-sequence-survives-what-befalls-members',
  proves: ['IDEM-16', 'POS-07', 'POS-08'],
  title: 'one sequence of facts explains every answer, although members crash during writes, restart and are rolled',
  needs: [...SEQUENCE_NEEDS, 'control', 'virtual-clock', 'destructive'],
  staleReads: 'judged',
  since: ROLLED_BETWEEN[0],
  given: stormySequences,
  runs: 25,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(STORM_STATES),
  drive: playOrders,

  judge(history): Judgement {
    const whole = ofTheOldest(history);
    // No pass if the last reads are undecided: they would show a lost write.
    const broken = judgeStatements(whole, [nothingAcknowledgedIsLost, ...STATEMENTS]);
    const judged = broken.verdict === 'pass' ? nothingAcknowledgedIsLost.judge(chronicleOf(whole)) : broken;
    return shownBy(whole, judged, oneSequenceSurvivesWhatBefallsMembers);
  },
});

export const sessionsKeepTheirLease = check({
  id: 'history/sessions-keep-their-lease',
  proves: ['TKT-08', 'WSS-07', 'WSS-08', 'WSS-11', 'WSS-15'],
  title:
    'tickets open once and sessions keep their lease, whatever is minted, spent, opened, renewed, granted and waited for',
  needs: SESSION_NEEDS,
  busy: 'judged',
  staleReads: 'judged',
  since: '0.14.0',
  socketContract: { since: '1.4.0' },
  given: sessionSequences,
  runs: 60,
  sharedRuns: 15,
  leastRuns: 5,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(SESSION_STATES),
  drive: playSessions,
  judge: (history): Judgement => shownBy(history, judgeStatements(history), sessionsKeepTheirLease),
});
