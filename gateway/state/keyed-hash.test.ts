import { expect, test } from 'vitest';
import { hashKeyOf, keyedHash } from './keyed-hash.ts';

/** The vectors of the Linux kernel (`lib/tests/siphash_kunit.c`): of the bytes 0, 1, 2 and so on, by their number. */
test.each([
  [4, 0x7e059ea6],
  [6, 0xa0080b65],
  [8, 0x577999b1],
])('is HalfSipHash-1-3: %d bytes', (count, hash) => {
  const bytes = Buffer.from(Array.from({ length: count }, (_, byte) => byte));
  const key = hashKeyOf(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(keyedHash(key, bytes.readInt32LE(0), bytes.subarray(4).toString('utf16le'))).toBe(hash);
});

test('is the same whatever was hashed before: each differs from the one before it in one part', () => {
  const [one, other] = [hashKeyOf(Buffer.from('1 secret')), hashKeyOf(Buffer.from('2 SECRET'))];
  const hashes = () => [
    keyedHash(one, 1, 'a'),
    keyedHash(one, 1, 'b'),
    keyedHash(one, 2, 'b'),
    keyedHash([other[0], one[1]], 2, 'b'),
    keyedHash(other, 2, 'b'),
  ];
  const first = hashes();
  expect(hashes()).toEqual(first);
  expect(new Set(first).size).toBe(first.length);
});

test('a key that is too short is refused', () => {
  expect(() => hashKeyOf(new Uint8Array(7))).toThrow(/^a hash key is made of 8 bytes, not of 7$/);
});
