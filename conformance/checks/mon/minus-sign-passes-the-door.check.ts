import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';
import { HAIR, passesTheDoor } from './refused-money.check.ts';

export const minusSignPassesTheDoor = check({
  id: 'mon/minus-sign-passes-the-door',
  proves: ['MON-13'],
  title: "a minus sign passes the door's grammar; a negative quantity is not accepted by the owner",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    // The quantity keeps a negative price from being traded on, should an owner take one (decision A72).
    await trader.submit(order({ price: `-${fixtures.instrument.price}`, qty: HAIR }), { label: 'price' });
    await trader.submit(order({ qty: '-1' }), { label: 'qty' });
  },

  judge(history) {
    const [price, qty] = [history.one('price'), history.one('qty')];
    const owners = history.target.strict
      ? ({ status: 422, code: 'INVALID_FIELD', position: 'present' } as const)
      : ({ status: 'not 2xx', position: 'present' } as const);
    return allOf(
      passesTheDoor(price),
      passesTheDoor(qty),
      expects(qty, owners),
      ...(isOk(price) ? [] : [expects(price, owners)]),
    );
  },
});
