/** Generated key material that no venue knows. Each key is unique, so finding it anywhere proves a leak. */
import { createHash } from 'node:crypto';

export type Legs = Readonly<Record<string, string>>;

/** The PKCS 8 prefix of a private key (RFC 8410), and the length of the secret in bytes. */
export const FRAMES = {
  ed25519: { before: '302e020100300506032b657004220420', bytes: 32 },
  x25519: { before: '302e020100300506032b656e04220420', bytes: 32 },
  ed448: { before: '3047020100300506032b6571043b0439', bytes: 57 },
} as const;

/** A private key in PKCS 8, base64-encoded. */
export function pkcs8(kind: keyof typeof FRAMES, secret: string): string {
  const { before, bytes } = FRAMES[kind];
  const digest = createHash('sha512').update(secret).digest().subarray(0, bytes);
  return Buffer.concat([Buffer.from(before, 'hex'), digest]).toString('base64');
}

/** A PEM text around a base64 body. */
export function pem(body: string, label = 'PRIVATE KEY'): string {
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
}

/**
 * Derives a secret text.
 * @param key makes the text unique, together with the name.
 */
function leg(name: string, key: string): string {
  return `touchstone-${name}-${key}`;
}

/** The material of venue family A: key, secret and passphrase. */
export function legsOfA(key: string): { readonly key: string; readonly secret: string; readonly passphrase: string } {
  return { key: leg('key', key), secret: leg('secret', key), passphrase: leg('passphrase', key) };
}

/** The material of venue family B: key and a private key in PEM. */
export function legsOfB(key: string): { readonly key: string; readonly privateKey: string } {
  return { key: leg('key', key), privateKey: pem(pkcs8('ed25519', key)) };
}
