import { describe, expect, test } from 'vitest';
import { lenientMoney } from './lenient-money.ts';

describe('a text that states a decimal is brought to the published spelling', () => {
  test.each([
    ['1', '1'],
    ['1.50', '1.5'],
    ['+1', '1'],
    ['-1.5', '-1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    [' 1 ', '1'],
    ['\t1.5\n', '1.5'],
    ['1e2', '100'],
    ['1.25E1', '12.5'],
    ['12e-3', '0.012'],
    ['1.5e-1', '0.15'],
    [`${'0'.repeat(70)}7`, '7'],
    ['0.10e1', '1'],
    ['0', '0'],
  ])('%j is %s', (sent, said) => {
    expect(lenientMoney(sent)).toBe(said);
  });
});

test.each(['', '.', '+', 'abc', '1,5', '0x10', '1 0', '１', 'NaN', '1e', `${'9'.repeat(65)}`])(
  '%j states no decimal and is unchanged',
  (sent) => {
    expect(lenientMoney(sent)).toBe(sent);
  },
);
