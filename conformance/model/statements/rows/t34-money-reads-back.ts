import type { Exchange } from '../../../member/exchange/exchange.ts';
import { sentJson } from '../../../member/exchange/exchange.ts';
import { owes } from '../../../member/exchange/owed.ts';
import { canonicalDecimal } from '../../../member/exchange/same-answer.ts';
import type { TargetFacts } from '../../../member/profile/target-facts.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Attempt } from '../../attempt.ts';
import type { Chronicle, KeyStory } from '../../chronicle.ts';
import type { Row } from '../../families.ts';
import { isPolicy, writtenMoneyOf } from '../../money-members.ts';
import { factsOf } from '../../recorded-fact.ts';
import { rowOf } from '../../rows-in.ts';
import type { Statement } from '../../statement.ts';

/** 0, null and an absent member are equal. */
function decimalOf(money: unknown): string {
  return money === undefined || money === null ? '0' : canonicalDecimal(String(money));
}

/**
 * Every attempt that may have written the row stated the same value; otherwise it is not known which one took
 * effect.
 */
function writtenBy({ attempts }: KeyStory, by: Attempt): Row | undefined {
  const sent = sentJson(by.exchange);
  const one = attempts.every(
    (a) => a.outcome.kind === 'turned-away' || a.exchange.request.body === by.exchange.request.body,
  );
  return one && typeof sent === 'object' && sent !== null ? (sent as Row) : undefined;
}

/**
 * Before 0.4.3 a member chooses the scale at which it serves what was written; the sandbox's members keep the value.
 */
function isServedAsWritten(e: Exchange, { strict }: TargetFacts): boolean {
  return strict || owes(e, '0.4.3');
}

function judgeFact(fact: ReturnType<typeof factsOf>[number], { target }: Chronicle): Judgement {
  const { exchange, subject } = fact.answeredBy;
  const row = rowOf(exchange, subject)?.row;
  const isWritten = subject?.kind === 'create' || exchange.request.method === 'PUT';
  const written = row === undefined || !isWritten ? undefined : writtenBy(fact.story, fact.answeredBy);
  if (subject === undefined || row === undefined || written === undefined) return pass;
  for (const member of writtenMoneyOf(subject.family)) {
    const [wrote, reads] = [decimalOf(written[member]), row[member]];
    if (reads === undefined && !target.strict) continue;
    if (wrote === '0' && isPolicy(subject.family.name) && reads !== null) {
      return violated(`${member} null: it is unset`, exchange);
    }
    if (isServedAsWritten(exchange, target) && decimalOf(reads) !== wrote)
      return violated(`${member} ${wrote}, as it was written`, exchange);
  }
  return pass;
}

/** T34. Amounts read back as they were written, and as null where a policy leaves them unset. */
export const moneyReadsBack: Statement = {
  id: 'T34',
  says: 'money reads as it was written, and null where a policy leaves it unset',
  shows: ['MON-15', 'MON-14', 'POL-02'],
  judge: (chronicle) => allOf(factsOf(chronicle).map((fact) => judgeFact(fact, chronicle))),
};
