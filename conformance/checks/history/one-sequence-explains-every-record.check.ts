import { RECORD_STATES, reaching } from '../../model/must-reach.ts';
import { judgeStatements } from '../../model/statements.ts';
import { check } from '../../runner/check.ts';
import { RECORD_NEEDS } from '../../sequence/driver.ts';
import { playRecords } from '../../sequence/play-records.ts';
import { recordSequences } from '../../sequence/record-sequence.ts';

export const oneSequenceExplainsEveryRecord = check({
  id: 'history/one-sequence-explains-every-record',
  proves: ['POS-08', 'PAGE-11', 'PAGE-07', 'PAGE-05', 'AUTH-10', 'AUTH-15', 'ALG-07', 'IDEM-16'],
  title:
    'whatever is proposed, approved, restated, granted, configured and walked, one sequence of facts explains every answer',
  needs: RECORD_NEEDS,
  busy: 'judged',
  staleReads: 'judged',
  given: recordSequences,
  runs: 80,
  sharedRuns: 20,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(RECORD_STATES),
  drive: playRecords,
  judge: (history) => judgeStatements(history),
});
