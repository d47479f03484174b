/**
 * Tokens derived from a valid one, each with one defect. They are only sent to the target that issued the valid token.
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { MintOptions } from '../member/control/control.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parts {
  readonly header: Json;
  readonly claims: Json;
  readonly signature: Buffer;
}

function decoded(part: string): Json {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
}

/** undefined: the token is not a JWS in three parts, so nothing can be derived from it. */
function partsOf(token: string): Parts | undefined {
  const parts = token.split('.');
  const [head = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3) return undefined;
  try {
    return { header: decoded(head), claims: decoded(payload), signature: Buffer.from(signature, 'base64url') };
  } catch {
    return undefined;
  }
}

function encode(value: Json): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

/** The defects of `forgedTokens`. */
export const FORGERIES = [
  'a changed signature',
  'a changed claim',
  'no signature',
  'alg none',
  'alg nOnE',
  'alg none with the signature',
  'signed by another key',
  'signed by the key in its own header',
  'HMAC with an empty secret',
  'HMAC with the kid as secret',
  'two parts',
  'four parts',
] as const;

/** The spellings of `respeltTokens`; the second exists where the signature leaves bits of its last digit unused. */
export const RESPELLINGS = ['padded', 'another spare bit'] as const;

/** The forged tokens by their defect; empty where the token is no JWT. */
export function forgedTokens(token: string): Readonly<Partial<Record<(typeof FORGERIES)[number], string>>> {
  const parts = partsOf(token);
  if (parts === undefined) return {};
  const { header, claims, signature } = parts;
  const own = signature.toString('base64url');
  const body = encode(claims);
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${body}`;
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const foreignSigned = (head: Json) => {
    const input = `${encode({ ...head, alg: 'ES256' })}.${body}`;
    const by = sign('sha256', Buffer.from(input), { key: foreign.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${by.toString('base64url')}`;
  };
  const hmac = (secret: string) => {
    const input = unsigned('HS256');
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
  return {
    'a changed signature': `${encode(header)}.${body}.${flipped(signature).toString('base64url')}`,
    'a changed claim': `${encode(header)}.${encode({ ...claims, changed: true })}.${own}`,
    'no signature': `${encode(header)}.${body}.`,
    'alg none': `${unsigned('none')}.`,
    'alg nOnE': `${unsigned('nOnE')}.`,
    'alg none with the signature': `${unsigned('none')}.${own}`,
    'signed by another key': foreignSigned(header),
    'signed by the key in its own header': foreignSigned({
      ...header,
      jwk: foreign.publicKey.export({ format: 'jwk' }),
    }),
    'HMAC with an empty secret': hmac(''),
    'HMAC with the kid as secret': hmac(`${header['kid'] ?? 'kid'}`),
    'two parts': `${encode(header)}.${body}`,
    'four parts': `${token}.${own}`,
  };
}

/**
 * Other spellings of the same token that a lenient base64url decoder accepts: with padding, and with an unused bit set
 * in the last digit.
 */
export function respeltTokens(token: string): Readonly<Partial<Record<(typeof RESPELLINGS)[number], string>>> {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  const last = signature.at(-1) ?? '';
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spare = signature.length % 4 === 2 ? 4 : signature.length % 4 === 3 ? 2 : 0;
  const other = digits[digits.indexOf(last) ^ 1] ?? '';
  return {
    padded: `${token}=`,
    ...(spare === 0 ? {} : { 'another spare bit': `${token.slice(0, -1)}${other}` }),
  };
}

const NS_PER_S = 1_000_000_000n;
/** Larger than any leeway for clocks (decision A11). */
const HOUR_S = 3600;

/** The defects of `unverifiable`. */
export const UNVERIFIABLE = Object.keys(unverifiable(0n));

/** Each defect changes one claim or one key: the options that `mint` takes for it. */
export function unverifiable(nowNs: bigint): Readonly<Record<string, Omit<MintOptions, 'persona'>>> {
  const nowS = Number(nowNs / NS_PER_S);
  return {
    expired: { claims: { iat: nowS - 2 * HOUR_S, nbf: nowS - 2 * HOUR_S, exp: nowS - HOUR_S } },
    'not yet valid': { claims: { nbf: nowS + HOUR_S, exp: nowS + 2 * HOUR_S } },
    'another issuer': { claims: { iss: 'https://issuer.invalid' } },
    'another audience': { claims: { aud: 'another-service' } },
    'several other audiences': { claims: { aud: ['another-service', 'a-third'] } },
    'signed by another key': { key: 'foreign' },
    'alg none': { key: 'none' },
    'HMAC keyed with the public key': { key: 'hmac-public' },
    'a changed signature': { tamper: 'signature' },
    'a changed claim': { tamper: 'payload' },
  };
}
