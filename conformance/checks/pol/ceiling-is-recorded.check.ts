import { errorCode, isOk, textAt } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';

/** More than any ceiling that is tight. */
const MOST = 40;
const MINUTE_MS = 61_000;

export const ceilingIsRecorded = check({
  id: 'pol/ceiling-is-recorded',
  proves: ['POL-04', 'ERR-10'],
  title:
    'the per-minute ceiling answers 429 RATE_CEILING, recorded and replayed under its key also when the minute is over',
  needs: ['throttled', 'throttledAccount', 'account', 'instrument', 'writes'],
  waits: { ms: MINUTE_MS, for: 'the minute of a ceiling to pass' },

  async drive({ throttled, order, fixtures, freshKey, elapse }) {
    const body = order({ accountId: fixtures.throttledAccount.id });
    for (let i = 0; i < MOST; i += 1) {
      const key = freshKey();
      const submitted = await throttled.submit(body, { key, label: 'submitted' });
      // So that no cap on open orders is met first.
      if (isOk(submitted)) await throttled.cancel(textAt(submitted, 'orderId') ?? '0');
      if (errorCode(submitted) !== 'RATE_CEILING') continue;
      await throttled.submit(body, { key, label: 'again' });
      await elapse(MINUTE_MS);
      await throttled.submit(body, { key, label: 'a minute later' });
      const fresh = await throttled.submit(body, { label: 'under a fresh key' });
      if (isOk(fresh)) await throttled.cancel(textAt(fresh, 'orderId') ?? '0');
      return;
    }
  },

  judge(history) {
    const ceiling = history.labelled('submitted').find((e) => errorCode(e) === 'RATE_CEILING');
    if (ceiling === undefined) return notShown(history, `the ceiling was not met within ${MOST} orders`);
    const retries = [history.one('again'), history.one('a minute later')];
    const fresh = history.one('under a fresh key');
    const tells = expects(ceiling, { status: 429, headers: { 'retry-after': true } });
    const isRecorded = allOf(
      expects(ceiling, { status: 429, position: 'present', asOf: 'absent', retryable: false }),
      ...retries.map((e) => (replays(e, ceiling) ? pass : violated('the recorded refusal, replayed', ceiling, e))),
      isOk(fresh) ? pass : violated('an order under a fresh key is taken when the minute is over', ceiling, fresh),
    );
    // Without Retry-After the same answer breaks both.
    return allOf(blaming(tells, 'POL-04', 'ERR-10'), blaming(isRecorded, 'POL-04'));
  },
});
