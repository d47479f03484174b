import { createPrivateKey } from 'node:crypto';

const PEM = /^-----BEGIN PRIVATE KEY-----\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)-----END PRIVATE KEY-----(?:\r?\n)?$/;

/**
 * Whether a text is an Ed25519 private key in PKCS 8, as PEM or as its base64 body (CRED-03). Each key has exactly one
 * accepted encoding: extra bytes before, within or after it, another base64 alphabet and non-zero padding bits are not
 * accepted.
 */
export function isEd25519PrivateKey(text: string): boolean {
  const body = PEM.exec(text)?.[1]?.replaceAll(/\r?\n/g, '') ?? text;
  const bytes = Buffer.from(body, 'base64');
  if (bytes.toString('base64') !== body) return false;
  try {
    const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
    // OpenSSL ignores bytes after the key, so the text is compared with OpenSSL's own encoding of the key.
    return key.asymmetricKeyType === 'ed25519' && key.export({ format: 'der', type: 'pkcs8' }).equals(bytes);
  } catch {
    return false;
  }
}
