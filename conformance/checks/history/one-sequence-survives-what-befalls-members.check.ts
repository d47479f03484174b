import { isAtLeast } from '../../contract/versions.ts';
import { chronicleOf } from '../../model/chronicle.ts';
import { reaching, STORM_STATES } from '../../model/must-reach.ts';
import { nothingAcknowledgedIsLost } from '../../model/statements/positions/t52-nothing-acknowledged-is-lost.ts';
import { judgeStatements, STATEMENTS } from '../../model/statements.ts';
import { check } from '../../runner/check.ts';
import { History } from '../../runner/history.ts';
import { SEQUENCE_NEEDS } from '../../sequence/driver.ts';
import { play } from '../../sequence/play.ts';
import { ROLLED_BETWEEN, stormySequences } from '../../sequence/sequence.ts';

/** As the oldest contract reads it that members were rolled to: what a later one adds is not asked for. */
function ofTheOldest({ exchanges, target, conversations, notes }: History): History {
  const [oldest] = ROLLED_BETWEEN;
  const rest = isAtLeast(target.rest, oldest) ? oldest : target.rest;
  return new History(exchanges, { ...target, rest }, conversations, notes);
}

export const oneSequenceSurvivesWhatBefallsMembers = check({
  id: 'history/one-sequence-survives-what-befalls-members',
  proves: ['IDEM-16', 'POS-07', 'POS-08'],
  title:
    'one sequence of facts explains every answer though members die under their writes, are started anew and are rolled',
  needs: [...SEQUENCE_NEEDS, 'control', 'virtual-clock', 'destructive'],
  staleReads: 'judged',
  since: ROLLED_BETWEEN[0],
  given: stormySequences,
  runs: 25,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(STORM_STATES),
  drive: play,

  judge(history) {
    const whole = ofTheOldest(history);
    // What is not known of the last reads is no pass: what was lost would be lost there.
    const broken = judgeStatements(whole, [nothingAcknowledgedIsLost, ...STATEMENTS]);
    return broken.verdict === 'pass' ? nothingAcknowledgedIsLost.judge(chronicleOf(whole)) : broken;
  },
});
