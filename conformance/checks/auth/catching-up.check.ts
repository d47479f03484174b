import { asOf, at, isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, blaming, eachOf, pass, violated } from '../../runner/judgement.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';

export const catchingUp = check({
  id: 'auth/catching-up',
  proves: ['AUTH-08', 'POS-09'],
  title:
    'a member that catches up answers 503 NOT_PRIMED with Retry-After, retryable true, names no time of a state that it has not, and serves once it has caught up',
  needs: ['trader', 'control', 'destructive'],

  async drive({ trader, anonymous, control, target, freshKey }) {
    await control.restart();
    await requestEveryRoute(trader, { target, freshKey }, { label: 'behind' });
    await anonymous.get('/orders', { label: 'nobody' });
    await control.catchUp();
    await trader.get('/orders', { query: { limit: '1' }, label: 'caught up' });
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('behind'), (e) => {
        // A page of no state at all is a page of position 0: what it may not have is a time.
        const isTimed = asOf(e) !== undefined || (isOk(e) && at(e, 'asOfSeqTsNs') !== null);
        if (history.since('0.13.0') && isTimed) {
          const timeless = 'no X-Service-As-Of-Seq-Ts and asOfSeqTsNs null before the first change is applied';
          return blaming({ ...violated(timeless, e), thoughBusy: true }, 'POS-09');
        }
        const refused = expects(e, {
          status: 503,
          code: 'NOT_PRIMED',
          headers: { 'retry-after': true },
          retryable: true,
          thoughBusy: true,
        });
        return allOf(blaming(refused, 'AUTH-08'), blaming(pass, 'POS-09'));
      }),
      blaming(expects(history.one('nobody'), { status: 401 }, 'who asks is answered first'), 'AUTH-08'),
      blaming(expects(history.one('caught up'), { status: 200 }), 'AUTH-08'),
    ),
});
