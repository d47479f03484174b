import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { status } from '../../target/exchange.ts';
import { FINER_THAN_ANY_GRID } from './sent-order.ts';

export const unreadableCharset = check({
  id: 'err/unreadable-charset',
  proves: ['ERR-08'],
  title: 'a body in a charset that the gateway cannot read answers 400 MALFORMED_REQUEST',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const text = JSON.stringify(order({ price: FINER_THAN_ANY_GRID }));
    const send = (label: string, charset: string, rawBody: string | Uint8Array) =>
      trader.request({
        method: 'POST',
        path: '/orders',
        contentType: `application/json; charset=${charset}`,
        rawBody,
        key: freshKey(),
        label,
      });
    await send('readable', 'utf-8', text);
    // Whether or not the bytes are what the charset says: who reads them as UTF-8 all the same takes the second and third.
    await send('unreadable', 'utf-16', Buffer.from(`\ufeff${text}`, 'utf16le'));
    await send('unreadable', 'utf-16', text);
    await send('unreadable', 'bogus', text);
  },

  judge(history) {
    if (status(history.one('readable')) === 400) return inconclusive('the same body in UTF-8 is refused 400');
    return eachOf(history.labelled('unreadable'), (e) =>
      expects(e, { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' }),
    );
  },
});
