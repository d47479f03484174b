import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { errorCode, header, isOk, textAt } from '../../target/exchange.ts';

/** More than any ceiling that is tight. */
const MOST = 12;

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
    const unstated = header(ceiling, 'retry-after') === undefined;
    return allOf(
      blaming(expects(ceiling, { status: 429, retryable: false, position: 'present' }), 'ERR-15'),
      blaming(unstated ? violated('Retry-After on a 429', ceiling) : pass, 'ERR-10'),
    );
  },
});
