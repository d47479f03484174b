import { expect, test } from 'vitest';
import { refusedMoneyCases } from './refused-money-cases.ts';
import { whiteSpaceInMoneyIsRefused } from './white-space-in-money-is-refused.check.ts';

test.each(refusedMoneyCases(' 1'))('%s', (_, history, verdict) => {
  expect(whiteSpaceInMoneyIsRefused.judge(history).verdict).toBe(verdict);
});
