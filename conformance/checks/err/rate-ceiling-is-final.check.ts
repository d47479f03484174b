import { errorCode, isOk, textAt } from '../../client/exchange.ts';
import { isToldWithin } from '../../client/retry-after.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** More than any ceiling that is tight. */
const MOST = 12;

/** The ceiling is of a minute; one second for rounding. */
const LONGEST_S = 61;

export const rateCeilingIsFinal = check({
  id: 'err/rate-ceiling-is-final',
  proves: ['ERR-15', 'ERR-10'],
  title: "the organisation's ceiling answers 429 RATE_CEILING with retryable false: a recorded refusal",
  needs: ['throttled', 'throttledAccount', 'account', 'instrument', 'control', 'writes'],

  async drive({ throttled, order, fixtures }) {
    const body = order({ accountId: fixtures.throttledAccount.id });
    for (let i = 0; i < MOST; i += 1) {
      const submitted = await throttled.submit(body, { label: 'submitted' });
      if (!isOk(submitted)) return;
      // So that no cap on open orders is met first.
      await throttled.cancel(textAt(submitted, 'orderId') ?? '0');
    }
  },

  judge(history) {
    const ceiling = history.labelled('submitted').find((e) => errorCode(e) === 'RATE_CEILING');
    if (ceiling === undefined) return inconclusive(`the ceiling was not met within ${MOST} orders`);
    const isWithin = isToldWithin(ceiling, Number.NEGATIVE_INFINITY, LONGEST_S);
    return allOf(
      blaming(expects(ceiling, { status: 429, retryable: false, position: 'present' }), 'ERR-15'),
      blaming(
        isWithin ? pass : violated(`Retry-After of at most ${LONGEST_S} seconds: the ceiling is of a minute`, ceiling),
        'ERR-10',
      ),
    );
  },
});
