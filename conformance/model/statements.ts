/** The statements that a history of writes, reads and sessions can show, and their judgement. */

import { isClaimed } from '../member/exchange/owed.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { eachPart, pass } from '../runner/judgement.ts';
import { chronicleOf } from './chronicle.ts';
import type { Statement } from './statement.ts';
import { documentsAreCounted } from './statements/algos/t19-documents-are-counted.ts';
import { oneDocumentWaits } from './statements/algos/t20-one-document-waits.ts';
import { outcomesStand } from './statements/algos/t21-outcomes-stand.ts';
import { deletedIsForGood } from './statements/algos/t22-deleted-is-for-good.ts';
import { haltStopsAll } from './statements/algos/t23-halt-stops-all.ts';
import { onePositionAKey } from './statements/keys/t06-one-position-a-key.ts';
import { oneEffect } from './statements/keys/t11-one-effect.ts';
import { oneAnswer } from './statements/keys/t12-one-answer.ts';
import { replayFlag } from './statements/keys/t13-replay-flag.ts';
import { positionMeansSpent } from './statements/keys/t14-position-means-spent.ts';
import { boundToOneUse } from './statements/keys/t15-bound-to-one-use.ts';
import { attach } from './statements/keys/t16-attach.ts';
import { promiseKept } from './statements/keys/t17-promise-kept.ts';
import { doorInvisible } from './statements/keys/t18-door-invisible.ts';
import { walksKeepTheirOrder } from './statements/pages/t24-walks-keep-their-order.ts';
import { walksMissNothing } from './statements/pages/t25-walks-miss-nothing.ts';
import { walksEnd } from './statements/pages/t26-walks-end.ts';
import { walksAtRestAgree } from './statements/pages/t27-walks-at-rest-agree.ts';
import { cursorsAreBound } from './statements/pages/t28-cursors-are-bound.ts';
import { totalsCount } from './statements/pages/t29-totals-count.ts';
import { positionText } from './statements/positions/t01-position-text.ts';
import { pagePosition } from './statements/positions/t02-page-position.ts';
import { positionsNeverGoBack } from './statements/positions/t03-positions-never-go-back.ts';
import { oneStateAPosition } from './statements/positions/t04-one-state-a-position.ts';
import { timeOfAPosition } from './statements/positions/t05-time-of-a-position.ts';
import { realTimeOrder } from './statements/positions/t07-real-time-order.ts';
import { readsReflectFacts } from './statements/positions/t08-reads-reflect-facts.ts';
import { refusalsKeepTheirEnvelope } from './statements/refusals/t30-refusals-keep-their-envelope.ts';
import { oneStatusACode } from './statements/refusals/t31-one-status-a-code.ts';
import { retryableByTheRules } from './statements/refusals/t32-retryable-by-the-rules.ts';
import { retryAfter } from './statements/refusals/t33-retry-after.ts';
import { admittedOnce } from './statements/rights/t38-admitted-once.ts';
import { capabilityAtItsPosition } from './statements/rights/t39-capability-at-its-position.ts';
import { proposedByAnother } from './statements/rights/t40-proposed-by-another.ts';
import { grantsAreWhatWasPut } from './statements/rights/t41-grants-are-what-was-put.ts';
import { moneyReadsBack } from './statements/rows/t34-money-reads-back.ts';
import { idsAreNeverUsedAgain } from './statements/rows/t35-ids-are-never-used-again.ts';
import { onePrincipalAnOrder } from './statements/rows/t36-one-principal-an-order.ts';
import { balancesGoOn } from './statements/rows/t42-balances-go-on.ts';
import { executionsStand } from './statements/rows/t43-executions-stand.ts';
import { ticketsLiveBriefly } from './statements/sessions/t44-tickets-live-briefly.ts';
import { aTicketOpensOnce } from './statements/sessions/t45-a-ticket-opens-once.ts';
import { sixtyTicketsAMinute } from './statements/sessions/t46-sixty-tickets-a-minute.ts';
import { sessionsOpenWithOneWord } from './statements/sessions/t47-sessions-open-with-one-word.ts';
import { leasesAreKept } from './statements/sessions/t48-leases-are-kept.ts';
import { expiryIsToldOnce } from './statements/sessions/t49-expiry-is-told-once.ts';
import { oneReplyAnOp } from './statements/sessions/t50-one-reply-an-op.ts';
import { grantsStand } from './statements/sessions/t51-grants-stand.ts';

/**
 * Where several are broken, the first in this list is reported: keys before reads, since they are closer to the
 * cause; one kind of row before all kinds; the state before the order.
 */
export const STATEMENTS: readonly Statement[] = [
  positionText,
  pagePosition,
  onePositionAKey,
  oneEffect,
  boundToOneUse,
  oneAnswer,
  positionMeansSpent,
  replayFlag,
  attach,
  promiseKept,
  doorInvisible,
  realTimeOrder,
  timeOfAPosition,
  positionsNeverGoBack,
  oneStateAPosition,
  refusalsKeepTheirEnvelope,
  oneStatusACode,
  retryableByTheRules,
  retryAfter,
  moneyReadsBack,
  idsAreNeverUsedAgain,
  onePrincipalAnOrder,
  admittedOnce,
  capabilityAtItsPosition,
  proposedByAnother,
  grantsAreWhatWasPut,
  documentsAreCounted,
  oneDocumentWaits,
  outcomesStand,
  deletedIsForGood,
  haltStopsAll,
  balancesGoOn,
  executionsStand,
  cursorsAreBound,
  readsReflectFacts,
  walksKeepTheirOrder,
  walksMissNothing,
  walksEnd,
  walksAtRestAgree,
  totalsCount,
  ticketsLiveBriefly,
  aTicketOpensOnce,
  sixtyTicketsAMinute,
  sessionsOpenWithOneWord,
  leasesAreKept,
  expiryIsToldOnce,
  oneReplyAnOp,
  grantsStand,
];

/**
 * The first statement that the history breaks, by its number, with the requirements that it shows. A statement is
 * skipped where all of its requirements are newer than the target's contract.
 */
export function judgeStatements(history: History, statements: readonly Statement[] = STATEMENTS): Judgement {
  const chronicle = chronicleOf(history);
  for (const statement of statements) {
    const shown = statement.shows.filter((id) => isClaimed(id, history.target));
    if (shown.length === 0) continue;
    const judgement = statement.judge(chronicle);
    if (judgement.verdict === 'violated') {
      return eachPart(judgement, (part) => {
        if (part.verdict !== 'violated') return part;
        return { ...part, expected: `${part.expected} (${statement.id}: ${shown.join(', ')})`, breaks: shown };
      });
    }
  }
  return pass;
}
