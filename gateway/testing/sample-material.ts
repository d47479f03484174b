/** For tests: key material that is unlike any other text, and a search for any part of it. */
import { createHash } from 'node:crypto';

export type Legs = Readonly<Record<string, string>>;

/** @param prefix the beginning of the key, which selects the fake venue's probe result. */
export function legsOfA(prefix = ''): Legs {
  return { key: prefix + unlike(), secret: unlike(), passphrase: `${unlike()} "\\/+ \u00fc` };
}

export function legsOfB(prefix = '', format: 'pem' | 'body' = 'pem'): Legs {
  const body = Buffer.concat([ED25519_FRAME, digest()]).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
  return { key: prefix + unlike(), privateKey: format === 'pem' ? pem : body };
}

/** The bytes of an Ed25519 key in PKCS 8 before its 32 secret bytes. */
const ED25519_FRAME = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A part of a leg, or of an encoding of one, with this many characters counts as a leak. */
const PART = 12;

/** Finds parts of these legs in a text: returns the first part, raw or encoded; undefined if there is none. */
export function leakOf(...material: readonly Legs[]): (text: string) => string | undefined {
  const parts = new Set<string>();
  for (const leg of material.flatMap((legs) => Object.values(legs)).flatMap(linesOf)) {
    for (const form of formsOf(leg)) {
      for (let from = 0; from + PART <= form.length; from += 1) parts.add(form.slice(from, from + PART));
    }
  }
  return (text) => {
    for (let from = 0; from + PART <= text.length; from += 1) {
      const part = text.slice(from, from + PART);
      if (parts.has(part)) return part;
    }
    return undefined;
  };
}

/** The secret lines of a PEM: its frame is not secret. */
function linesOf(leg: string): readonly string[] {
  return leg.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('-----'));
}

function formsOf(leg: string): readonly string[] {
  const bytes = Buffer.from(leg);
  const hex = bytes.toString('hex');
  // base64 of a text that contains the leg has one of three spellings, by the offset of the leg.
  const base64 = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [leg, JSON.stringify(leg).slice(1, -1), encodeURIComponent(leg), hex, hex.toUpperCase(), ...base64];
}

let made = 0;

function digest(): Buffer {
  made += 1;
  return createHash('sha256').update(`sample material ${made}`).digest();
}

function unlike(): string {
  return digest().toString('base64url');
}
