/**
 * What nobody may guess: keys that sign tokens and seal tickets and cursors, client secrets, names of member starts. None of it follows
 * from the seed, because a seed is published and usually 1. This is the only file that reads the operating system's
 * randomness (lint rule), and nothing that it makes reaches the journal, which follows from the seed alone.
 */
import type { KeyObject } from 'node:crypto';
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';

export interface Secrets {
  /** 32 bytes: the same for the same purpose, unrelated to those of any other. */
  keyFor(...purpose: readonly (string | number)[]): Buffer;
  /** So many hexadecimal digits, others at each call. */
  hex(digits: number): string;
}

/** So many bytes that cannot be predicted. */
export type RandomBytes = (bytes: number) => Buffer;

/** What all keys of one process are derived from. */
export const ROOT_BYTES = 32;

export function drawRoot(random: RandomBytes = randomBytes): Buffer {
  return random(ROOT_BYTES);
}

/** Of P-256, to sign with. */
export function drawKeyPair(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** @param root as `drawRoot` makes it: kept, the keys are the same in another process */
export function createSecrets(root: Buffer = drawRoot(), random: RandomBytes = randomBytes): Secrets {
  return {
    keyFor: (...purpose) => createHmac('sha256', root).update(JSON.stringify(purpose)).digest(),
    hex: (digits) =>
      random(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits),
  };
}
