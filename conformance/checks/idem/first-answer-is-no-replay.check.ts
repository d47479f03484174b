import { isReplay, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';

export const firstAnswerIsNoReplay = check({
  id: 'idem/first-answer-is-no-replay',
  proves: ['IDEM-03'],
  title: 'the first answer of a key says nothing of a replay, whether the write was taken or refused',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const submitted = await trader.submit(order());
    await trader.cancel(textAt(submitted, 'orderId') ?? '1');
    await trader.submit(order({ price: '0.000000000000000001' }));
    await trader.submit(order({ price: 'not money' }));
  },

  judge: (history) =>
    eachOf(history.writes, (first) =>
      isReplay(first) ? violated('a first answer, without Idempotent-Replay: true', first) : pass,
    ),
});
