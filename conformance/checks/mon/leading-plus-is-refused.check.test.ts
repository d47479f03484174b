import { expect, test } from 'vitest';
import { leadingPlusIsRefused } from './leading-plus-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('+1'))('%s', (_, history, verdict) => {
  expect(leadingPlusIsRefused.judge(history).verdict).toBe(verdict);
});
