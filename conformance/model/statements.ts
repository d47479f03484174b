/** The statements that a history of writes, reads and sessions can show, and the judgement of all of them. */
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass } from '../runner/judgement.ts';
import { isClaimed } from '../target/owed.ts';
import { chronicleOf } from './chronicle.ts';
import type { Statement } from './statement.ts';
import { positionText } from './t01-position-text.ts';
import { pagePosition } from './t02-page-position.ts';
import { positionsNeverGoBack } from './t03-positions-never-go-back.ts';
import { oneStateAPosition } from './t04-one-state-a-position.ts';
import { timeOfAPosition } from './t05-time-of-a-position.ts';
import { onePositionAKey } from './t06-one-position-a-key.ts';
import { realTimeOrder } from './t07-real-time-order.ts';
import { readsReflectFacts } from './t08-reads-reflect-facts.ts';
import { oneEffect } from './t11-one-effect.ts';
import { oneAnswer } from './t12-one-answer.ts';
import { replayFlag } from './t13-replay-flag.ts';
import { positionMeansSpent } from './t14-position-means-spent.ts';
import { boundToOneUse } from './t15-bound-to-one-use.ts';
import { attach } from './t16-attach.ts';
import { promiseKept } from './t17-promise-kept.ts';
import { doorInvisible } from './t18-door-invisible.ts';
import { documentsAreCounted } from './t19-documents-are-counted.ts';
import { oneDocumentWaits } from './t20-one-document-waits.ts';
import { outcomesStand } from './t21-outcomes-stand.ts';
import { deletedIsForGood } from './t22-deleted-is-for-good.ts';
import { haltStopsAll } from './t23-halt-stops-all.ts';
import { walksKeepTheirOrder } from './t24-walks-keep-their-order.ts';
import { walksMissNothing } from './t25-walks-miss-nothing.ts';
import { walksEnd } from './t26-walks-end.ts';
import { walksAtRestAgree } from './t27-walks-at-rest-agree.ts';
import { cursorsAreBound } from './t28-cursors-are-bound.ts';
import { totalsCount } from './t29-totals-count.ts';
import { refusalsKeepTheirEnvelope } from './t30-refusals-keep-their-envelope.ts';
import { oneStatusACode } from './t31-one-status-a-code.ts';
import { retryableByTheRules } from './t32-retryable-by-the-rules.ts';
import { retryAfter } from './t33-retry-after.ts';
import { moneyReadsBack } from './t34-money-reads-back.ts';
import { idsAreNeverUsedAgain } from './t35-ids-are-never-used-again.ts';
import { onePrincipalAnOrder } from './t36-one-principal-an-order.ts';
import { admittedOnce } from './t38-admitted-once.ts';
import { capabilityAtItsPosition } from './t39-capability-at-its-position.ts';
import { proposedByAnother } from './t40-proposed-by-another.ts';
import { grantsAreWhatWasPut } from './t41-grants-are-what-was-put.ts';
import { balancesGoOn } from './t42-balances-go-on.ts';
import { executionsStand } from './t43-executions-stand.ts';
import { ticketsLiveBriefly } from './t44-tickets-live-briefly.ts';
import { aTicketOpensOnce } from './t45-a-ticket-opens-once.ts';
import { sixtyTicketsAMinute } from './t46-sixty-tickets-a-minute.ts';
import { sessionsOpenWithOneWord } from './t47-sessions-open-with-one-word.ts';
import { leasesAreKept } from './t48-leases-are-kept.ts';
import { expiryIsToldOnce } from './t49-expiry-is-told-once.ts';
import { oneReplyAnOp } from './t50-one-reply-an-op.ts';
import { grantsStand } from './t51-grants-stand.ts';

/**
 * Where several are broken the first here is told: what is said of keys is closer to the cause than what is seen of it in
 * reads, what is said of one kind of row closer than what is said of all, and of reads the state before the order.
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
 * The first statement that the history breaks, by its number and the requirements that it shows. One that shows nothing but
 * what is newer than the target's contract is not asked for.
 */
export function judgeStatements(history: History, statements: readonly Statement[] = STATEMENTS): Judgement {
  const chronicle = chronicleOf(history);
  for (const statement of statements) {
    const shown = statement.shows.filter((id) => isClaimed(id, history.target));
    if (shown.length === 0) continue;
    const judgement = statement.judge(chronicle);
    if (judgement.verdict === 'violated') {
      return { ...judgement, expected: `${judgement.expected} (${statement.id}: ${shown.join(', ')})`, breaks: shown };
    }
  }
  return pass;
}
