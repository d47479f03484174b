/** Bearer tokens of the profile's principals: static ones unchanged, others from the token endpoint or a command. */
import { execFile } from 'node:child_process';
import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { TargetClock } from '../control/target-clock.ts';
import type { Redactor } from '../exchange/redactor.ts';
import type { PrincipalName } from '../profile/principals.ts';
import type { Probe } from '../sending/circuit-breaker.ts';
import { Unreached } from '../sending/unreached.ts';
import type { Credential } from './credentials.ts';
import type { ExpiredToken } from './token-expiry.ts';
import { expiredInWords, expiresAtMs } from './token-expiry.ts';
import type { Client, Grant, GrantRefused, TokenEndpoint, TokenKind } from './token-grant.ts';
import { mendOf, TokenIssuer } from './token-grant.ts';

/** A principal has no token: its issuer or its command returned none. `mend`: the profile key to check. */
export class NoToken extends Unreached {
  override readonly name = 'NoToken';
  readonly principal: PrincipalName;
  readonly mend: string;

  constructor(principal: PrincipalName, why: string, mend: string) {
    super(`no token for ${principal}: ${why}`);
    this.principal = principal;
    this.mend = mend;
  }
}

interface Held {
  readonly token: string;
  /** On the target's clock. */
  readonly freshUntilMs: number;
}

export interface FreshToken {
  readonly token: string;
  /** The remaining life in milliseconds of the target; undefined where nothing states it. */
  readonly lifeMs: number | undefined;
}

/**
 * A token is fetched again when less than this share of its life is left. On a clock that is moved by hand more is left,
 * since a check may move it far at once, with sessions open that live as long as their token.
 */
const LEAST_LEFT = { running: 0.1, byHand: 0.5 } as const;
/** The assumed life of a token without an expiry. */
const UNKNOWN_LIFE_MS = 60_000;
/** The number of tokens known for each principal: older ones have expired, and the redactor catches any JWT anyway. */
const TOKENS_KNOWN = 8;

function unreached(grant: Grant | GrantRefused): string | undefined {
  return 'why' in grant && grant.isUnreached ? grant.why : undefined;
}

/** Fetches and caches the tokens of one target. */
export class Tokens {
  readonly #credentials: ReadonlyMap<PrincipalName, Credential>;
  readonly #issuer: TokenIssuer | undefined;
  readonly #redactor: Redactor;
  readonly #stopwatch: Stopwatch;
  readonly #clock: TargetClock | undefined;
  /** The expiry of the static tokens that state one, in epoch milliseconds. */
  readonly #endsAtMs = new Map<PrincipalName, number>();
  readonly #held = new Map<string, Held>();
  readonly #fetching = new Map<string, Promise<string>>();
  /** Called if the issuer did not respond; `probe` asks it once more. */
  onUnreached: ((what: string, sentAtMs: number, probe: Probe) => void) | undefined;

  constructor(
    credentials: ReadonlyMap<PrincipalName, Credential>,
    endpoint: TokenEndpoint | undefined,
    redactor: Redactor,
    stopwatch: Stopwatch,
    clock?: TargetClock,
  ) {
    this.#credentials = credentials;
    this.#issuer = endpoint === undefined ? undefined : new TokenIssuer(endpoint, stopwatch);
    this.#redactor = redactor;
    this.#stopwatch = stopwatch;
    this.#clock = clock;
    for (const [name, credential] of credentials) {
      if (credential.kind === 'token') {
        redactor.learn(credential.token, `token of ${name}`);
        const atMs = expiresAtMs(credential.token);
        if (atMs !== undefined) this.#endsAtMs.set(name, atMs);
      } else if (credential.kind === 'client') redactor.learn(credential.clientSecret, `secret of ${name}`);
    }
  }

  /** The static tokens that have expired by the target's clock; none where the clock is unknown. */
  expired(): readonly ExpiredToken[] {
    const nowMs = this.#clock?.nowMs() ?? Number.NEGATIVE_INFINITY;
    return [...this.#endsAtMs].filter(([, atMs]) => atMs <= nowMs).map(([principal, atMs]) => ({ principal, atMs }));
  }

  /** The principal's token. Throws NoToken where there is none, Unreached where a static one has expired. */
  of(name: PrincipalName): string | Promise<string> {
    const held = this.#held.get(name);
    if (held !== undefined && held.freshUntilMs > this.#nowMs()) return held.token;
    const credential = this.#credentials.get(name);
    if (credential === undefined) throw new Error(`the profile names no principal ${name}`);
    if (credential.kind === 'token') {
      const expired = this.expired().filter(({ principal }) => principal === name);
      if (expired.length > 0) throw new Unreached(expiredInWords(expired));
      return credential.token;
    }
    let fetching = this.#fetching.get(name);
    if (fetching === undefined) {
      fetching = this.#fetch(name, credential).finally(() => {
        this.#fetching.delete(name);
      });
      this.#fetching.set(name, fetching);
    }
    return fetching;
  }

  /** The tokens at hand, in clear text; fetches nothing. */
  held(): readonly string[] {
    return [...this.#credentials].flatMap(([name, credential]) =>
      credential.kind === 'token' ? credential.token : (this.#held.get(name)?.token ?? []),
    );
  }

  /**
   * A token that no other request uses, of this kind where the profile states how to ask for it. A principal with a static
   * token has only that one.
   */
  async fresh(name: PrincipalName, kind: TokenKind = 'short-lived'): Promise<FreshToken> {
    const credential = this.#credentials.get(name);
    if (credential === undefined || credential.kind === 'token') {
      const token = await this.of(name);
      return { token, lifeMs: this.#lifeLeftMs(token) };
    }
    const got = await this.#got(name, credential, kind);
    return { token: got.token, lifeMs: got.lifeMs ?? this.#lifeLeftMs(got.token) };
  }

  /** Clears the cache: the target's clock was set back. */
  drop(): void {
    this.#held.clear();
  }

  async close(): Promise<void> {
    await this.#issuer?.close();
  }

  async #fetch(name: PrincipalName, credential: Exclude<Credential, { readonly kind: 'token' }>): Promise<string> {
    const got = await this.#got(name, credential, 'usual');
    const { lifeMs = UNKNOWN_LIFE_MS } = got;
    const leastLeft = this.#clock?.isMovedByHand === true ? LEAST_LEFT.byHand : LEAST_LEFT.running;
    this.#held.set(name, { token: got.token, freshUntilMs: this.#nowMs() + lifeMs * (1 - leastLeft) });
    return got.token;
  }

  #nowMs(): number {
    return this.#clock?.nowMs() ?? this.#stopwatch.nowMs();
  }

  async #got(
    name: PrincipalName,
    credential: Exclude<Credential, { readonly kind: 'token' }>,
    kind: TokenKind,
  ): Promise<FreshToken> {
    const got =
      credential.kind === 'command'
        ? await this.#ofCommand(name, credential)
        : await this.#ofIssuer(name, credential, kind);
    this.#redactor.learn(got.token, `token of ${name}`, TOKENS_KNOWN);
    return got;
  }

  #lifeLeftMs(token: string): number | undefined {
    const [endsAtMs, nowMs] = [expiresAtMs(token), this.#clock?.nowMs()];
    return endsAtMs === undefined || nowMs === undefined ? undefined : Math.max(0, endsAtMs - nowMs);
  }

  async #ofIssuer(name: PrincipalName, client: Client, kind: TokenKind): Promise<FreshToken> {
    if (this.#issuer === undefined) throw new Error(`${name} has a clientId and the profile no identity.tokenEndpoint`);
    const issuer = this.#issuer;
    const sentAtMs = this.#stopwatch.nowMs();
    const grant = await issuer.grant(client, kind);
    if ('why' in grant) {
      if (grant.isUnreached) this.onUnreached?.(grant.why, sentAtMs, async () => unreached(await issuer.grant(client)));
      throw new NoToken(name, this.#redactor.clean(grant.why), mendOf(grant, `principals.${name}.clientSecret`));
    }
    return { token: grant.token, lifeMs: grant.lifeSeconds === undefined ? undefined : grant.lifeSeconds * 1000 };
  }

  async #ofCommand(
    name: PrincipalName,
    { command, folder }: Extract<Credential, { readonly kind: 'command' }>,
  ): Promise<FreshToken> {
    const got = await runTokenCommand(command, folder);
    if ('why' in got) throw new NoToken(name, this.#redactor.clean(got.why), `principals.${name}.tokenCommand`);
    return { token: got.token, lifeMs: this.#lifeLeftMs(got.token) };
  }
}

/** Long enough for a person to answer a prompt of the command. */
const LONGEST_MS = 60_000;

/** Runs a command of the profile that prints a bearer token: the token, or the reason why there is none: exit status and the first line of standard error. */
function runTokenCommand(
  command: string,
  folder: string,
): Promise<{ readonly token: string } | { readonly why: string }> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', command], { cwd: folder, timeout: LONGEST_MS }, (error, stdout, stderr) => {
      const said = stderr.trim().split('\n', 1)[0] ?? '';
      const detail = said === '' ? '' : `: ${said}`;
      const token = stdout.trim();
      if (error?.killed === true) resolve({ why: `its tokenCommand took longer than ${LONGEST_MS / 1000} s${detail}` });
      else if (error !== null)
        resolve({ why: `its tokenCommand ended with status ${error.code ?? error.signal}${detail}` });
      else if (token === '') resolve({ why: `its tokenCommand printed nothing${detail}` });
      else if (/\s/.test(token)) resolve({ why: `its tokenCommand printed more than one word` });
      else resolve({ token });
    });
  });
}
