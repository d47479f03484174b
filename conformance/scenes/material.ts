/** Key material that no venue knows: made of keys that were never given before, so that nothing else in the world reads like it. */
import { createHash } from 'node:crypto';

export type Legs = Readonly<Record<string, string>>;

/** What a private key in PKCS 8 has before its secret bytes (RFC 8410), and how many those are. */
export const FRAMES = {
  ed25519: { before: '302e020100300506032b657004220420', bytes: 32 },
  x25519: { before: '302e020100300506032b656e04220420', bytes: 32 },
  ed448: { before: '3047020100300506032b6571043b0439', bytes: 57 },
} as const;

/** base64 of a private key in PKCS 8. */
export function pkcs8(kind: keyof typeof FRAMES, secret: string): string {
  const { before, bytes } = FRAMES[kind];
  const digest = createHash('sha512').update(secret).digest().subarray(0, bytes);
  return Buffer.concat([Buffer.from(before, 'hex'), digest]).toString('base64');
}

export function pem(body: string, label = 'PRIVATE KEY'): string {
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
}

/** @param key of a name, so that each leg is like no other. */
function leg(name: string, key: string): string {
  return `touchstone-${name}-${key}`;
}

export function legsOfA(key: string): { readonly key: string; readonly secret: string; readonly passphrase: string } {
  return { key: leg('key', key), secret: leg('secret', key), passphrase: leg('passphrase', key) };
}

export function legsOfB(key: string): { readonly key: string; readonly privateKey: string } {
  return { key: leg('key', key), privateKey: pem(pkcs8('ed25519', key)) };
}
