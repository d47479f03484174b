/**
 * Unpredictable values: keys that sign tokens and seal tickets and cursors, client secrets, names of member starts.
 * None is derived from the seed, because a seed is published and usually 1. This is the only file that reads the
 * operating system's randomness (lint rule), and none of it reaches the journal, which follows from the seed alone.
 */
import type { KeyObject } from 'node:crypto';
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';

export interface Secrets {
  /** 32 bytes: the same for the same purpose, independent of those of any other. */
  keyFor(...purpose: readonly (string | number)[]): Buffer;
  /** This many random hexadecimal digits. */
  hex(digits: number): string;
}

/** Returns this many unpredictable bytes. */
export type RandomBytes = (bytes: number) => Buffer;

/** More than the purposes of a world, and a bound for a host of many. */
const MOST_KEYS = 1_000;

/** The length of the root that all keys of one process are derived from. */
export const ROOT_BYTES = 32;

/** Draws a root of 32 random bytes. */
export function drawRoot(random: RandomBytes = randomBytes): Buffer {
  return random(ROOT_BYTES);
}

/** A P-256 key pair for signing. */
export function drawKeyPair(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** @param root from `drawRoot`: a stored root gives the same keys in another process */
export function createSecrets(root: Buffer = drawRoot(), random: RandomBytes = randomBytes): Secrets {
  /** Every reset and every world of a seed asks for the same client secrets. */
  const keys = new Map<string, Buffer>();

  function keyFor(...purpose: readonly (string | number)[]): Buffer {
    const name = JSON.stringify(purpose);
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = createHmac('sha256', root).update(name).digest();
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(name, key);
    return key;
  }

  return {
    keyFor,
    hex: (digits) =>
      random(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits),
  };
}
