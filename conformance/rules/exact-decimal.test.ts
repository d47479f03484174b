import { expect, test } from 'vitest';
import { compared, distance, exactDecimal, finerBy1, lastPlace, plus, times, ZERO } from './exact-decimal.ts';

const of = (text: string) => exactDecimal(text) ?? ZERO;

test.each([
  ['1.50', { units: 150n, places: 2 }],
  ['-0.1', { units: -1n, places: 1 }],
  ['7', { units: 7n, places: 0 }],
  ['1e2', undefined],
  ['.5', undefined],
  [7, undefined],
  [null, undefined],
])('reads %j', (value, read) => expect(exactDecimal(value)).toEqual(read));

test('adds, multiplies and compares by value', () => {
  expect(compared(plus(of('0.1'), of('0.20')), of('0.3'))).toBe(0);
  expect(compared(times(of('1.5'), of('-2')), of('-3'))).toBe(0);
  expect(compared(of('0.09'), of('0.1'))).toBe(-1);
  expect(compared(of('10'), of('9.99'))).toBe(1);
});

test('a distance is never negative, and the last place is the stated one', () => {
  expect(compared(distance(of('1'), of('3.5')), of('2.5'))).toBe(0);
  expect(compared(lastPlace(of('1.500')), of('0.001'))).toBe(0);
});

test.each([
  ['0.01', '0.011'],
  ['100.00', '100.001'],
  ['1', '1.1'],
])('a finer value than %s: %s', (text, finer) => expect(finerBy1(text)).toBe(finer));
