import { everyProperty } from '../../rules/every-property.ts';
import { TRADING_ID } from '../../rules/property-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { readEveryRow } from './read-every-row.ts';

export const tradingIdsAreInt64Strings = check({
  id: 'id/trading-ids-are-int64-strings',
  proves: ['ID-02'],
  title: 'orderId and executionId are int64 and are carried as decimal JSON strings',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge(history) {
    const properties = everyProperty(history.labelled('read'));
    const named = (wanted: string) => properties.filter(({ name }) => name === wanted);
    return allOf(eachOf(named('orderId'), TRADING_ID.judge), eachOf(named('executionId'), TRADING_ID.judge));
  },
});
