import { status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive } from '../../runner/judgement.ts';

export const requestIdOnAnAcceptedWrite = check({
  id: 'rid/request-id-on-an-accepted-write',
  proves: ['RID-01', 'RID-02'],
  title: 'a 202 carries X-Request-Id, the one that was sent',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    const held = await control.fault({ on: { command: 'submit', key }, hold: key, times: 1 });
    const pending = trader.submit(order(), { key, label: 'accepted', headers: { 'X-Request-Id': `accepted-${key}` } });
    await held.untilHeld();
    await control.advance('2s');
    await pending;
    await control.release(key);
  },

  judge(history) {
    const accepted = history.one('accepted');
    if (status(accepted) !== 202) return inconclusive('the write was answered by the sync deadline');
    const sent = accepted.request.headers.find(([name]) => name === 'X-Request-Id')?.[1] ?? '';
    return expects(accepted, { status: 202, headers: { 'x-request-id': sent } });
  },
});
