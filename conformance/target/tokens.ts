/** Bearer tokens of the profile's principals: static ones as they are, others by the OAuth 2.0 client-credentials grant. */
import type { Stopwatch } from '../runner/stopwatch.ts';
import type { PrincipalName } from './principals.ts';
import type { Credential } from './read-profile.ts';
import type { Redactor } from './redactor.ts';
import type { TargetClock } from './target-clock.ts';
import type { ExpiredToken } from './token-expiry.ts';
import { expiredInWords, expiresAtMs } from './token-expiry.ts';
import type { Transport } from './transport.ts';
import { httpTransport } from './transport.ts';
import { Unreached } from './unreached.ts';

interface Held {
  readonly token: string;
  /** On the suite's stopwatch. */
  readonly freshUntilMs: number;
}

export interface TokenEndpoint {
  readonly url: string;
  readonly audience: string | undefined;
  readonly scope: string | undefined;
}

/** A token is fetched anew when less than this share of its life is left. */
const LEAST_LEFT = 0.1;
const TIMEOUT_MS = 10_000;
/** Of each principal: older ones have long expired, and the redactor's net for any JWT is under them. */
const TOKENS_KNOWN = 8;

export class Tokens {
  readonly #credentials: ReadonlyMap<PrincipalName, Credential>;
  readonly #endpoint: TokenEndpoint | undefined;
  readonly #redactor: Redactor;
  readonly #stopwatch: Stopwatch;
  /** How many of the target's seconds pass in one of ours. */
  readonly #rate: number;
  readonly #clock: TargetClock | undefined;
  /** When the static tokens end, of those that say so; epoch milliseconds. */
  readonly #endsAtMs = new Map<PrincipalName, number>();
  readonly #held = new Map<string, Held>();
  readonly #fetching = new Map<string, Promise<string>>();
  #transport: Transport | undefined;

  constructor(
    credentials: ReadonlyMap<PrincipalName, Credential>,
    endpoint: TokenEndpoint | undefined,
    redactor: Redactor,
    stopwatch: Stopwatch,
    rate: number,
    clock?: TargetClock,
  ) {
    this.#credentials = credentials;
    this.#endpoint = endpoint;
    this.#redactor = redactor;
    this.#stopwatch = stopwatch;
    this.#rate = rate;
    this.#clock = clock;
    for (const [name, credential] of credentials) {
      if (credential.kind === 'token') {
        redactor.learn(credential.token, `token of ${name}`);
        const atMs = expiresAtMs(credential.token);
        if (atMs !== undefined) this.#endsAtMs.set(name, atMs);
      } else redactor.learn(credential.clientSecret, `secret of ${name}`);
    }
  }

  /** The static tokens that have ended by now, by the target's clock; none where that is not known. */
  expired(): readonly ExpiredToken[] {
    const nowMs = this.#clock?.nowMs() ?? Number.NEGATIVE_INFINITY;
    return [...this.#endsAtMs].filter(([, atMs]) => atMs <= nowMs).map(([principal, atMs]) => ({ principal, atMs }));
  }

  /** The principal's token. Throws Unreached where the token endpoint gives none, or a static one has ended. */
  of(name: PrincipalName): string | Promise<string> {
    const held = this.#held.get(name);
    if (held !== undefined && held.freshUntilMs > this.#stopwatch.nowMs()) return held.token;
    const credential = this.#credentials.get(name);
    if (credential === undefined) throw new Error(`the profile names no principal ${name}`);
    if (credential.kind === 'token') {
      const expired = this.expired().filter(({ principal }) => principal === name);
      if (expired.length > 0) throw new Unreached(expiredInWords(expired));
      return credential.token;
    }
    let fetching = this.#fetching.get(name);
    if (fetching === undefined) {
      fetching = this.#fetch(name, credential.clientId, credential.clientSecret).finally(() => {
        this.#fetching.delete(name);
      });
      this.#fetching.set(name, fetching);
    }
    return fetching;
  }

  /** Forgets what it holds: the target's clock was moved or its world reset. */
  drop(): void {
    this.#held.clear();
  }

  async close(): Promise<void> {
    await this.#transport?.close();
  }

  async #fetch(name: string, clientId: string, clientSecret: string): Promise<string> {
    const endpoint = this.#endpoint;
    if (endpoint === undefined) throw new Error(`${name} has a clientId and the profile no identity.tokenEndpoint`);
    const url = new URL(endpoint.url);
    this.#transport ??= httpTransport(url.origin, this.#stopwatch);
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId });
    form.set('client_secret', clientSecret);
    if (endpoint.audience !== undefined) form.set('audience', endpoint.audience);
    if (endpoint.scope !== undefined) form.set('scope', endpoint.scope);
    const answer = await this.#transport.send({
      method: 'POST',
      path: url.pathname + url.search,
      headers: ['Content-Type', 'application/x-www-form-urlencoded', 'Accept', 'application/json'],
      body: form.toString(),
      timeoutMs: TIMEOUT_MS,
    });
    if ('failure' in answer) throw new Unreached(`no token for ${name}: ${answer.failure} at ${endpoint.url}`);
    const { access_token: token, expires_in: lifeSeconds } = grantOf(answer.body);
    if (answer.status !== 200 || typeof token !== 'string') {
      throw new Unreached(`no token for ${name}: ${endpoint.url} answered ${answer.status}`);
    }
    this.#redactor.learn(token, `token of ${name}`, TOKENS_KNOWN);
    const lifeMs = (typeof lifeSeconds === 'number' ? lifeSeconds : 60) * 1000;
    const freshUntilMs = this.#stopwatch.nowMs() + (lifeMs * (1 - LEAST_LEFT)) / this.#rate;
    this.#held.set(name, { token, freshUntilMs });
    return token;
  }
}

function grantOf(body: string): { readonly access_token?: unknown; readonly expires_in?: unknown } {
  try {
    return (JSON.parse(body) as object | null) ?? {};
  } catch {
    return {};
  }
}
