import { expect, test } from 'vitest';
import { moneyPastInt64IsRefused } from './money-past-int64-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('9223372036854775808', '9223372036854775807'))('%s', (_, history, verdict) => {
  expect(moneyPastInt64IsRefused.judge(history).verdict).toBe(verdict);
});
