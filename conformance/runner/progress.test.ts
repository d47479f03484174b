import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FAILED } from '../testing/sample-record.ts';
import { progressLine } from './progress.ts';

describe('progress', () => {
  const told = (isTTY: boolean, quiet = false, columns = 40) => {
    const written: string[] = [];
    const line = progressLine({ write: (text: string) => written.push(text), isTTY, columns }, quiet);
    line.show({ kind: 'begun', check: 'test/bad', index: 0, total: 2 });
    line.show({ kind: 'done', row: FAILED, index: 0, total: 2 });
    line.show({ kind: 'begun', check: `test/${'x'.repeat(80)}`, index: 1, total: 2 });
    line.clear();
    return written.map((text) => stripVTControlCharacters(text).replace('\r', ''));
  };

  test('is one line on a terminal, never longer than the terminal is wide', () => {
    expect(told(true)).toEqual(['1/2  test/bad', `2/2  test/${'x'.repeat(29)}`, '']);
  });

  test('is not shortened on a terminal without a known width', () => {
    expect(told(true, false, 0)[0]).toBe('1/2  test/bad');
  });

  test('is empty without a terminal, and with --quiet', () => {
    expect([told(false), told(true, true)]).toEqual([[], []]);
  });
});
