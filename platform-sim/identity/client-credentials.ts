/**
 * The token endpoint: OAuth 2.0 client credentials (RFC 6749 section 4.4), with `client_secret_post` or
 * `client_secret_basic`, and the grants of a page's login (page-login.ts). Pure except for the tokens themselves; the
 * HTTP side is control/identity-routes.ts.
 */
import { decodeFormPart, FormError, readForm } from './form.ts';
import type { LoginGranted } from './page-login.ts';
import type { Persona, Personas } from './personas.ts';
import { TokenRefused } from './token-refused.ts';

export interface TokenAnswer {
  /** 503: the issuer fails. */
  readonly status: 200 | 400 | 401 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string | number>>;
}

export interface TokenRequest {
  /** null: the request has none. */
  readonly contentType: string | null;
  readonly authorization: string | null;
  readonly form: string;
}

export interface TokenEndpoint {
  readonly personas: Personas;
  readonly audience: string;
  /** Of another service: tokens for it are issued too, and no gateway of this issuer accepts them. */
  readonly otherAudience: string;
  readonly lifeSeconds: number;
  /** Refuses a secret in the body. */
  readonly basicOnly?: boolean | undefined;
  issue(persona: Persona, lifeSeconds: number, audience: string): Promise<string>;
  /** The grants of a page's login, by their grant type. Absent: there is no login. */
  readonly loginGrants?: Readonly<Record<string, LoginGrant>>;
}

/** Throws TokenRefused. */
export type LoginGrant = (form: ReadonlyMap<string, readonly string[]>) => LoginGranted;

/** RFC 6749 section 5.1: responses of the token endpoint are not cached. */
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
const FORM = /^application\/x-www-form-urlencoded[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/** Answers a token request; never throws because of client input. */
export async function grant(endpoint: TokenEndpoint, request: TokenRequest): Promise<TokenAnswer> {
  try {
    const form = formOf(request);
    const lifeSeconds = lifeAskedFor(form.get('expires_in')?.[0], endpoint.lifeSeconds);
    const { persona, more, audience = endpoint.audience } = judge(endpoint, request, form);
    const token = await endpoint.issue(persona, lifeSeconds, audience);
    const body = { access_token: token, token_type: 'Bearer', expires_in: lifeSeconds, ...(await more?.(lifeSeconds)) };
    return { status: 200, headers: NO_STORE, body };
  } catch (error) {
    if (error instanceof FormError) return refusal(new TokenRefused('invalid_request', error.message));
    if (error instanceof TokenRefused) return refusal(error);
    throw error;
  }
}

function refusal({ error, message }: TokenRefused): TokenAnswer {
  const body = { error, error_description: message };
  if (error !== 'invalid_client') return { status: 400, headers: NO_STORE, body };
  return {
    status: 401,
    headers: { ...NO_STORE, 'WWW-Authenticate': 'Basic realm="touchstone", charset="UTF-8"' },
    body,
  };
}

function formOf({ contentType, form }: TokenRequest): ReadonlyMap<string, readonly string[]> {
  if (contentType === null || !FORM.test(contentType)) {
    throw new TokenRefused('invalid_request', 'the body must be application/x-www-form-urlencoded in UTF-8');
  }
  return readForm(form, ['resource']);
}

interface Granting extends LoginGranted {
  /** Absent: the usual one. */
  readonly audience?: string;
}

function judge(
  { personas, audience, otherAudience, basicOnly, loginGrants = {} }: TokenEndpoint,
  request: TokenRequest,
  form: ReadonlyMap<string, readonly string[]>,
): Granting {
  const one = (name: string): string | undefined => form.get(name)?.[0];

  const grantType = one('grant_type');
  const login = Object.hasOwn(loginGrants, grantType ?? '') ? loginGrants[grantType ?? ''] : undefined;
  if (login !== undefined) {
    if (request.authorization !== null) {
      throw new TokenRefused(
        'invalid_client',
        'a page has no secret: its client is named by client_id in the body alone',
      );
    }
    return login(form);
  }
  if (basicOnly === true && request.authorization === null) {
    throw new TokenRefused('invalid_client', 'this issuer takes the client secret by HTTP Basic only');
  }
  const { clientId, clientSecret } = credentials(request.authorization, one('client_id'), one('client_secret'));
  const persona = personas.authenticate(clientId, clientSecret);
  if (persona === undefined) throw new TokenRefused('invalid_client', 'no such client, or another secret');

  if (grantType === undefined) throw new TokenRefused('invalid_request', 'grant_type is missing');
  if (grantType !== 'client_credentials') {
    throw new TokenRefused(
      'unsupported_grant_type',
      `served are client_credentials, ${Object.keys(loginGrants).join(', ')}`,
    );
  }
  if (form.has('scope')) {
    throw new TokenRefused(
      'invalid_scope',
      'this issuer grants no scopes: permissions are the records of the platform',
    );
  }
  const targets = [...(form.get('resource') ?? []), ...(form.get('audience') ?? [])];
  const [target = audience] = targets;
  if (targets.some((one) => one !== target) || ![audience, otherAudience].includes(target)) {
    throw new TokenRefused('invalid_target', `one audience is served at a time: ${audience}, or ${otherAudience}`);
  }
  return { persona, audience: target };
}

/** The issuer's own parameter `expires_in`: a shorter life, in seconds. */
function lifeAskedFor(text: string | undefined, mostSeconds: number): number {
  if (text === undefined) return mostSeconds;
  const seconds = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= mostSeconds) return seconds;
  throw new TokenRefused('invalid_request', `expires_in is a number of seconds from 1 to ${mostSeconds}`);
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Exactly one client authentication (RFC 6749 section 2.3); a `client_id` that restates the header's is allowed. */
function credentials(authorization: string | null, id: string | undefined, secret: string | undefined): Credentials {
  if (authorization === null) {
    if (id === undefined || secret === undefined) {
      throw new TokenRefused('invalid_client', 'client_id and client_secret are missing');
    }
    return { clientId: id, clientSecret: secret };
  }
  const basic = readBasic(authorization);
  if (secret !== undefined || (id !== undefined && id !== basic.clientId)) {
    throw new TokenRefused('invalid_request', 'the client is named in two ways');
  }
  return basic;
}

/** Name and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function readBasic(authorization: string): Credentials {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined)
    throw new TokenRefused('invalid_client', 'the Authorization header is not Basic credentials');
  const decoded = Buffer.from(encoded, 'base64');
  if (decoded.toString('base64') !== encoded)
    throw new TokenRefused('invalid_client', 'the Basic credentials are not base64');
  const [, name, secret] = /^([^:]*):(.*)$/s.exec(decoded.toString('latin1')) ?? [];
  if (name === undefined || secret === undefined)
    throw new TokenRefused('invalid_client', 'the Basic credentials have no colon');
  return { clientId: decodeFormPart(name), clientSecret: decodeFormPart(secret) };
}
