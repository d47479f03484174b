import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';

export const unreadableKeyIsNotServing = check({
  id: 'idem/unreadable-key-is-not-serving',
  proves: ['IDEM-14'],
  title: 'a write whose key cannot be looked up by the write deadline answers 503 NOT_SERVING: nothing sent, key free',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    const stalled = await control.fault({ on: { edge: 'look-up', key }, hold: key });
    const pending = trader.submit(order(), { key, label: 'stalled' });
    await stalled.untilHeld();
    await control.advance('5s');
    await pending;
    await stalled.remove();
    await trader.get(`/operations/${key}`, { label: 'record' });
    await trader.submit(order(), { key, label: 'retried' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('stalled'), { status: 503, code: 'NOT_SERVING', position: 'absent' }),
      expects(history.one('record'), { status: 404, code: 'UNKNOWN_OPERATION' }, 'nothing was stored'),
      expects(history.one('retried'), { status: '2xx', replay: false }, 'the key is free'),
    ),
});
