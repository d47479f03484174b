/** Statements about values and rows: T34 to T36, T42 and T43 of contract/properties.md. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { sentJson } from '../../member/exchange/exchange.ts';
import { owes } from '../../member/exchange/owed.ts';
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { hasOnePrincipal, observedAtNs, readsItsAmounts } from '../../rules/row-rules.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Attempt } from '../attempt.ts';
import type { Chronicle, KeyStory, Statement } from '../chronicle.ts';
import type { Row } from '../families.ts';
import { BALANCES, DOCUMENTS, EXECUTIONS, ORDERS } from '../families.ts';
import type { RecordedFact } from '../recorded-fact.ts';
import { byPosition, factsOf } from '../recorded-fact.ts';
import type { SightedRow } from '../row-sightings.ts';
import { isCreation, rowsOfFamily, shownIn, sightedRows } from '../row-sightings.ts';
import { isSameState } from '../row-state.ts';
import { rowOf } from '../subject.ts';

/** The amounts that a caller writes and reads back, by family. */
const WRITTEN_MONEY: Readonly<Record<string, readonly string[]>> = {
  orders: ['price', 'qty'],
  'asset-policies': ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  'chain-policies': ['minTransferAmount', 'maxTransferAmount'],
  'trading-policies': ['maxOrderQty', 'maxOrderNotional'],
};

/** 0, null and an absent member are equal. */
function decimalOf(money: unknown): string {
  return money === undefined || money === null ? '0' : canonicalDecimal(String(money));
}

/** undefined: the attempts that may have written the row stated different values, so it is not known which took effect. */
function writtenBy({ attempts }: KeyStory, { exchange }: Attempt): Row | undefined {
  const sent = sentJson(exchange);
  const isOne = attempts.every(
    (a) => a.outcome.kind === 'refused-at-door' || a.exchange.request.body === exchange.request.body,
  );
  return isOne && typeof sent === 'object' && sent !== null ? (sent as Row) : undefined;
}

/** Before 0.4.3 a member chooses the scale at which it serves what was written; the sandbox's members keep the value. */
function isServedAsWritten(e: Exchange, { strict }: TargetFacts): boolean {
  return strict || owes(e, '0.4.3');
}

function judgeMoney({ answeredBy, story }: RecordedFact, { target }: Chronicle): Judgement {
  const { exchange, subject } = answeredBy;
  const row = rowOf(exchange, subject)?.row;
  const isWritten = subject?.kind === 'create' || exchange.request.method === 'PUT';
  const written = row === undefined || !isWritten ? undefined : writtenBy(story, answeredBy);
  if (subject === undefined || row === undefined || written === undefined) return pass;
  for (const member of WRITTEN_MONEY[subject.family.name] ?? []) {
    const [wrote, reads] = [decimalOf(written[member]), row[member]];
    if (reads === undefined && !target.strict) continue;
    // An order without a price may also read "0" (decision A70).
    if (wrote === '0' && subject.family !== ORDERS && reads !== null)
      return violated(`${member} null: it is unset`, exchange);
    if (isServedAsWritten(exchange, target) && decimalOf(reads) !== wrote)
      return violated(`${member} ${wrote}, as it was written`, exchange);
  }
  return pass;
}

/** Amounts read back as they were written, and as null where a policy leaves them unset. */
const moneyReadsBack: Statement = {
  id: 'T34',
  shows: ['MON-15', 'MON-14', 'POL-02'],
  judge: (chronicle) => allOf(factsOf(chronicle).map((fact) => judgeMoney(fact, chronicle))),
};

/** A document's seq belongs to its instance and is judged by T19. */
function judgeOnce({ family, latest }: SightedRow): Judgement {
  const [first, second] = latest.filter(isCreation);
  if (first === undefined || second === undefined || family === DOCUMENTS) return pass;
  return violated(`an id that no row of ${family.name} had before`, first.exchange, second.exchange);
}

/** Judged for int64 ids only: an int32 is too short to hold the time (T35). */
function judgeGrowth(chronicle: Chronicle): Judgement {
  const created = [ORDERS, EXECUTIONS]
    .flatMap((family) => rowsOfFamily(chronicle, family))
    .flatMap(({ latest, place = 0n }) => latest.filter(isCreation).map((creation) => ({ ...creation, place })))
    .sort(byPosition);
  for (const [i, after] of created.entries()) {
    const before = created[i - 1];
    if (before !== undefined && before.place >= after.place)
      return violated('an id larger than that of an order made before', before.exchange, after.exchange);
  }
  return pass;
}

/** No id is used twice, and order ids grow with the positions of their creation. */
const idsAreNeverUsedAgain: Statement = {
  id: 'T35',
  shows: ['ID-05'],
  judge: (chronicle) => allOf([...sightedRows(chronicle).values()].map(judgeOnce), judgeGrowth(chronicle)),
};

/** An order names one user or one instance, never both and never neither. From 0.6.0. */
const ordersHaveOnePrincipal: Statement = {
  id: 'T36',
  shows: ['ORD-16'],
  judge: (chronicle) =>
    chronicle.history.since('0.6.0')
      ? allOf(
          rowsOfFamily(chronicle, ORDERS)
            .flatMap(({ latest }) => shownIn(latest))
            .filter(({ row }) => row['userId'] !== undefined && row['algoInstanceId'] !== undefined)
            .map(hasOnePrincipal),
        )
      : pass,
};

function judgeBalance({ latest }: SightedRow): Judgement {
  let newest: { readonly atNs: bigint; readonly exchange: Exchange } | undefined;
  for (const sighting of shownIn(latest)) {
    const { row, exchange } = sighting;
    const amounts = readsItsAmounts(sighting);
    if (amounts.verdict === 'violated') return amounts;
    const atNs = observedAtNs(row);
    if (atNs === undefined) return violated('observedAtNs on every balance', exchange);
    if (newest !== undefined && atNs < newest.atNs)
      return violated(`observedAtNs of ${newest.atNs} or later`, newest.exchange, exchange);
    newest = { atNs, exchange };
  }
  return pass;
}

/** A balance is never null, and its reading never gets older as positions grow. */
const balancesNeverGoBack: Statement = {
  id: 'T42',
  shows: ['BAL-02', 'BAL-05'],
  judge: (chronicle) => allOf(rowsOfFamily(chronicle, BALANCES).map(judgeBalance)),
};

/** Decimals compare by value: a fill of a finer scale may add zeros. */
function judgeExecution({ latest }: SightedRow): Judgement {
  const [first, ...others] = shownIn(latest);
  const changed = others.find(({ row }) => first !== undefined && !isSameState(row, first.row));
  return changed === undefined || first === undefined
    ? pass
    : violated('the execution as it was served before', first.exchange, changed.exchange);
}

/** An execution never changes once it was served, trailing zeros aside. */
const executionsNeverChange: Statement = {
  id: 'T43',
  shows: ['EXE-01', 'ORD-20'],
  judge: (chronicle) => allOf(rowsOfFamily(chronicle, EXECUTIONS).map(judgeExecution)),
};

export const ROWS: readonly Statement[] = [
  moneyReadsBack,
  idsAreNeverUsedAgain,
  ordersHaveOnePrincipal,
  balancesNeverGoBack,
  executionsNeverChange,
];
