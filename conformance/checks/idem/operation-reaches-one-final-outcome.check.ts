import type { Exchange } from '../../client/exchange.ts';
import { json, status } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, differs, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { driveSlowWrite, SLOW_WRITE_NEEDS } from './slow-write.ts';

export const operationReachesOneFinalOutcome = check({
  id: 'idem/operation-reaches-one-final-outcome',
  proves: ['IDEM-12'],
  title: 'the operation polled after a 202 is known throughout, reaches a final outcome and never leaves it',
  needs: SLOW_WRITE_NEEDS,

  async drive(scene) {
    const { trader, order, freshKey } = scene;
    const key = freshKey();
    await trader.submit(order(), { key, label: 'plain' });
    await trader.get(`/operations/${key}`, { label: 'plain record' });
    await driveSlowWrite(scene);
  },

  judge(history) {
    if (status(history.one('slow')) !== 202) return inconclusive('the write was answered before the sync deadline');
    const underWay = history.one('under way');
    const settled = history.one('settled');
    const again = history.one('settled again');
    return allOf(
      expects(underWay, { status: 200 }, 'a key answered 202 is never unknown'),
      expects(settled, { status: 200 }),
      sameBody(outcomeOf(settled), outcomeOf(again)) ? pass : differs('the final outcome, for good', settled, again),
      sameBody(outcomeOf(underWay), outcomeOf(settled))
        ? unmoved(underWay, settled, history.one('plain record'))
        : pass,
    );
  },
});

type Outcome = Readonly<Record<string, unknown>>;

function outcomeOf(polled: Exchange): Outcome {
  return (json(polled) as { readonly outcome?: Outcome } | undefined)?.outcome ?? {};
}

/** Of an orders outcome only the family is named: one that says no other thing of a settled write says not where it stands. */
function saysWhereItStands(underWay: Exchange, plain: Exchange): boolean {
  const [pending, settled] = [outcomeOf(underWay), outcomeOf(plain)];
  return Object.keys(pending).some((name) => Object.hasOwn(settled, name) && !sameBody(pending[name], settled[name]));
}

function unmoved(underWay: Exchange, settled: Exchange, plain: Exchange): Judgement {
  return saysWhereItStands(underWay, plain)
    ? violated('an outcome other than the pending one', underWay, settled)
    : inconclusive('the outcome of an operation does not say where it stands');
}
