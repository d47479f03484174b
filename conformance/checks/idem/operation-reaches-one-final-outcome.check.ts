import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { json, status } from '../../target/exchange.ts';
import { sameBody } from '../../target/same-answer.ts';
import { driveSlowWrite, SLOW_WRITE_NEEDS } from './slow-write.ts';

export const operationReachesOneFinalOutcome = check({
  id: 'idem/operation-reaches-one-final-outcome',
  proves: ['IDEM-12'],
  title: 'the operation polled after a 202 is known throughout, reaches a final outcome and never leaves it',
  needs: SLOW_WRITE_NEEDS,
  drive: driveSlowWrite,

  judge(history) {
    if (status(history.one('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const underWay = history.one('under way');
    const settled = history.one('settled');
    const again = history.one('settled again');
    return allOf(
      expects(underWay, { status: 200 }, 'a key answered 202 is never unknown'),
      expects(settled, { status: 200 }),
      sameBody(outcomeOf(settled), outcomeOf(again)) ? pass : violated('the final outcome, for good', settled, again),
      sameBody(outcomeOf(underWay), outcomeOf(settled)) ? unmoved(underWay, settled) : pass,
    );
  },
});

/** Of an orders outcome only the family is named: one that states nothing more in words does not say where it stands. */
function unmoved(underWay: Exchange, settled: Exchange): Judgement {
  const { family: _, ...more } = (outcomeOf(settled) ?? {}) as Readonly<Record<string, unknown>>;
  return Object.values(more).some((value) => typeof value === 'string')
    ? violated('an outcome other than the pending one', underWay, settled)
    : inconclusive('the outcome states nothing but its family');
}

function outcomeOf(polled: Exchange): unknown {
  return (json(polled) as { outcome?: unknown } | undefined)?.outcome;
}
