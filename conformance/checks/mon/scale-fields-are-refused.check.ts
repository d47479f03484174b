import { check } from '../../runner/check.ts';
import { HAIR, judgeRefusedMoney } from './refused-money.check.ts';

const SCALE_FIELDS = ['priceScale', 'qtyScale', 'maxOrderQtyScale', 'maxTicketAmountScale'] as const;

export const scaleFieldsAreRefused = check({
  id: 'mon/scale-fields-are-refused',
  proves: ['MON-11'],
  title: "a scale field of the caller's own is refused",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const money = { price: HAIR, qty: HAIR };
    await Promise.all([
      trader.submit(order(money), { label: 'plain' }),
      ...SCALE_FIELDS.map((field) => trader.submit(order({ ...money, [field]: 2 }), { label: 'refused' })),
    ]);
  },

  judge: judgeRefusedMoney,
});
