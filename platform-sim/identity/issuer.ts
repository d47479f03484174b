/**
 * The sandbox's token issuer, on the sandbox's clock. A token names the caller and the organisation, never capabilities
 * (Authentication 1). The issuer survives a reset of the platform, so tokens stay valid.
 */
import { holdingTime, inOrder } from '../../gateway/host-work.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import { grant, type TokenAnswer, type TokenRequest } from './client-credentials.ts';
import { generateSigningKey, type PublicJwk, type SigningKey } from './keys.ts';
import { type MintRequest, spell } from './mint.ts';
import { PAGE_CLIENT, PageLogin } from './page-login.ts';
import { type Persona, Personas } from './personas.ts';

/** The audience of tokens that no gateway of the sandbox accepts. */
export const OTHER_AUDIENCE = 'another-service';

/** The default life of a token, in seconds. */
export const TOKEN_LIFE_S = 3600;

/** Loaded with the first token; once, because a repeated import has a cost. */
let loading: Promise<typeof import('jose')> | undefined;
const jose = (): Promise<typeof import('jose')> => {
  loading ??= import('jose');
  return loading;
};

export interface IssuerOptions {
  /** The claim `iss`, without a trailing slash: `http://127.0.0.1:4011/identity`. */
  readonly url: string;
  /** The base of its endpoints, if it differs: the control plane of a process that took over. */
  readonly servedAt?: string;
  readonly audience: string;
  readonly clock: Clock;
  readonly personas: Iterable<Persona>;
  /** The life of a token of the token endpoint, in seconds; an hour unless stated. */
  readonly tokenLifeS?: number | undefined;
  /** The first signing key; a new one where absent. */
  readonly signingKey?: SigningKey;
  /** Accepts client secrets by HTTP Basic only. */
  readonly basicOnly?: boolean | undefined;
  /** Origins of pages whose login may end there, besides those of this machine. */
  readonly pageOrigins?: readonly string[] | undefined;
}

export interface Issuer {
  readonly url: string;
  readonly audience: string;
  readonly personas: Personas;
  readonly jwks: { readonly keys: readonly PublicJwk[] };
  /** Signs with a new key from now on; `keep`: the former key stays published, and its tokens stay valid. */
  rotate(keep: boolean): PublicJwk;
  readonly discovery: DiscoveryDocument;
  /** A valid token of a persona, for an hour and the issuer's audience unless stated. */
  issue(persona: Persona, lifeSeconds?: number, of?: string): Promise<string>;
  /** A token with requested defects; throws SyntaxError for a raw claim that is not JSON. */
  mint(persona: Persona, request: MintRequest): string;
  /** The login of a page in development. */
  readonly login: Pick<PageLogin, 'read' | 'enter'>;
  /** The token endpoint. */
  grant(request: TokenRequest): Promise<TokenAnswer>;
}

/** Creates a token issuer for these personas. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { url, servedAt = url, audience, clock, personas: known, signingKey, basicOnly, pageOrigins = [] } = options;
  const { tokenLifeS = TOKEN_LIFE_S } = options;
  let own = signingKey ?? generateSigningKey();
  let former: readonly PublicJwk[] = [];
  let foreign: typeof own | undefined;
  const personas = new Personas(known);
  let issued = 0;

  function claims({ clientId, org, subject }: Persona, lifeMs: number): Record<string, unknown> {
    const nowNs = clock.nowNs();
    const now = Number(nowNs / 1_000_000_000n);
    issued += 1;
    return {
      iss: url,
      aud: audience,
      sub: subject,
      org_id: org,
      client_id: clientId,
      iat: now,
      nbf: now,
      exp: now + Math.floor(lifeMs / 1000),
      jti: `${nowNs}-${issued}`,
    };
  }

  async function issue(persona: Persona, lifeSeconds = TOKEN_LIFE_S, of = audience): Promise<string> {
    return signed({ ...claims(persona, lifeSeconds * 1000), aud: of }, 'at+jwt');
  }

  async function signed(payload: Record<string, unknown>, typ: string): Promise<string> {
    const { SignJWT } = await holdingTime(clock, 'loading of jose', jose());
    const token = new SignJWT(payload);
    token.setProtectedHeader({ alg: 'ES256', kid: own.kid, typ });
    return inOrder(clock, 'token signature', token.sign(own.privateKey));
  }

  const login = new PageLogin({
    issuer: url,
    clock,
    personas,
    pageOrigins,
    idToken(persona, lifeSeconds, more) {
      const { iss, sub, iat, exp } = claims(persona, lifeSeconds * 1000);
      return signed({ iss, sub, aud: PAGE_CLIENT, iat, exp, ...more }, 'JWT');
    },
  });
  const loginGrants = login.grants;

  return {
    url,
    audience,
    personas,
    get jwks() {
      return { keys: [own.jwk, ...former] };
    },
    rotate(keep) {
      former = keep ? [own.jwk, ...former] : [];
      own = generateSigningKey();
      return own.jwk;
    },
    discovery: discoveryDocument(url, servedAt),
    issue,
    mint(persona, request) {
      foreign ??= generateSigningKey();
      return spell({ own, foreign }, claims(persona, request.expiresInMs ?? TOKEN_LIFE_S * 1000), request);
    },
    login,
    grant: (request) =>
      grant(
        { personas, audience, otherAudience: OTHER_AUDIENCE, lifeSeconds: tokenLifeS, basicOnly, issue, loginGrants },
        request,
      ),
  };
}

/** What an OAuth client library reads first (OpenID Connect Discovery 1.0, RFC 8414). */
interface DiscoveryDocument {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly grant_types_supported: readonly ['client_credentials', 'authorization_code', 'refresh_token'];
  /** none: of the one client of a page's login. */
  readonly token_endpoint_auth_methods_supported: readonly ['client_secret_post', 'client_secret_basic', 'none'];
  readonly response_types_supported: readonly ['code'];
  readonly response_modes_supported: readonly ['query'];
  readonly code_challenge_methods_supported: readonly ['S256'];
  /** RFC 9207. */
  readonly authorization_response_iss_parameter_supported: true;
  readonly scopes_supported: readonly ['openid'];
  readonly subject_types_supported: readonly ['public'];
  readonly id_token_signing_alg_values_supported: readonly ['ES256'];
}

/** The metadata of an issuer. @param servedAt the base of its endpoints */
function discoveryDocument(issuer: string, servedAt: string): DiscoveryDocument {
  return {
    issuer,
    authorization_endpoint: `${servedAt}/authorize`,
    token_endpoint: `${servedAt}/token`,
    jwks_uri: `${servedAt}/jwks`,
    grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['openid'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
}
