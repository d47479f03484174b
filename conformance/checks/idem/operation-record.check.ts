import { position } from '../../client/exchange.ts';
import { isARecord } from '../../rules/record-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';

export const operationRecord = check({
  id: 'idem/operation-record',
  proves: ['IDEM-10'],
  title: 'GET /operations/{key} serves the record of a written key; an unknown key answers 404 UNKNOWN_OPERATION',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const refusedKey = freshKey();
    await trader.submit(order(), { key, label: 'written' });
    await trader.submit(order({ price: '0.000000000000000001' }), { key: refusedKey, label: 'refused' });
    await trader.get(`/operations/${key}`, { label: 'record' });
    await trader.get(`/operations/${refusedKey}`, { label: 'record of a refusal' });
    await trader.get(`/operations/${freshKey()}`, { label: 'unknown' });
  },

  judge(history) {
    const written = [history.one('written'), history.one('refused')];
    if (written.some((e) => position(e) === undefined)) return inconclusive('an owner did not judge both writes');
    return allOf(
      isARecord(history.one('record')),
      isARecord(history.one('record of a refusal')),
      expects(history.one('unknown'), { status: 404, code: 'UNKNOWN_OPERATION' }),
    );
  },
});
