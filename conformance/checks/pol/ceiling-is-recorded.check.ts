import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { errorCode, isOk, textAt } from '../../target/exchange.ts';
import { replays } from '../../target/same-answer.ts';

/** More than any ceiling that is tight. */
const MOST = 12;

export const ceilingIsRecorded = check({
  id: 'pol/ceiling-is-recorded',
  proves: ['POL-04'],
  title:
    'the per-minute ceiling answers 429 RATE_CEILING, recorded and replayed under its key also when the minute is over',
  needs: ['throttled', 'throttledAccount', 'account', 'instrument', 'virtual-clock', 'writes'],

  async drive({ throttled, order, fixtures, freshKey, elapse }) {
    const body = order({ accountId: fixtures.throttledAccount.id });
    await elapse(61_000);
    for (let i = 0; i < MOST; i += 1) {
      const key = freshKey();
      const submitted = await throttled.submit(body, { key, label: 'submitted' });
      // So that no cap on open orders is met first.
      if (isOk(submitted)) await throttled.cancel(textAt(submitted, 'orderId') ?? '0');
      if (errorCode(submitted) !== 'RATE_CEILING') continue;
      await throttled.submit(body, { key, label: 'again' });
      await elapse(61_000);
      await throttled.submit(body, { key, label: 'a minute later' });
      await throttled.submit(body, { label: 'under a fresh key' });
      return;
    }
  },

  judge(history) {
    const ceiling = history.labelled('submitted').find((e) => errorCode(e) === 'RATE_CEILING');
    if (ceiling === undefined) return inconclusive(`the ceiling was not met within ${MOST} orders`);
    const retries = [history.one('again'), history.one('a minute later')];
    const fresh = history.one('under a fresh key');
    return allOf(
      expects(ceiling, {
        status: 429,
        position: 'present',
        asOf: 'absent',
        headers: { 'retry-after': true },
        retryable: false,
      }),
      ...retries.map((e) => (replays(e, ceiling) ? pass : violated('the recorded refusal, replayed', ceiling, e))),
      isOk(fresh) ? pass : violated('an order under a fresh key is taken when the minute is over', ceiling, fresh),
    );
  },
});
