import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, position, rows } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { ordersAtHand } from '../../scenes/rows-at-hand.ts';

type Row = Readonly<Record<string, unknown>>;

const COUNT = 3;
const TRIES = 3;

/** The first member of both that differs; a row may say more than a page does. */
function difference(listed: Row, single: Row): string | undefined {
  return Object.keys(listed).find((name) => Object.hasOwn(single, name) && !sameBody(listed[name], single[name]));
}

/** Of one state, so no fill or cancel lies between them (decision A42). */
function isTheSame(page: Exchange, single: Exchange): Judgement {
  const row = json(single) as Row;
  const listed = rows(page).find(({ orderId }) => orderId === row['orderId']);
  if (listed === undefined) return pass;
  const other = difference(listed, row);
  return other === undefined ? pass : violated(`${other} as the page of the same position lists it`, page, single);
}

export const orderIsOneRowEverywhere = check({
  id: 'ord/order-is-one-row-everywhere',
  proves: ['POS-08'],
  title: 'an order read by its id is the row that GET /orders lists at the same position',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, COUNT);
    for (let tried = 0; tried < TRIES; tried += 1) {
      const page = await trader.get('/orders', { query: { limit: COUNT }, label: 'page' });
      for (const { orderId } of rows(page)) {
        if (typeof orderId === 'string') await trader.get(`/orders/${orderId}`, { label: 'single' });
      }
    }
  },

  judge(history) {
    const singles = history.labelled('single').filter(isOk);
    const pairs = history
      .labelled('page')
      .flatMap((page) =>
        singles
          .filter((single) => position(page) !== undefined && position(single) === position(page))
          .map((single) => ({ page, single })),
      );
    return pairs.length === 0
      ? inconclusive('no order was read by its id at the position of a page')
      : eachOf(pairs, ({ page, single }) => isTheSame(page, single));
  },
});
