import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { Refusal } from './contract/refusals.ts';
import { holdingTime } from './host-work.ts';
import { KnownKey } from './known-key.ts';
import type { Clock } from './platform-port.ts';
import { within } from './within.ts';

export interface KeySet {
  /** Selects the key for a token's header. */
  readonly choose: JWTVerifyGetKey;
  /** By RFC 7638 thumbprint. */
  readonly known: ReadonlyMap<string, KnownKey>;
}

/** Equal to the write deadline: the client is answered before it gives up. */
const DEADLINE_MS = 1_000;
/** A key that the issuer has withdrawn is accepted no longer than this, also if no unknown key appears. */
const MAX_AGE_NS = 30_000_000_000n;
/** Limits the fetches that tokens with invented key ids cause. */
const UNKNOWN_KEYS = { fetches: 10, inNs: 10_000_000_000n } as const;

const jose = () => import('jose');

/** The issuer's public keys, cached by one member. */
export class IssuerKeys {
  readonly #fetch: () => Promise<JSONWebKeySet> | JSONWebKeySet;
  readonly #clock: Clock;
  readonly #changed: (keys: KeySet) => void;
  #keys: KeySet | undefined;
  #fetching: Promise<KeySet> | undefined;
  /** When the last fetch started, for any result. */
  #askedAtNs = 0n;
  /** When the last fetches for an unknown key started. */
  #unknownAtNs: readonly bigint[] = [];

  /** @param changed called with each fetched set, before a token is verified with it */
  constructor(fetch: () => Promise<JSONWebKeySet> | JSONWebKeySet, clock: Clock, changed: (keys: KeySet) => void) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#changed = changed;
  }

  /**
   * The keys to verify with. One request each half minute fetches them again and waits for the result. A member that
   * has keys continues with them if the fetch fails.
   *
   * @throws Refusal NOT_PRIMED if there are no keys yet
   */
  async current(): Promise<KeySet> {
    const known = this.#keys;
    if (known === undefined) return this.#fetched();
    if (this.#fetching !== undefined || this.#clock.nowNs() - this.#askedAtNs < MAX_AGE_NS) return known;
    return this.#fetched().catch(() => this.#keys ?? known);
  }

  /**
   * Fetches the keys at once, for a token that names an unknown key. undefined if the fetch was not allowed or failed.
   */
  async forUnknownKey(): Promise<KeySet | undefined> {
    const nowNs = this.#clock.nowNs();
    const recent = this.#unknownAtNs.filter((atNs) => nowNs - atNs < UNKNOWN_KEYS.inNs);
    if (recent.length >= UNKNOWN_KEYS.fetches) return undefined;
    this.#unknownAtNs = [...recent, nowNs];
    // A fetch in progress may have been answered before the issuer published the key.
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
    const known = new Map<string, KnownKey>();
    const learn = async (key: KnownKey) => {
      const thumbprint = await key.thumbprint.catch(() => undefined);
      if (thumbprint !== undefined) known.set(thumbprint, key);
    };
    const all = set.keys.map((jwk) => KnownKey.of(jwk, calculateJwkThumbprint));
    await holdingTime(this.#clock, 'thumbprints', Promise.all(all.map(learn)));
    const keys = { choose: createLocalJWKSet(set), known };
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
