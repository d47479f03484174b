import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byInt64, Rows, RowsByName } from './rows.ts';

interface Step {
  readonly do: 'put' | 'remove' | 'fork';
  /** The collection, of those that forks have made so far. */
  readonly of: number;
  readonly from: number;
  /** Consecutive keys. */
  readonly count: number;
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('put', 'put', 'remove', 'fork'),
    of: fc.nat(5),
    from: fc.nat(3_000),
    count: fc.constantFrom(1, 1, 30, 700),
  }),
  { maxLength: 20 },
);

const sorted = (plain: ReadonlyMap<string, number>) => [...plain].sort(([left], [right]) => byInt64(left, right));

describe('rows of a collection and of its forks', () => {
  test('equal plain tables, each independent of the others', () => {
    fc.assert(
      fc.property(steps, fc.nat(3_000), fc.nat(1_200), (taken, key, count) => {
        const pairs = [{ rows: new Rows<string, number>(byInt64), plain: new Map<string, number>() }];
        for (const [n, { do: what, of, from, count: many }] of taken.entries()) {
          const { rows, plain } = pairs[of % pairs.length] as (typeof pairs)[number];
          if (what === 'fork') pairs.push({ rows: rows.fork(), plain: new Map(plain) });
          for (let each = from; what !== 'fork' && each < from + many; each += 1) {
            if (what === 'put') {
              rows.put(`${each}`, n);
              plain.set(`${each}`, n);
            } else {
              rows.remove(`${each}`);
              plain.delete(`${each}`);
            }
          }
        }
        for (const { rows, plain } of pairs) {
          const all = sorted(plain);
          const values = (of: typeof all) => of.map(([, value]) => value);
          const above = all.filter(([other]) => byInt64(other, `${key}`) > 0);
          const below = all.filter(([other]) => byInt64(other, `${key}`) < 0).reverse();
          expect(rows.size).toBe(all.length);
          expect(rows.get(`${key}`)).toBe(plain.get(`${key}`));
          expect(rows.above(undefined, all.length + 1)).toEqual(values(all));
          expect(rows.below(undefined, count)).toEqual(values(all.toReversed().slice(0, count)));
          expect(rows.above(`${key}`, count)).toEqual(values(above.slice(0, count)));
          expect(rows.below(`${key}`, count)).toEqual(values(below.slice(0, count)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

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
