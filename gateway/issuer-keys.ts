import type { JSONWebKeySet, JWK, JWTVerifyGetKey } from 'jose';
import { Refusal } from './contract/refusals.ts';
import { holdingTime } from './host-work.ts';
import type { Clock } from './platform-port.ts';
import { within } from './within.ts';

export interface KeySet {
  /** Chooses the key for a token's header. */
  readonly choose: JWTVerifyGetKey;
  /** RFC 7638 thumbprints of its keys. */
  readonly thumbprints: ReadonlySet<string>;
}

/** As the write deadline: a client is answered before it gives up. */
const DEADLINE_MS = 1_000;
/** A key that the issuer has withdrawn is taken no longer than this, also where no new key is met. */
const MAX_AGE_NS = 30_000_000_000n;
/** Tokens with made-up key ids cost the issuer no more fetches than this. */
const UNKNOWN_KEYS = { fetches: 10, inNs: 10_000_000_000n } as const;

const jose = () => import('jose');

/** The issuer's public keys as one member has them. */
export class IssuerKeys {
  readonly #fetch: () => Promise<JSONWebKeySet> | JSONWebKeySet;
  readonly #clock: Clock;
  readonly #changed: (keys: KeySet) => void;
  #keys: KeySet | undefined;
  #fetching: Promise<KeySet> | undefined;
  /** When the last fetch was begun, whatever came of it. */
  #askedAtNs = 0n;
  /** When the last fetches for an unknown key were begun. */
  #unknownAtNs: readonly bigint[] = [];

  /** @param changed called with each set that was fetched, before anything is verified with it */
  constructor(fetch: () => Promise<JSONWebKeySet> | JSONWebKeySet, clock: Clock, changed: (keys: KeySet) => void) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#changed = changed;
  }

  /**
   * The keys to verify with. One request in half a minute fetches them again, and waits for it; a member that has keys goes
   * on with them, however the issuer fares.
   *
   * @throws Refusal NOT_PRIMED where there are none yet
   */
  async current(): Promise<KeySet> {
    const known = this.#keys;
    if (known === undefined) return this.#fetched();
    if (this.#fetching !== undefined || this.#clock.nowNs() - this.#askedAtNs < MAX_AGE_NS) return known;
    return this.#fetched().catch(() => this.#keys ?? known);
  }

  /** For a token that names a key which is not there: fetched at once. undefined: not fetched, or in vain. */
  async forUnknownKey(): Promise<KeySet | undefined> {
    const nowNs = this.#clock.nowNs();
    const recent = this.#unknownAtNs.filter((atNs) => nowNs - atNs < UNKNOWN_KEYS.inNs);
    if (recent.length >= UNKNOWN_KEYS.fetches) return undefined;
    this.#unknownAtNs = [...recent, nowNs];
    // One in progress may have been answered before the key was there.
    await this.#fetching?.catch(() => undefined);
    return this.#fetched().catch(() => undefined);
  }

  #fetched(): Promise<KeySet> {
    this.#fetching ??= this.#fetchNow().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNow(): Promise<KeySet> {
    this.#askedAtNs = this.#clock.nowNs();
    const { calculateJwkThumbprint, createLocalJWKSet } = await holdingTime(this.#clock, 'loading of jose', jose());
    const set = await this.#answered();
    const thumbprintOf = (jwk: JWK) => calculateJwkThumbprint(jwk).catch(() => undefined);
    const thumbprints = await holdingTime(this.#clock, 'thumbprints', Promise.all(set.keys.map(thumbprintOf)));
    const known = new Set(thumbprints.filter((thumbprint) => thumbprint !== undefined));
    const keys = { choose: createLocalJWKSet(set), thumbprints: known };
    this.#keys = keys;
    this.#changed(keys);
    return keys;
  }

  async #answered(): Promise<JSONWebKeySet> {
    const asked = (async () => this.#fetch())();
    const waited = await within(this.#clock, DEADLINE_MS, 'issuer keys', asked).catch(() => undefined);
    if (waited?.inTime === true) return waited.value;
    throw new Refusal('NOT_PRIMED', "this member has no keys of the token issuer's yet: retry shortly");
  }
}
