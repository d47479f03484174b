import type { JSONWebKeySet, JWTVerifyResult, ResolvedKey } from 'jose';
import { holdingTime, inOrder } from './host-work.ts';
import { JsonFault, parseStrictJson } from './http/strict-json.ts';
import { IssuerKeys, type KeySet } from './issuer-keys.ts';
import type { KnownKey, VerifiedClaims } from './known-key.ts';
import type { Clock } from './platform-port.ts';

/** The issuer whose tokens a member accepts. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** The issuer's public keys; fetched again every half minute, and at once if a token names an unknown key. */
  readonly jwks: () => Promise<JSONWebKeySet> | JSONWebKeySet;
}

/** Loaded with the first token, so that a start does not wait for it; once, because a repeated import has a cost. */
let loading: Promise<typeof import('jose')> | undefined;
const jose = (): Promise<typeof import('jose')> => {
  loading ??= import('jose');
  return loading;
};

/** Asymmetric algorithms only: with an HMAC in the list, a public key could be used as a secret. */
const ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'];
const MAX_TOKEN_CHARACTERS = 8_192;
/** Decision A11: no leeway for exp. */
const NOT_BEFORE_LEEWAY_S = 5;
const REMEMBERED_TOKENS = 10_000;
/** The types of a bearer token (RFC 7519 section 5.1, RFC 9068 section 2.1), with `application/` or without. */
const TYPES = ['jwt', 'at+jwt'];
/** The last whole second whose nanoseconds fit a 64-bit integer, in the year 2262: the limit of `expiresAtNs`. */
const LAST_EXPIRY_S = 9_223_372_036;

/** By key: they are the same for every token. */
const thumbprints: WeakMap<Verified['key'], Promise<string>> = new WeakMap();

/** A verified token, with the thumbprint of the key that verified it. */
interface Remembered {
  readonly claims: VerifiedClaims;
  readonly key: string;
}

/**
 * Verifies bearer tokens on the platform's clock. Verified tokens are cached by their exact spelling, because
 * verification costs a hundred times the rest of a read. Their times are checked at each use, and they are dropped once
 * their key is withdrawn. Capabilities are never cached here, so a revocation counts on the next request.
 */
export class TokenVerifier {
  readonly #trusted: TrustedIssuer;
  readonly #clock: Clock;
  readonly #keys: IssuerKeys;
  readonly #remembered: Map<string, Remembered> = new Map();
  /** The newest keys. */
  #known: ReadonlyMap<string, KnownKey> = new Map();

  constructor(trusted: TrustedIssuer, clock: Clock) {
    this.#trusted = trusted;
    this.#clock = clock;
    this.#keys = new IssuerKeys(trusted.jwks, clock, (keys) => this.#forgetWithdrawn(keys));
  }

  /**
   * undefined if the token does not verify, without a reason: the sender of a forged token learns nothing.
   *
   * @throws Refusal NOT_PRIMED while the member has no keys of the issuer; a member with keys continues with them if a
   * fetch fails.
   */
  async verify(token: string): Promise<VerifiedClaims | undefined> {
    if (token.length > MAX_TOKEN_CHARACTERS) return undefined;
    const isKnown = this.#remembered.has(token);
    if (!isKnown && !isCanonical(token)) return undefined;
    const keys = await this.#keys.current();
    // Read after the keys: they may have been withdrawn meanwhile.
    const known = this.#remembered.get(token);
    if (known !== undefined) return this.#isCurrent(known.claims) ? known.claims : undefined;
    return this.#verifyFirst(token, keys);
  }

  async #verifyFirst(token: string, keys: KeySet): Promise<VerifiedClaims | undefined> {
    const read = this.#recall(token, keys) ?? (await this.#read(token, keys));
    if (read === undefined || !this.#isCurrent(read.claims)) return undefined;
    return this.#remember(token, read);
  }

  /** What another member of this process has verified. */
  #recall(token: string, { known }: KeySet): Remembered | undefined {
    const { issuer, audience } = this.#trusted;
    for (const [key, of] of known) {
      const claims = of.recall(token, issuer, audience);
      // A copy: what a member keeps by its claims is its own.
      if (claims !== undefined) return { claims: { ...claims }, key };
    }
    return undefined;
  }

  async #read(token: string, keys: KeySet): Promise<Remembered | undefined> {
    const { calculateJwkThumbprint, errors, exportJWK } = await this.#jose();
    try {
      const { payload, protectedHeader, key } = await this.#verifyWith(keys, token);
      const { exp, nbf, iat } = payload;
      // 1e400 is Infinity and 1.5 breaks a BigInt (trap X13): a time must be a whole number of seconds.
      if (![exp, nbf, iat].every((time) => time === undefined || Number.isSafeInteger(time))) return undefined;
      if (!isBearerType(protectedHeader.typ) || !statesEachOnce(token)) return undefined;
      const expiresAtS = exp === undefined ? null : Math.min(exp, LAST_EXPIRY_S);
      const thumbprint = thumbprints.get(key) ?? exportJWK(key).then((jwk) => calculateJwkThumbprint(jwk));
      thumbprints.set(key, thumbprint);
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

  /**
   * Only the check holds a clock that is moved by hand: a fetch of the issuer's keys may itself wait for that clock.
   */
  #checked(checking: Promise<Verified>): Promise<Verified> {
    return inOrder(this.#clock, 'token verification', checking);
  }

  #jose(): Promise<typeof import('jose')> {
    return holdingTime(this.#clock, 'loading of jose', jose());
  }

  #forgetWithdrawn({ known }: KeySet): void {
    for (const [token, { key }] of this.#remembered) if (!known.has(key)) this.#remembered.delete(token);
    this.#known = known;
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
   * @returns the claims that another request cached meanwhile, if any: one token is one credential (T49). undefined:
   * its key was withdrawn meanwhile.
   */
  #remember(token: string, read: Remembered): VerifiedClaims | undefined {
    const known = this.#remembered.get(token);
    if (known !== undefined) return known.claims;
    const key = this.#known.get(read.key);
    if (key === undefined) return undefined;
    const { issuer, audience } = this.#trusted;
    key.remember(token, { issuer, audience, claims: read.claims });
    if (this.#remembered.size >= REMEMBERED_TOKENS) {
      // The first key of a Map is the oldest: one is removed for each that is added.
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

/** A token of another type is a signed statement for another recipient: a logout token, a DPoP proof. */
function isBearerType(type: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === 'string' && TYPES.includes(type.toLowerCase().replace(/^application\//, ''));
}

/** Whether header and claims state no member twice: two readers may choose different ones. */
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
    // A claim may be a number that bodies refuse, such as a fractional `auth_time`.
    return error instanceof JsonFault && error.butNumbers !== undefined;
  }
}

/**
 * Whether a text is three base64url parts, each in its canonical spelling. jose also accepts padding, white space and
 * spare bits (trap X12), so one token would have many names.
 */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}
