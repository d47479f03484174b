import { ANSWER_STATES, reaching } from '../../model/must-reach.ts';
import { judgeStatements } from '../../model/statements.ts';
import { check } from '../../runner/check.ts';
import { SEQUENCE_NEEDS } from '../../sequence/driver.ts';
import { play } from '../../sequence/play.ts';
import { sequences } from '../../sequence/sequence.ts';

export const oneSequenceExplainsEveryAnswer = check({
  id: 'history/one-sequence-explains-every-answer',
  proves: ['IDEM-16', 'POS-08', 'POS-10', 'PAGE-11'],
  title: 'whatever is written, retried, held, lost and read, one sequence of facts explains every answer',
  needs: SEQUENCE_NEEDS,
  busy: 'judged',
  staleReads: 'judged',
  given: sequences,
  runs: 100,
  sharedRuns: 25,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(ANSWER_STATES),
  drive: play,
  judge: (history) => judgeStatements(history),
});
