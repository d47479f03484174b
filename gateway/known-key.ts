import type { JWK } from 'jose';

/** The claims that a member reads, after signature, issuer, audience and times. Their shape is not validated here. */
export interface VerifiedClaims {
  readonly orgId: unknown;
  readonly subject: unknown;
  readonly expiresAtS: number | null;
  readonly notBeforeS: number | null;
}

/** For whom a token was verified. */
interface Verification {
  readonly issuer: string;
  readonly audience: string;
  readonly claims: VerifiedClaims;
}

const REMEMBERED_TOKENS = 10_000;
const KNOWN = new WeakMap<JWK, KnownKey>();

/**
 * What this process knows of a public key, as long as it holds the key itself: its thumbprint, and the tokens that it
 * has verified. A signature that was valid stays valid, so members that receive the same object (all of one sandbox,
 * also after a restart or a reset) verify each token once. Whether a token is current is checked at each use.
 */
export class KnownKey {
  /** RFC 7638. Rejects for a key of an unknown type. */
  readonly thumbprint: Promise<string>;
  readonly #verified: Map<string, Verification> = new Map();

  private constructor(thumbprint: Promise<string>) {
    this.thumbprint = thumbprint;
  }

  static of(jwk: JWK, thumbprintOf: (jwk: JWK) => Promise<string>): KnownKey {
    let known = KNOWN.get(jwk);
    if (known === undefined) {
      known = new KnownKey(thumbprintOf(jwk));
      KNOWN.set(jwk, known);
    }
    return known;
  }

  /** The claims of a token that this key has verified for this issuer and audience. */
  recall(token: string, issuer: string, audience: string): VerifiedClaims | undefined {
    const known = this.#verified.get(token);
    return known?.issuer === issuer && known.audience === audience ? known.claims : undefined;
  }

  remember(token: string, verification: Verification): void {
    if (this.#verified.has(token)) return;
    if (this.#verified.size >= REMEMBERED_TOKENS) {
      // The first key of a Map is the oldest: one is removed for each that is added.
      for (const oldest of this.#verified.keys()) {
        this.#verified.delete(oldest);
        break;
      }
    }
    this.#verified.set(token, verification);
  }
}
