/**
 * The issuer's ES256 key pairs. They are generated at every start, because a key derived from a published seed would be
 * known to everyone. A token of an earlier run is therefore answered 401, unless `--data` keeps the key.
 */

import type { KeyObject } from 'node:crypto';
import { createHash } from 'node:crypto';
import { drawKeyPair } from '../secrets.ts';

/** A public key as JWKS serves it (RFC 7517). */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
  /** A JWK may have further members; this one never does. */
  readonly [member: string]: string;
}

export interface SigningKey {
  /** The key's RFC 7638 thumbprint. */
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: PublicJwk;
}

/** Generates an ES256 key pair. */
export function generateSigningKey(): SigningKey {
  return signingKeyOf(drawKeyPair());
}

/** Throws if the pair is not on P-256. */
export function signingKeyOf({ privateKey, publicKey }: Pick<SigningKey, 'privateKey' | 'publicKey'>): SigningKey {
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined) throw new Error('a P-256 key has no coordinates');
  const kid = thumbprint(x, y);
  return { kid, privateKey, publicKey, jwk: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' } };
}

/** RFC 7638: the required members in lexical order, without white space. */
function thumbprint(x: string, y: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
}
