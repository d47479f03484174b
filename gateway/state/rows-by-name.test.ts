import { describe, expect, test } from 'vitest';
import { byInt64 } from './rows.ts';
import { RowsByName } from './rows-by-name.ts';

describe('collections by name', () => {
  test('a read stores nothing: every absent name gives the same empty collection', () => {
    const rows = new RowsByName<string>(byInt64);
    rows.put('1/9', '9', 'nine');
    expect(rows.of('1/10')).toBe(rows.of('1/11'));
    expect(rows.of('1/10').size).toBe(0);
  });

  test('a row is found only under the name that it was put under, also if another was read before', () => {
    const rows = new RowsByName<string>(byInt64);
    expect(rows.of(2).size).toBe(0);
    rows.put(2, '9', 'nine');
    expect([rows.of(2).get('9'), rows.of(3).get('9')]).toEqual(['nine', undefined]);
  });

  test('a removal leaves the other rows, and no name that held none', () => {
    const rows = new RowsByName<string>(byInt64);
    rows.put(1, '8', 'eight');
    rows.put(1, '9', 'nine');
    rows.remove(1, '8');
    rows.remove(2, '8');
    expect(rows.of(1).above(undefined, 10)).toEqual(['nine']);
    expect(rows.of(2)).toBe(rows.of(3));
  });
});
