import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpiringMap } from './expiring-map.ts';

const MS = 1_000_000n;

test('equals a plain table of (name, value, time), forgets permanently, and so does each fork by itself', () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    afterMs: fc.nat(40),
    of: fc.nat(3),
    forks: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 100 }), (steps, retentionMs) => {
      const pairs = [
        { map: new ExpiringMap<number>(retentionMs), plain: new Map<string, { value: number; atNs: bigint }>() },
      ];
      let nowNs = 0n;
      for (const [value, { name, afterMs, of, forks }] of steps.entries()) {
        nowNs += BigInt(afterMs) * MS;
        const one = pairs[of % pairs.length] as (typeof pairs)[number];
        one.map.set(name, value, nowNs);
        one.plain.set(name, { value, atNs: nowNs });
        if (forks === 0) pairs.push({ map: one.map.fork(), plain: new Map(one.plain) });
        for (const { map, plain } of pairs) {
          for (const [each, held] of plain)
            expect(map.get(each, nowNs)).toBe(nowNs - held.atNs < BigInt(retentionMs) * MS ? held.value : undefined);
        }
      }
    }),
  );
});

test('holds no more than its retention allows, for any running time', () => {
  const map = new ExpiringMap<number>(10);
  for (let at = 0; at < 20_000; at += 1) map.set(`name-${at}`, at, BigInt(at) * MS);
  expect(map.size).toBe(10);
});
