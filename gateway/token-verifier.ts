import type { JSONWebKeySet, JWTVerifyGetKey, jwtVerify } from 'jose';
import { Refusal } from './contract/refusals.ts';
import { holdingTime } from './host-work.ts';
import type { Clock } from './platform-port.ts';
import { within } from './stages/within.ts';

/** Whose tokens a member takes. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The issuer's public keys; asked again, at most once in half a minute, where a token names a key that is not there. */
  readonly jwks: () => Promise<JSONWebKeySet> | JSONWebKeySet;
}

/** Loaded with the first token: a start does not wait for it. */
const jose = () => import('jose');

/** The claims that a member reads, after signature, issuer, audience and times. Their shape is not judged here. */
export interface VerifiedClaims {
  readonly orgId: unknown;
  readonly subject: unknown;
  readonly expiresAtS: number | null;
  readonly notBeforeS: number | null;
}

/** Asymmetric algorithms only: with no HMAC in the list a public key cannot be passed off as a secret. */
const ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'];
const MAX_TOKEN_CHARACTERS = 8_192;
/** Decision A11: none for exp. */
const NOT_BEFORE_LEEWAY_S = 5;
const REMEMBERED_TOKENS = 10_000;
const JWKS_RETRY_NS = 30_000_000_000n;
/** As the write deadline: who asks is told to ask again before it gives up. */
const JWKS_DEADLINE_MS = 1_000;
/** In nanoseconds the last whole second of a 64-bit integer, in the year 2262: what `expiresAtNs` can say. */
const LAST_EXPIRY_S = 9_223_372_036;

/**
 * Verifies bearer tokens on the platform's clock. A verified token is remembered by its exact spelling, since verification
 * costs a hundred times the rest of a read; its times are judged again at each use, and what its bearer may do is
 * never remembered here, so a revocation counts on the next request.
 */
export class TokenVerifier {
  readonly #trusted: TrustedIssuer;
  readonly #clock: Clock;
  readonly #remembered: Map<string, VerifiedClaims> = new Map();
  #keys: JWTVerifyGetKey | undefined;
  #keysAtNs = 0n;

  constructor(trusted: TrustedIssuer, clock: Clock) {
    this.#trusted = trusted;
    this.#clock = clock;
  }

  /**
   * undefined: the token does not verify. Why is not told: the sender of a forged token learns nothing from it.
   *
   * @throws Refusal NOT_PRIMED while the member has no keys of the issuer's to verify with; one that has some goes on with
   * them, however the issuer fares.
   */
  async verify(token: string): Promise<VerifiedClaims | undefined> {
    const known = this.#remembered.get(token);
    if (known !== undefined) return this.#isCurrent(known) ? known : undefined;
    if (token.length > MAX_TOKEN_CHARACTERS || !isCanonical(token)) return undefined;
    const claims = await this.#read(token);
    if (claims === undefined || !this.#isCurrent(claims)) return undefined;
    return this.#remember(token, claims);
  }

  async #read(token: string): Promise<VerifiedClaims | undefined> {
    const { errors } = await this.#jose();
    try {
      const { payload } = await this.#verifyWith(await this.#keySet(), token);
      const { exp, nbf, iat } = payload;
      // 1e400 is Infinity and 1.5 breaks a BigInt (trap X13): a time is a whole number of seconds or the token is not one.
      if (![exp, nbf, iat].every((time) => time === undefined || Number.isSafeInteger(time))) return undefined;
      const expiresAtS = exp === undefined ? null : Math.min(exp, LAST_EXPIRY_S);
      return { orgId: payload['org_id'], subject: payload.sub, expiresAtS, notBeforeS: nbf ?? null };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async #verifyWith(keys: JWTVerifyGetKey, token: string): ReturnType<typeof jwtVerify> {
    const { issuer, audience } = this.#trusted;
    const options = {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      currentDate: new Date(this.#nowS() * 1_000),
      clockTolerance: NOT_BEFORE_LEEWAY_S,
    };
    const { errors, jwtVerify } = await this.#jose();
    try {
      return await this.#checked(jwtVerify(token, keys, options));
    } catch (error) {
      const renewed = error instanceof errors.JWKSNoMatchingKey ? await this.#renewedKeySet() : undefined;
      if (renewed === undefined) throw error;
      return this.#checked(jwtVerify(token, renewed, options));
    }
  }

  /** The check alone holds a clock that is moved by hand: the issuer's keys may themselves be waited for on that clock. */
  #checked(checking: ReturnType<typeof jwtVerify>): ReturnType<typeof jwtVerify> {
    return holdingTime(this.#clock, 'token verification', checking);
  }

  #jose(): Promise<typeof import('jose')> {
    return holdingTime(this.#clock, 'loading of jose', jose());
  }

  async #keySet(): Promise<JWTVerifyGetKey> {
    return this.#keys ?? this.#fetchKeySet();
  }

  async #renewedKeySet(): Promise<JWTVerifyGetKey | undefined> {
    if (this.#clock.nowNs() - this.#keysAtNs < JWKS_RETRY_NS) return undefined;
    return this.#fetchKeySet().catch(() => undefined);
  }

  async #fetchKeySet(): Promise<JWTVerifyGetKey> {
    this.#keysAtNs = this.#clock.nowNs();
    const { createLocalJWKSet } = await this.#jose();
    this.#keys = createLocalJWKSet(await this.#fetched());
    return this.#keys;
  }

  async #fetched(): Promise<JSONWebKeySet> {
    const asked = (async () => this.#trusted.jwks())();
    const waited = await within(this.#clock, JWKS_DEADLINE_MS, 'issuer keys', asked).catch(() => undefined);
    if (waited?.inTime === true) return waited.value;
    throw new Refusal('NOT_PRIMED', "this member has no keys of the token issuer's yet: retry shortly");
  }

  #isCurrent({ expiresAtS, notBeforeS }: VerifiedClaims): boolean {
    const nowS = this.#nowS();
    return (
      (expiresAtS === null || nowS < expiresAtS) && (notBeforeS === null || notBeforeS <= nowS + NOT_BEFORE_LEEWAY_S)
    );
  }

  #nowS(): number {
    return Number(this.#clock.nowNs() / 1_000_000_000n);
  }

  /** @returns what others remembered while this was read, if they did: one token is one credential (T49). */
  #remember(token: string, claims: VerifiedClaims): VerifiedClaims {
    const known = this.#remembered.get(token);
    if (known !== undefined) return known;
    if (this.#remembered.size >= REMEMBERED_TOKENS) {
      // The first key of a Map is its oldest: one leaves for each that comes.
      for (const oldest of this.#remembered.keys()) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    this.#remembered.set(token, claims);
    return claims;
  }
}

/**
 * Three base64url parts, each in its one canonical spelling. jose also takes padding, white space and stray bits (trap
 * X12), under which one token would have many names.
 */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}
