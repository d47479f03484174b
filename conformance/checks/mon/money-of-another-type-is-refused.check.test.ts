import { expect, test } from 'vitest';
import { moneyOfAnotherTypeIsRefused } from './money-of-another-type-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases(100))('%s', (_, history, verdict) => {
  expect(moneyOfAnotherTypeIsRefused.judge(history).verdict).toBe(verdict);
});
