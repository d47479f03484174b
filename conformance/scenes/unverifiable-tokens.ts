import type { MintOptions } from '../member/control/control.ts';

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
