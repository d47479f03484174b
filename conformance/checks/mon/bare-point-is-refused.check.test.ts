import { expect, test } from 'vitest';
import { barePointIsRefused } from './bare-point-is-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('.5'))('%s', (_, history, verdict) => {
  expect(barePointIsRefused.judge(history).verdict).toBe(verdict);
});
