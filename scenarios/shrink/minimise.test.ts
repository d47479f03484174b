import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minimise } from './minimise.ts';

const numbers = fc.uniqueArray(fc.nat(40), { maxLength: 24 });

/** Holds for lists with all of `needed`. */
const needing = (needed: readonly number[]) => async (kept: readonly number[]) =>
  needed.every((one) => kept.includes(one)) ? kept : undefined;

/** Of several ways to hold, any is enough: what remains depends on the order of attempts. */
const needingAny = (ways: readonly (readonly number[])[]) => async (kept: readonly number[]) =>
  ways.some((way) => way.every((one) => kept.includes(one))) ? kept : undefined;

describe('what delta debugging leaves', () => {
  test('is exactly what the property needs', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, fc.func(fc.boolean()), async (items, isNeeded) => {
        const needed = items.filter((one) => isNeeded(one));
        expect(await minimise(items, needing(needed))).toEqual(needed);
      }),
    );
  });

  test('has no item that can go, where several ways lead to the failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        numbers.filter((items) => items.length > 0),
        fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        async (items, drawn) => {
          const ways = drawn.map((way) => way.map((one) => items[one % items.length] ?? 0));
          const attempt = needingAny(ways);
          const left = await minimise(items, attempt);
          expect(await attempt(left)).toBeDefined();
          for (const one of left) expect(await attempt(left.filter((other) => other !== one))).toBeUndefined();
        },
      ),
    );
  });

  test('keeps the order of the items, and is the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, fc.func(fc.boolean()), async (items, holds) => {
        // Not monotonic: a smaller list may hold where a larger one does not.
        const attempt = async (kept: readonly number[]) => (holds(kept) ? kept : undefined);
        const left = await minimise(items, attempt);
        expect(left).toEqual(items.filter((one) => left.includes(one)));
        expect(await minimise(items, attempt)).toEqual(left);
      }),
    );
  });

  test('is also without what an attempt removed by itself', async () => {
    // 3 depends on 2: an attempt without 2 removes 3 too.
    const attempt = async (kept: readonly number[]) => {
      const left = kept.includes(2) ? kept : kept.filter((one) => one !== 3);
      return left.includes(1) ? left : undefined;
    };
    expect(await minimise([1, 2, 3, 4], attempt)).toEqual([1]);
  });

  test('is found in few attempts: logarithmic for one item', async () => {
    let attempts = 0;
    const items = Array.from({ length: 1_000 }, (_, i) => i);
    await minimise(items, async (kept) => {
      attempts += 1;
      return kept.includes(617) ? kept : undefined;
    });
    expect(attempts).toBeLessThan(40);
  });
});
