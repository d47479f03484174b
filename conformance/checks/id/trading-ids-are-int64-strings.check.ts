import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';
import { everyProperty, type Property } from './every-property.ts';
import { readEveryRow } from './read-every-row.ts';

const INT64_MAX = 2n ** 63n - 1n;

/** An operation that made no order names none: null there (and 0) is unset. */
function isInt64String({ exchange, value, way }: Property): Judgement {
  const good =
    value === null || (typeof value === 'string' && /^(0|[1-9][0-9]*)$/.test(value) && BigInt(value) <= INT64_MAX);
  return good ? pass : violated(`an int64 as a decimal JSON string at ${way}`, exchange);
}

export const tradingIdsAreInt64Strings = check({
  id: 'id/trading-ids-are-int64-strings',
  proves: ['ID-02'],
  title: 'orderId and executionId are int64 and are carried as decimal JSON strings',
  needs: ['trader', 'account', 'instrument', 'writes'],
  drive: readEveryRow,

  judge(history) {
    const properties = everyProperty(history.labelled('read'));
    const named = (wanted: string) => properties.filter(({ name }) => name === wanted);
    return allOf(eachOf(named('orderId'), isInt64String), eachOf(named('executionId'), isInt64String));
  },
});
