/**
 * Custom tokens: the persona's claims with the requested changes. Signed by hand, because
 * libraries refuse some of them (`alg: none`, an HMAC keyed with the public key, a number past a double).
 */
import { createHmac, sign } from 'node:crypto';
import type { SigningKey } from './keys.ts';

export interface MintRequest {
  /** Merged over the persona's own; null removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** Claims as JSON text, for numbers that JSON.parse would not preserve: `{ exp: '1e400' }`. */
  readonly rawClaims?: Readonly<Record<string, string>> | undefined;
  /** Merged over `{ alg, kid, typ }`; null removes a field. Not checked against the signature. */
  readonly header?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds from now; negative: already expired. */
  readonly expiresInMs?: number | undefined;
  /**
   * own (default): ES256 by the issuer. foreign: ES256 by another key under the issuer's kid. none: `alg` none, no
   * signature. hmac-public: HS256 keyed with the PEM of the public key.
   */
  readonly key?: MintKey | undefined;
  /** A change after signing: one bit of the signature, or a claim `tampered` in the payload. */
  readonly tamper?: 'signature' | 'payload' | undefined;
}

/** The keys that a custom token may be signed with. */
export const MINT_KEYS = ['own', 'foreign', 'none', 'hmac-public'] as const;
export type MintKey = (typeof MINT_KEYS)[number];

export interface MintKeys {
  readonly own: SigningKey;
  readonly foreign: SigningKey;
}

/** `rawJSON` of the JSON source text access proposal: in Node 24, not yet in the compiler's library. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** The compact token. Throws SyntaxError if a raw claim is not one JSON scalar. */
export function spell(keys: MintKeys, own: Readonly<Record<string, unknown>>, request: MintRequest): string {
  const raw = Object.entries(request.rawClaims ?? {}).map(([name, text]) => [name, rawJSON(text)] as const);
  const claims = merged({ ...own, ...request.claims, ...Object.fromEntries(raw) });
  const { alg, signature } = SIGNERS[request.key ?? 'own'];
  const header = merged({ alg, kid: keys.own.kid, typ: 'at+jwt', ...request.header });

  const head = encode(header);
  const signed = signature(`${head}.${encode(claims)}`, keys);
  const payload = request.tamper === 'payload' ? encode({ ...claims, tampered: true }) : encode(claims);
  if (request.tamper === 'signature') flipOneBit(signed);
  return `${head}.${payload}.${signed.toString('base64url')}`;
}

interface Signer {
  readonly alg: string;
  signature(input: string, keys: MintKeys): Buffer;
}

const SIGNERS = {
  own: { alg: 'ES256', signature: (input, { own }) => es256(input, own) },
  foreign: { alg: 'ES256', signature: (input, { foreign }) => es256(input, foreign) },
  none: { alg: 'none', signature: () => Buffer.alloc(0) },
  'hmac-public': { alg: 'HS256', signature: (input, { own }) => hs256(input, own) },
} as const satisfies Record<MintKey, Signer>;

function es256(input: string, { privateKey }: SigningKey): Buffer {
  return sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
}

function hs256(input: string, { publicKey }: SigningKey): Buffer {
  return createHmac('sha256', publicKey.export({ format: 'pem', type: 'spki' }))
    .update(input)
    .digest();
}

/** In the middle, so that it is not a spare bit of the last base64url digit. */
function flipOneBit(signature: Buffer): void {
  const middle = signature.length >> 1;
  const byte = signature[middle];
  if (byte !== undefined) signature[middle] = byte ^ 1;
}

function merged(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
