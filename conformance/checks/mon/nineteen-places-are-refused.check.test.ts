import { expect, test } from 'vitest';
import { nineteenPlacesAreRefused } from './nineteen-places-are-refused.check.ts';
import { refusedMoneyCases } from './refused-money-cases.ts';

test.each(refusedMoneyCases('0.0000000000000000001', '0.000000000000000001'))('%s', (_, history, verdict) => {
  expect(nineteenPlacesAreRefused.judge(history).verdict).toBe(verdict);
});
