import { expect, test } from 'vitest';
import { refusedMoneyCases } from './refused-money-cases.ts';
import { scaleFieldsAreRefused } from './scale-fields-are-refused.check.ts';

test.each(refusedMoneyCases('1'))('%s', (_, history, verdict) => {
  expect(scaleFieldsAreRefused.judge(history).verdict).toBe(verdict);
});
