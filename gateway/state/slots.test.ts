import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NamedSlots, Slots } from './slots.ts';

test('slots hold what was added and not freed, in as many slots as it ever was at once', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (adds) => {
      const slots = new Slots<object>();
      const held = new Map<number, object>();
      let most = 0;
      for (const isAdded of adds) {
        const [first] = held.keys();
        if (isAdded) {
          const item = {};
          held.set(slots.add(item), item);
        } else if (first !== undefined) {
          slots.free(first);
          held.delete(first);
        }
        most = Math.max(most, held.size);
      }
      expect(new Set(slots.list())).toEqual(new Set(held.values()));
      expect([...held].every(([slot, item]) => slot < most && slots.at(slot) === item)).toBe(true);
    }),
  );
});

test('slots by name are a Map', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), name), { maxLength: 40 }), (changes) => {
      const [slots, map] = [new NamedSlots<object>(), new Map<string, object>()];
      for (const [isSet, key] of changes) {
        if (isSet) {
          const item = {};
          slots.set(key, item);
          // A name that is set again is the last one here.
          map.delete(key);
          map.set(key, item);
        } else {
          slots.delete(key);
          map.delete(key);
        }
      }
      expect(slots.list()).toEqual([...map.values()]);
      expect([slots.size, ...['a', 'b', 'c'].map((key) => slots.get(key))]).toEqual([
        map.size,
        ...['a', 'b', 'c'].map((key) => map.get(key)),
      ]);
    }),
  );
});
