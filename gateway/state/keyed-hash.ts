/** The secret that a hash depends on: who does not know it cannot choose texts of one hash. */
export type HashKey = readonly [number, number];

/** @param secret at least eight bytes that no client knows @throws RangeError where it is shorter */
export function hashKeyOf(secret: Uint8Array): HashKey {
  if (secret.length < 8) throw new RangeError(`a hash key is made of 8 bytes, not of ${secret.length}`);
  const words = new DataView(secret.buffer, secret.byteOffset, 8);
  return [words.getInt32(0, true), words.getInt32(4, true)];
}

/**
 * HalfSipHash-1-3, which the Linux kernel uses for its tables on 32-bit machines, of a number (four bytes) and a text
 * (UTF-16, little-endian). FNV and its like are no substitute: their collisions can be found without the secret.
 *
 * @returns 0 to 2^32 - 1
 */
export function keyedHash(key: HashKey, number: number, text: string): number {
  const isLast = text === last.text && number === last.number && key[0] === last.key[0] && key[1] === last.key[1];
  if (!isLast) last = { key, number, text, hash: hashed(key, number, text) };
  return last.hash;
}

/** Tables of one secret look the same key up one after another, for each write. */
let last: { readonly key: HashKey; readonly number: number; readonly text: string; readonly hash: number } = {
  key: [0, 0],
  number: Number.NaN,
  text: '',
  hash: 0,
};

function hashed([k0, k1]: HashKey, number: number, text: string): number {
  let [v0, v1, v2, v3] = [k0, k1, k0 ^ 0x6c796765, k1 ^ 0x74656462];
  const pairs = text.length >> 1;
  const odd = text.length % 2 === 1 ? text.charCodeAt(text.length - 1) : 0;
  const last = ((4 + text.length * 2) << 24) | odd;
  // The number, the pairs of characters, the rest with the length, and three rounds to finish.
  for (let round = -1; round <= pairs + 3; round += 1) {
    let word = 0;
    if (round === -1) word = number;
    else if (round < pairs) word = text.charCodeAt(2 * round) | (text.charCodeAt(2 * round + 1) << 16);
    else if (round === pairs) word = last;
    else if (round === pairs + 1) v2 ^= 0xff;
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return (v1 ^ v3) >>> 0;
}
