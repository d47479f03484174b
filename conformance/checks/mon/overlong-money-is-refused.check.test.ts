import { expect, test } from 'vitest';
import { overlongMoneyIsRefused } from './overlong-money-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('1'.padStart(65, '0'), '1'.padStart(64, '0')))('%s', (_, history, verdict) => {
  expect(overlongMoneyIsRefused.judge(history).verdict).toBe(verdict);
});
