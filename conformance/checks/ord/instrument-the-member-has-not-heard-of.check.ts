import { asObject } from '../../client/contract-document.ts';
import { at, errorCode, sentJson, status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { cancelled } from './refused-order.ts';

const TERMS = { tick: '0.01', step: '0.1', bid: '9.99', ask: '10.00' };
/** Below the bid: it rests. */
const RESTING = { price: '9.00', qty: '1' };

export const instrumentTheMemberHasNotHeardOf = check({
  id: 'ord/instrument-the-member-has-not-heard-of',
  proves: ['ORD-11'],
  title: 'an instrumentId that the member does not hold yet but the owner holds open is accepted',
  // What is listed stays listed.
  needs: ['trader', 'account', 'instrument', 'control', 'destructive'],

  async drive({ trader, order, control, freshKey }) {
    const hold = freshKey();
    const symbol = `${freshKey()
      .replace(/[^0-9A-Za-z]/g, '')
      .toUpperCase()
      .slice(-12)}-USD`;
    await control.fault({ on: { edge: 'apply' }, hold });
    const { instrumentId } = await control.listInstrument({ symbol, ...TERMS });
    const bySymbol = { ...RESTING, instrumentId: undefined, instrument: symbol };
    await cancelled(trader, await trader.submit(order(bySymbol), { label: 'by symbol' }));
    await cancelled(trader, await trader.submit(order({ ...RESTING, instrumentId }), { label: 'by id' }));
    await control.release(hold);
  },

  judge(history) {
    const [bySymbol, byId] = [history.one('by symbol'), history.one('by id')];
    // Its symbol is what tells that the member does not hold it.
    if (status(bySymbol) !== 422 || errorCode(bySymbol) !== 'INSTRUMENT_NOT_LIVE')
      return inconclusive('the member had heard of the instrument already');
    const { instrumentId } = asObject(sentJson(byId));
    const accepted = expects(byId, { status: '2xx', position: 'present' });
    // That a row names its instrument is not shown.
    const named = at(byId, 'instrumentId') ?? instrumentId;
    return allOf(
      accepted,
      accepted.verdict !== 'pass' || named === instrumentId
        ? pass
        : violated('an order of the instrument that was asked for', byId),
    );
  },
});
