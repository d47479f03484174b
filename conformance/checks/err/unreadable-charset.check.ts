import { status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

export const unreadableCharset = check({
  id: 'err/unreadable-charset',
  proves: ['ERR-08'],
  title: 'a body in a charset that the gateway cannot read answers 400 MALFORMED_REQUEST',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const send = async (label: string, charset: string, bytesOf: (text: string) => string | Uint8Array) => {
      const key = freshKey();
      const rawBody = bytesOf(JSON.stringify(order({ price: FINER_THAN_ANY_GRID, clientOrderId: key })));
      const contentType = `application/json; charset=${charset}`;
      await trader.request({ method: 'POST', path: '/orders', contentType, rawBody, key, label });
    };
    const asIs = (text: string): string => text;
    await send('readable', 'utf-8', asIs);
    // Whether or not the bytes are what the charset says: who reads them as UTF-8 all the same takes the second and third.
    await send('unreadable', 'utf-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'));
    await send('unreadable', 'utf-16', asIs);
    await send('unreadable', 'bogus', asIs);
  },

  judge(history) {
    if (status(history.one('readable')) === 400) return inconclusive('the same body in UTF-8 is refused 400');
    return eachOf(history.labelled('unreadable'), (e) =>
      expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }),
    );
  },
});
