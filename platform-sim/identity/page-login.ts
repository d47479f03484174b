/**
 * The login of a page in development: authorization code with PKCE (RFC 6749 section 4.1, RFC 7636), for one public
 * client, with refresh tokens that are used once (RFC 9700). Codes and refresh tokens live on the sandbox's clock.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../gateway/platform-port.ts';
import { createSecrets } from '../secrets.ts';
import { readForm } from './form.ts';
import type { Persona, Personas } from './personas.ts';
import { TokenRefused } from './token-refused.ts';

/** The one client of the login. It has no secret: the holder of the code verifier is the page. */
export const PAGE_CLIENT = 'touchstone-page';

const CODE_LIFE_NS = 60_000_000_000n;
const REFRESH_LIFE_NS = 86_400_000_000_000n;
/** Logins that were begun and not finished, and pages that never refresh: the oldest go first. */
const MOST_KEPT = 1_000;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;
const TEXT = /^[\x20-\x7e]+$/;

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string | undefined;
  readonly nonce: string | undefined;
  /** Whether the page asks for an id token (OpenID Connect). */
  readonly isOpenId: boolean;
}

/** Why a login does not begin. */
export class LoginRefused extends Error {
  /** Where the page receives the error (RFC 6749 section 4.1.2.1); undefined: its address is not trusted, and the person sees the error. */
  readonly redirect: string | undefined;

  constructor(message: string, redirect?: string) {
    super(message);
    this.redirect = redirect;
  }
}

/** What a grant gives. */
export interface LoginGranted {
  readonly persona: Persona;
  /** Further members of the response. */
  more?(lifeSeconds: number): Promise<Readonly<Record<string, string>>>;
}

export interface PageLoginOptions {
  readonly issuer: string;
  readonly clock: Clock;
  readonly personas: Pick<Personas, 'named'>;
  /** Origins of pages besides those of this machine. */
  readonly pageOrigins: readonly string[];
  /** Signs an id token of these further claims. */
  idToken(persona: Persona, lifeSeconds: number, claims: Readonly<Record<string, string>>): Promise<string>;
}

interface StoredGrant {
  readonly principal: string;
  readonly untilNs: bigint;
  readonly request: AuthorizationRequest;
}

type Form = ReadonlyMap<string, readonly string[]>;

/** The logins of one issuer. */
export class PageLogin {
  readonly #options: PageLoginOptions;
  readonly #secrets = createSecrets();
  readonly #codes = new Map<string, StoredGrant>();
  readonly #refreshTokens = new Map<string, StoredGrant>();
  /** By grant type. */
  readonly grants: Readonly<Record<'authorization_code' | 'refresh_token', (form: Form) => LoginGranted>> = {
    authorization_code: (form) => this.#byCode(form),
    refresh_token: (form) => this.#byRefreshToken(form),
  };

  constructor(options: PageLoginOptions) {
    this.#options = options;
  }

  /** @param text the query, or the form of the page. Throws LoginRefused, and FormError. */
  read(text: string): AuthorizationRequest {
    const form = readForm(text);
    const one = (name: string): string | undefined => form.get(name)?.[0];
    if (one('client_id') !== PAGE_CLIENT) {
      throw new LoginRefused(`client_id: the one client of this login is ${PAGE_CLIENT}`);
    }
    const redirectUri = this.#redirectUri(one('redirect_uri'));
    const state = one('state');
    const refuse = (error: string, description: string): never => {
      const parameters = { error, error_description: description };
      throw new LoginRefused(`${error}: ${description}`, this.#redirectOf({ redirectUri, state }, parameters));
    };
    if (one('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type is code');
    if ((one('response_mode') ?? 'query') !== 'query') return refuse('invalid_request', 'response_mode is query');
    if (form.has('request') || form.has('request_uri')) {
      return refuse('request_not_supported', 'the parameters are stated one by one');
    }
    const challenge = one('code_challenge') ?? '';
    if (!CHALLENGE.test(challenge) || one('code_challenge_method') !== 'S256') {
      return refuse('invalid_request', 'code_challenge with code_challenge_method S256 is needed (RFC 7636)');
    }
    const scopes = one('scope')?.split(' ') ?? [];
    const prompts = one('prompt')?.split(' ') ?? [];
    if (prompts.includes('none')) return refuse('login_required', 'every login of this issuer shows its page');
    const nonce = one('nonce');
    return { redirectUri, challenge, state, nonce, isOpenId: scopes.includes('openid') };
  }

  /** Where the page finds its code. Throws LoginRefused if there is no such principal. */
  enter(request: AuthorizationRequest, principal: string): string {
    if (this.#options.personas.named(principal) === undefined) {
      throw new LoginRefused(`principal: there is no ${principal} in this world`);
    }
    return this.#redirectOf(request, { code: this.#keep(this.#codes, { principal, request }, CODE_LIFE_NS) });
  }

  #redirectUri(text: string | undefined): string {
    const url = text !== undefined && TEXT.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    const isPage = url?.protocol === 'http:' || url?.protocol === 'https:';
    const isPlain = isPage && url.username === '' && url.password === '' && !text?.includes('#');
    const { pageOrigins } = this.#options;
    if (text !== undefined && isPlain && (LOOPBACK.test(url.hostname) || pageOrigins.includes(url.origin))) return text;
    throw new LoginRefused(
      'redirect_uri: an address of a page on this machine is needed, or of an origin that the sandbox was started for with --cors',
    );
  }

  /** With the issuer in the answer (RFC 9207). */
  #redirectOf(
    { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    parameters: Readonly<Record<string, string>>,
  ): string {
    const url = new URL(redirectUri);
    const all = { ...parameters, ...(state === undefined ? {} : { state }), iss: this.#options.issuer };
    for (const [name, value] of Object.entries(all)) url.searchParams.append(name, value);
    return url.href;
  }

  #keep(kept: Map<string, StoredGrant>, what: Omit<StoredGrant, 'untilNs'>, lifeNs: bigint): string {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    const name = this.#secrets.hex(64);
    kept.set(name, { ...what, untilNs: this.#options.clock.nowNs() + lifeNs });
    return name;
  }

  /** Spends it, whatever comes of that. */
  #take(kept: Map<string, StoredGrant>, name: string): StoredGrant | undefined {
    const found = kept.get(name);
    kept.delete(name);
    return found !== undefined && this.#options.clock.nowNs() < found.untilNs ? found : undefined;
  }

  #byCode(form: Form): LoginGranted {
    const code = stated(form, 'code');
    const redirectUri = stated(form, 'redirect_uri');
    const verifier = stated(form, 'code_verifier');
    checkClient(form);
    const kept = this.#take(this.#codes, code);
    if (kept === undefined)
      throw new TokenRefused('invalid_grant', 'the code is unknown, spent or older than a minute');
    if (kept.request.redirectUri !== redirectUri) {
      throw new TokenRefused('invalid_grant', 'redirect_uri is not that of the authorization request');
    }
    if (!VERIFIER.test(verifier) || challengeOf(verifier) !== kept.request.challenge) {
      throw new TokenRefused('invalid_grant', 'code_verifier does not match the code_challenge');
    }
    return this.#granted(kept);
  }

  #byRefreshToken(form: Form): LoginGranted {
    const token = stated(form, 'refresh_token');
    checkClient(form);
    const kept = this.#take(this.#refreshTokens, token);
    if (kept !== undefined) return this.#granted(kept);
    throw new TokenRefused('invalid_grant', 'the refresh token is unknown, used or older than a day');
  }

  #granted({ principal, request }: StoredGrant): LoginGranted {
    const { personas, idToken } = this.#options;
    const persona = personas.named(principal);
    if (persona === undefined) throw new TokenRefused('invalid_grant', 'the principal is not of this world any more');
    return {
      persona,
      more: async (lifeSeconds) => {
        const refresh = { refresh_token: this.#keep(this.#refreshTokens, { principal, request }, REFRESH_LIFE_NS) };
        if (!request.isOpenId) return refresh;
        const nonce: Readonly<Record<string, string>> = request.nonce === undefined ? {} : { nonce: request.nonce };
        return { ...refresh, scope: 'openid', id_token: await idToken(persona, lifeSeconds, nonce) };
      },
    };
  }
}

function stated(form: Form, name: string): string {
  const value = form.get(name)?.[0];
  if (value === undefined) throw new TokenRefused('invalid_request', `${name} is missing`);
  return value;
}

function checkClient(form: Form): void {
  if (form.get('client_id')?.[0] === PAGE_CLIENT && !form.has('client_secret')) return;
  throw new TokenRefused('invalid_client', `a login is of the client ${PAGE_CLIENT}, which has no secret`);
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
