import { expect, test, vi } from 'vitest';
import { ROUTES } from '../contract/routes.ts';
import { COLLECTIONS, collectionOf, farEndOf, type SampleCollection } from '../testing/sample-collections.ts';
import { Rows } from './rows.ts';

const LIMIT = 100;
const SMALL = 1_000;

const counted = vi.hoisted(() => ({ comparisons: 0, rows: 0 }));

// Counts every comparison of a member's collections.
vi.mock('./rows.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('./rows.ts')>();
  const counting = (compare: (left: string, right: string) => number) => (left: string, right: string) => {
    counted.comparisons += 1;
    return compare(left, right);
  };
  return {
    ...real,
    byInt64: counting(real.byInt64),
    byPair: counting(real.byPair),
    byPoolAndVersion: counting(real.byPoolAndVersion),
  };
});

for (const name of ['above', 'below'] as const) {
  const real = Rows.prototype[name];
  vi.spyOn(Rows.prototype, name).mockImplementation(function (this: Rows<unknown, unknown>, ...given) {
    const found = real.apply(this, given);
    counted.rows += found.length;
    return found;
  });
}

/** The cost of the farthest page of a hundred rows. */
function costOf(collection: SampleCollection, rows: number): { comparisons: number; rows: number } {
  const page = collectionOf(collection, rows);
  const cursor = farEndOf(page, LIMIT);
  Object.assign(counted, { comparisons: 0, rows: 0 });
  const { items } = JSON.parse(page({ limit: LIMIT, cursor }).body);
  expect(items).toHaveLength(LIMIT);
  return { ...counted };
}

test('every collection that the gateway lists is covered', () => {
  const lists = Object.keys(ROUTES).filter((operation) => operation.startsWith('list'));
  expect(COLLECTIONS.map(({ operation }) => operation).sort()).toEqual(lists.sort());
});

test.each(COLLECTIONS.map((collection) => [collection.operation, collection] as const))(
  '%s: the farthest page of a large collection touches as many rows as that of a small one, and is found by binary search',
  (_, collection) => {
    const [small, large] = [costOf(collection, SMALL), costOf(collection, collection.rows)];
    expect(large.rows).toBe(small.rows);
    // The page, the row after it, and the row before it.
    expect(large.rows).toBeLessThanOrEqual(LIMIT + 2);
    // At most two searches: binary, each of which looks at the newest row first. A served balance
    // also compares two times.
    for (const [cost, rows] of [
      [small, SMALL],
      [large, collection.rows],
    ] as const)
      expect(cost.comparisons).toBeLessThanOrEqual(2 * (Math.floor(Math.log2(rows)) + 3) + LIMIT);
    expect(large.comparisons).toBeGreaterThan(0);
  },
);
