import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingList } from './growing-list.ts';

/** What is done to one of the lists that were made so far. */
const change = fc.record({ of: fc.nat(), pushed: fc.option(fc.integer(), { nil: undefined }), without: fc.nat(2_000) });

test('a list is what an array would be that is copied at each change, and so are the lists that it came from', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 3_000 }), fc.array(change, { maxLength: 40 }), (first, changes) => {
      const lists = [{ list: GrowingList.of(first), items: [...first] }];
      for (const { of, pushed, without } of changes) {
        const { list, items } = lists[of % lists.length] as (typeof lists)[number];
        lists.push(
          pushed === undefined
            ? { list: list.without(without), items: items.slice(without) }
            : { list: list.push(pushed), items: [...items, pushed] },
        );
      }
      for (const { list, items } of lists) {
        expect([...list]).toEqual(items);
        expect([list.size, list.at(-1), list.at(0), list.at(items.length - 1), list.at(items.length)]).toEqual([
          items.length,
          undefined,
          items[0],
          items.at(-1),
          undefined,
        ]);
      }
    }),
    { numRuns: 50 },
  );
});
