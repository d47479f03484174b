import { status } from '../../client/exchange.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

/** Each spoils one thing in the text of an order that the door takes. */
const SPOILT: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => text.replace(/}$/, ',}'),
  (text) => `${text}}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(':', '='),
  (text) => text.replace(/^{"(\w+)"/, '{$1'),
  (text) => `${text} // as ordered`,
  () => '{',
  () => 'price=1',
];

export const malformedJson = check({
  id: 'err/malformed-json',
  proves: ['ERR-07'],
  title: 'a body that is not JSON answers 400 MALFORMED_REQUEST',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const send = async (spoil: (text: string) => string, label: string) => {
      const key = freshKey();
      const rawBody = spoil(JSON.stringify(order({ price: FINER_THAN_ANY_GRID, clientOrderId: key })));
      await trader.request({ method: 'POST', path: '/orders', rawBody, key, label });
    };
    await send((text) => text, 'well formed');
    for (const spoil of SPOILT) await send(spoil, 'malformed');
    await trader.request({
      method: 'POST',
      path: `/orders/${NOBODYS_ID}/cancel`,
      rawBody: '{',
      key: freshKey(),
      label: 'malformed cancel',
    });
  },

  judge(history) {
    if (status(history.one('well formed')) === 400) return inconclusive('the same body, well formed, is refused 400');
    return eachOf([...history.labelled('malformed'), ...history.labelled('malformed cancel')], (e) =>
      expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }),
    );
  },
});
