import { expect, test } from 'vitest';
import { exponentMoneyIsRefused } from './exponent-money-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('1e2'))('%s', (_, history, verdict) => {
  expect(exponentMoneyIsRefused.judge(history).verdict).toBe(verdict);
});
