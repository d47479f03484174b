import { reaching, SESSION_STATES } from '../../model/must-reach.ts';
import { judgeStatements } from '../../model/statements.ts';
import { check } from '../../runner/check.ts';
import { playSessions } from '../../sequence/play-sessions.ts';
import { SESSION_NEEDS } from '../../sequence/session-driver.ts';
import { sessionSequences } from '../../sequence/session-sequence.ts';

export const sessionsKeepTheirLease = check({
  id: 'history/sessions-keep-their-lease',
  proves: ['TKT-08', 'WSS-07', 'WSS-08', 'WSS-11', 'WSS-15'],
  title:
    'whatever is minted, spent, opened, renewed, granted and waited for, tickets open once and sessions keep their lease',
  needs: SESSION_NEEDS,
  busy: 'judged',
  staleReads: 'judged',
  since: '0.14.0',
  socketContract: { since: '1.4.0' },
  given: sessionSequences,
  runs: 60,
  sharedRuns: 15,
  opens: 12,
  unanswered: 'judged',
  mustReach: reaching(SESSION_STATES),
  drive: playSessions,
  judge: (history) => judgeStatements(history),
});
