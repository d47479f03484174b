import type { JSONWebKeySet, JWTVerifyResult, ResolvedKey } from 'jose';
import { holdingTime } from './host-work.ts';
import { JsonFault, parseStrictJson } from './http/strict-json.ts';
import { IssuerKeys, type KeySet } from './issuer-keys.ts';
import type { Clock } from './platform-port.ts';

/** Whose tokens a member takes. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The issuer's public keys; fetched again every half minute, and at once where a token names a key that is not there. */
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
/** What a bearer token may say that it is (RFC 7519 section 5.1, RFC 9068 section 2.1), with `application/` or without. */
const TYPES = ['jwt', 'at+jwt'];
/** In nanoseconds the last whole second of a 64-bit integer, in the year 2262: what `expiresAtNs` can say. */
const LAST_EXPIRY_S = 9_223_372_036;

/** A verified token, with the thumbprint of the key that verified it. */
interface Remembered {
  readonly claims: VerifiedClaims;
  readonly key: string;
}

/**
 * Verifies bearer tokens on the platform's clock. A verified token is remembered by its exact spelling, since verification
 * costs a hundred times the rest of a read; its times are judged again at each use, it is forgotten once its key is withdrawn,
 * and what its bearer may do is never remembered here, so a revocation counts on the next request.
 */
export class TokenVerifier {
  readonly #trusted: TrustedIssuer;
  readonly #clock: Clock;
  readonly #keys: IssuerKeys;
  readonly #remembered: Map<string, Remembered> = new Map();
  /** Of the newest keys. */
  #thumbprints: ReadonlySet<string> = new Set();

  constructor(trusted: TrustedIssuer, clock: Clock) {
    this.#trusted = trusted;
    this.#clock = clock;
    this.#keys = new IssuerKeys(trusted.jwks, clock, (keys) => this.#forgetWithdrawn(keys));
  }

  /**
   * undefined: the token does not verify. Why is not told: the sender of a forged token learns nothing from it.
   *
   * @throws Refusal NOT_PRIMED while the member has no keys of the issuer's to verify with; one that has some goes on with
   * them, however the issuer fares.
   */
  async verify(token: string): Promise<VerifiedClaims | undefined> {
    if (token.length > MAX_TOKEN_CHARACTERS) return undefined;
    const isKnown = this.#remembered.has(token);
    if (!isKnown && !isCanonical(token)) return undefined;
    const keys = await this.#keys.current();
    // After the keys: those may have been withdrawn meanwhile.
    const known = this.#remembered.get(token);
    if (known !== undefined) return this.#isCurrent(known.claims) ? known.claims : undefined;
    const read = await this.#read(token, keys);
    if (read === undefined || !this.#isCurrent(read.claims)) return undefined;
    return this.#remember(token, read);
  }

  async #read(token: string, keys: KeySet): Promise<Remembered | undefined> {
    const { calculateJwkThumbprint, errors, exportJWK } = await this.#jose();
    try {
      const { payload, protectedHeader, key } = await this.#verifyWith(keys, token);
      const { exp, nbf, iat } = payload;
      // 1e400 is Infinity and 1.5 breaks a BigInt (trap X13): a time is a whole number of seconds or the token is not one.
      if (![exp, nbf, iat].every((time) => time === undefined || Number.isSafeInteger(time))) return undefined;
      if (!isBearerType(protectedHeader.typ) || !statesEachOnce(token)) return undefined;
      const expiresAtS = exp === undefined ? null : Math.min(exp, LAST_EXPIRY_S);
      const thumbprint = exportJWK(key).then((jwk) => calculateJwkThumbprint(jwk));
      return {
        claims: { orgId: payload['org_id'], subject: payload.sub, expiresAtS, notBeforeS: nbf ?? null },
        key: await holdingTime(this.#clock, 'thumbprint', thumbprint),
      };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async #verifyWith(keys: KeySet, token: string): Promise<Verified> {
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
      return await this.#checked(jwtVerify(token, keys.choose, options));
    } catch (error) {
      const renewed = error instanceof errors.JWKSNoMatchingKey ? await this.#keys.forUnknownKey() : undefined;
      if (renewed === undefined) throw error;
      return this.#checked(jwtVerify(token, renewed.choose, options));
    }
  }

  /** The check alone holds a clock that is moved by hand: the issuer's keys may themselves be waited for on that clock. */
  #checked(checking: Promise<Verified>): Promise<Verified> {
    return holdingTime(this.#clock, 'token verification', checking);
  }

  #jose(): Promise<typeof import('jose')> {
    return holdingTime(this.#clock, 'loading of jose', jose());
  }

  #forgetWithdrawn({ thumbprints }: KeySet): void {
    for (const [token, { key }] of this.#remembered) if (!thumbprints.has(key)) this.#remembered.delete(token);
    this.#thumbprints = thumbprints;
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

  /**
   * @returns what others remembered while this was read, if they did: one token is one credential (T49). undefined: its key
   * was withdrawn meanwhile.
   */
  #remember(token: string, read: Remembered): VerifiedClaims | undefined {
    const known = this.#remembered.get(token);
    if (known !== undefined) return known.claims;
    if (!this.#thumbprints.has(read.key)) return undefined;
    if (this.#remembered.size >= REMEMBERED_TOKENS) {
      // The first key of a Map is its oldest: one leaves for each that comes.
      for (const oldest of this.#remembered.keys()) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    this.#remembered.set(token, read);
    return read.claims;
  }
}

type Verified = JWTVerifyResult & ResolvedKey;

/** A token of another type is a signed statement of the issuer for somebody else: a logout token, a DPoP proof. */
function isBearerType(type: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === 'string' && TYPES.includes(type.toLowerCase().replace(/^application\//, ''));
}

/** No member twice in header or claims: of two the next reader may take the other. */
function statesEachOnce(token: string): boolean {
  return token
    .split('.', 2)
    .map((part) => Buffer.from(part, 'base64url').toString())
    .every(statesEachMemberOnce);
}

function statesEachMemberOnce(text: string): boolean {
  try {
    parseStrictJson(text);
    return true;
  } catch (error) {
    // A claim may be a number that no body takes: `auth_time` in fractions.
    return error instanceof JsonFault && error.butNumbers !== undefined;
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
