import { describe, expect, test } from 'vitest';
import { createSeed } from './seed.ts';

describe('a seed', () => {
  test('gives the same draws again, and other draws for another seed or another name', () => {
    const draws = (seed: number, name: string) => {
      const random = createSeed(seed).stream(name);
      return Array.from({ length: 20 }, () => random.uint32());
    };
    expect(draws(1, 'venue')).toEqual(draws(1, 'venue'));
    expect(draws(1, 'venue')).not.toEqual(draws(2, 'venue'));
    expect(draws(1, 'venue')).not.toEqual(draws(1, 'world'));
  });

  test('holds one stream a name, so two generators of ids never mint the same', () => {
    const seed = createSeed(1);
    const [one, two] = [seed.ids(), seed.ids()];
    const minted = Array.from({ length: 500 }, (_, n) => (n % 2 === 0 ? one() : two()));
    expect(new Set(minted).size).toBe(500);
    for (const id of minted) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a draw from one stream does not affect another', () => {
    const [quiet, busy] = [createSeed(7), createSeed(7)];
    busy.stream('faults').uint32();
    expect(busy.stream('venue').uint32()).toBe(quiet.stream('venue').uint32());
  });

  test('a fresh stream starts from its beginning', () => {
    const seed = createSeed(3);
    expect(seed.fresh('order 1').hex(40)).toBe(seed.fresh('order 1').hex(40));
  });

  test('continues another seed of its value, in every stream', () => {
    const [one, other] = [createSeed(7), createSeed(8)];
    one.stream('faults').chance(0.5);
    const mint = one.ids('requests');
    const first = mint();
    const again = createSeed(7, one.drawn());
    expect(again.drawn()).toEqual(one.drawn());
    expect(again.ids('requests')()).toBe(mint());
    expect(again.stream('faults').uint32()).toBe(one.stream('faults').uint32());
    expect(createSeed(7, other.drawn()).ids('requests')()).toBe(first);
  });

  test('draws fill their range and stay in it', () => {
    const random = createSeed(5).stream('range');
    const seen = new Set(Array.from({ length: 1000 }, () => random.int(2, 8)));
    expect([...seen].sort()).toEqual([2, 3, 4, 5, 6, 7, 8]);
    const heads = Array.from({ length: 10_000 }, () => random.chance(0.25)).filter(Boolean).length;
    expect(heads).toBeGreaterThan(2300);
    expect(heads).toBeLessThan(2700);
    expect(() => random.pick([])).toThrow(RangeError);
  });
});
