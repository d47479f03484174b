/** Money at the edge: a price or a quantity without a value, below zero, and beside no instrument. */

import { at, type Exchange, errorCode, isFactual, isOk, status } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, differs, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { FINEST_UNIT, isRefused, passesTheDoor } from './refused-money.check.ts';

/** `field` spelt unset: left out, null, '0' and '-0'. */
function unsetSpellings(field: 'price' | 'qty'): readonly OrderBody[] {
  return [undefined, null, '0', '-0'].map((spelling) => ({ [field]: spelling }));
}

/** Each is answered as the first: same status, same code. */
function allAsTheFirst(answers: readonly Exchange[]): Judgement {
  const [first, ...others] = answers;
  const other = others.find((e) => first && (status(e) !== status(first) || errorCode(e) !== errorCode(first)));
  return first === undefined || other === undefined
    ? pass
    : differs('the same answer to a field left out, null, 0 and -0', first, other);
}

/** Shown where it trades nothing: on an instrument without a quote an order without a price has none to refer to. */
export const unsetPriceIsAMarketOrder = check({
  id: 'mon/unset-price-is-a-market-order',
  proves: ['MON-14'],
  title: 'a price left out, null, 0 or -0 is one thing: an order without a price',
  needs: ['trader', 'account', 'instrument', 'unpricedInstrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    const { id, step = '1' } = fixtures.unpricedInstrument;
    for (const unset of unsetSpellings('price')) {
      await trader.submit(order({ instrumentId: id, qty: step, ...unset }), { label: 'unset' });
    }
  },

  judge(history) {
    const [left, ...spelt] = history.labelled('unset');
    if (left === undefined || errorCode(left) !== 'NO_REFERENCE_PRICE') {
      return inconclusive('an order that leaves its price out is not refused NO_REFERENCE_PRICE on unpricedInstrument');
    }
    return eachOf(spelt, (e) => expects(e, { status: 409, code: 'NO_REFERENCE_PRICE', position: 'present' }));
  },
});

function readsUnset(e: Exchange): Judgement {
  const price = at(e, 'price');
  return price === null || (typeof price === 'string' && canonicalDecimal(price) === '0')
    ? pass
    : violated('price null: the order was sent without one', e);
}

/** Trades a least quantity, so it asks for a target that offers control: a sandbox. */
export const unsetPriceReadsBackUnset = check({
  id: 'mon/unset-price-reads-back-unset',
  proves: ['MON-14'],
  title: 'an order sent without a price of its own reads back price null, however that was spelt',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],
  opens: 4,

  async drive({ trader, order, fixtures }) {
    for (const unset of unsetSpellings('price')) {
      await trader.submit(order({ qty: fixtures.instrument.step, ...unset }), { label: 'unset' });
    }
  },

  judge(history) {
    const accepted = history.labelled('unset').filter(isOk);
    if (accepted.length === 0) return inconclusive('no order without a price of its own was accepted');
    return eachOf(accepted, readsUnset);
  },
});

export const unsetQuantityIsRefusedByTheOwner = check({
  id: 'mon/unset-quantity-is-refused-by-the-owner',
  proves: ['MON-14'],
  title: 'a quantity left out, null, 0 or -0 is one thing: an order of nothing, refused',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    for (const unset of unsetSpellings('qty')) await trader.submit(order(unset), { label: 'unset' });
  },

  judge(history) {
    const answers = history.labelled('unset');
    // Whether the door or the owner refuses an order of nothing is not said; that all four are one thing is.
    const refusal = history.target.strict
      ? ({ status: 422, code: 'INVALID_FIELD', position: 'present' } as const)
      : ({ status: 'not 2xx' } as const);
    return allOf(
      eachOf(answers, (e) => expects(e, refusal)),
      allAsTheFirst(answers),
    );
  },
});

export const minusSignPassesTheDoor = check({
  id: 'mon/minus-sign-passes-the-door',
  proves: ['MON-13'],
  title: "a minus sign passes the door's grammar; a negative quantity is not accepted by the owner",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    // The quantity keeps a negative price from being traded on, should an owner take one (decision A72).
    await trader.submit(order({ price: `-${fixtures.instrument.price}`, qty: FINEST_UNIT }), { label: 'price' });
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
      isOk(price) ? [] : [expects(price, owners)],
    );
  },
});

/** Policies, the other rows with amounts beside a reference, have checks of their own. */
export const amountWithoutInstrumentIsRefused = check({
  id: 'mon/amount-without-instrument-is-refused',
  proves: ['MON-17'],
  title: 'an amount of an order beside an absent or 0 instrumentId is refused 400',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    for (const instrumentId of [undefined, 0, null]) {
      await trader.submit(order({ instrumentId }), { label: 'without' });
    }
    await trader.submit(order(), { label: 'with' });
  },

  judge(history) {
    const plain = history.maybe('with');
    // The same order of an instrument reaches its owner: the others are refused for what they lack alone.
    const isKnown = plain !== undefined && (isOk(plain) || isFactual(plain));
    return allOf(
      eachOf(history.labelled('without'), isRefused),
      isKnown ? pass : inconclusive('the same order of an instrument does not reach its owner'),
    );
  },
});
