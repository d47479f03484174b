import type { Exchange } from '../../client/exchange.ts';
import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { inconclusive } from '../../runner/judgement.ts';
import { growWithoutCounting } from './grow-without-counting.ts';

const idOf = (e: Exchange) => {
  const text = textAt(e, 'orderId');
  return text !== undefined && /^[0-9]+$/.test(text) ? BigInt(text) : undefined;
};

export const orderIdsGrowWithoutCounting = check({
  id: 'id/order-ids-grow-without-counting',
  proves: ['ID-05'],
  title: 'ids grow with the sequenced time of the creating command, are never reused, and do not count rows',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order(), { label: 'created' });
    await trader.submit(order(), { label: 'created' });
    await trader.submit(order(), { label: 'created' });
  },

  judge: (history) =>
    growWithoutCounting(history.labelled('created'), idOf) ?? inconclusive('three orders were not created'),
});
