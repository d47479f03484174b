import { expect, test } from 'vitest';
import { malformedMoneyIsRefused } from './malformed-money-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('1,000'))('%s', (_, history, verdict) => {
  expect(malformedMoneyIsRefused.judge(history).verdict).toBe(verdict);
});
