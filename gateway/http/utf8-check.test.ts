import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Utf8Check } from './utf8-check.ts';

/** Whole characters of each length, and bytes that begin, continue or belong to none. */
const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'é', '€', '😀').map((character) => Buffer.from(character)),
      fc.constantFrom(0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xf0, 0xf4, 0xf8, 0xff).map((byte) => Buffer.of(byte)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

test('bytes cut anywhere are UTF-8 where the whole is', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(50), { maxLength: 6 }), (whole, places) => {
      const check = new Utf8Check();
      const cuts = places.map((place) => place % (whole.length + 1)).toSorted((left, right) => left - right);
      for (const [index, from] of [0, ...cuts].entries()) check.add(whole.subarray(from, cuts[index] ?? whole.length));
      expect(check.isValid()).toBe(isUtf8(whole));
    }),
    { numRuns: 2_000 },
  );
});
