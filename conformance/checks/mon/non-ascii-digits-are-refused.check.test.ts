import { expect, test } from 'vitest';
import { nonAsciiDigitsAreRefused } from './non-ascii-digits-are-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('\\u0661'))('%s', (_, history, verdict) => {
  expect(nonAsciiDigitsAreRefused.judge(history).verdict).toBe(verdict);
});
