import { createPrivateKey } from 'node:crypto';

const PEM = /^-----BEGIN PRIVATE KEY-----\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)-----END PRIVATE KEY-----(?:\r?\n)?$/;

/**
 * Whether a text is an Ed25519 private key in PKCS 8, as PEM or as its base64 body (CRED-03). One key has one encoding
 * here: bytes before, within or after it, another alphabet and loose padding bits are none.
 */
export function isEd25519PrivateKey(text: string): boolean {
  const body = PEM.exec(text)?.[1]?.replaceAll(/\r?\n/g, '') ?? text;
  const bytes = Buffer.from(body, 'base64');
  if (bytes.toString('base64') !== body) return false;
  try {
    const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
    // OpenSSL reads past what follows the key, so its own encoding of the key is held against what was sent.
    return key.asymmetricKeyType === 'ed25519' && key.export({ format: 'der', type: 'pkcs8' }).equals(bytes);
  } catch {
    return false;
  }
}
