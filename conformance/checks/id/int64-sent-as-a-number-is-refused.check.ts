import { isOk, json, status, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive } from '../../runner/judgement.ts';

/** What a cancel's body may hold is not shown; a document that publishes `orderId` there makes it certain. */
function publishesOrderId(document: unknown): boolean {
  const text = JSON.stringify(document ?? {});
  return /"CancelOrderBody":\{.*?"orderId"/.test(text);
}

export const int64SentAsANumberIsRefused = check({
  id: 'id/int64-sent-as-a-number-is-refused',
  proves: ['ID-04'],
  title: 'an int64 sent as a JSON number in a body is refused 400 MALFORMED_REQUEST',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    await trader.get('/openapi.json', { label: 'document' });
    const submitted = await trader.submit(order(), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (orderId === undefined) return;
    await trader.request({
      method: 'POST',
      path: `/orders/${orderId}/cancel`,
      // Written by hand: a number of JavaScript would not hold the id.
      rawBody: `{"orderId":${orderId}}`,
      key: freshKey(),
      label: 'number',
    });
  },

  judge(history) {
    const number = history.maybe('number');
    if (number === undefined || !isOk(history.one('submitted'))) return inconclusive('no order was submitted');
    if (status(number) !== 400 && !history.target.strict && !publishesOrderId(json(history.one('document')))) {
      return inconclusive('the document publishes no orderId in the body of a cancel');
    }
    return expects(number, { status: 400, code: 'MALFORMED_REQUEST' });
  },
});
