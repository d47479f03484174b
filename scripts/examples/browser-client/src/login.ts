/** Who uses the page: authorization code with PKCE, by a stock OAuth library. Tokens stay in this page's memory. */
import * as oauth from 'openid-client';
import { CLIENT_ID, IS_PROXIED, ISSUER, TOKEN_LIFE_S } from './settings.ts';

/** What outlives the way to the issuer and back; it is of no use without the code. */
const BEGUN = 'login-begun';
const LIFE: Readonly<Record<string, string>> = TOKEN_LIFE_S === '' ? {} : { expires_in: TOKEN_LIFE_S };

let configuration: Promise<oauth.Configuration> | undefined;
let tokens: oauth.TokenEndpointResponse | undefined;
let renewing: Promise<string> | undefined;

function configured(): Promise<oauth.Configuration> {
  configuration ??= discovered();
  return configuration;
}

async function discovered(): Promise<oauth.Configuration> {
  // Plain HTTP is the sandbox's alone: leave this out for any other issuer.
  const execute = [oauth.allowInsecureRequests];
  if (!IS_PROXIED) return oauth.discovery(new URL(ISSUER), CLIENT_ID, undefined, oauth.None(), { execute });
  const metadata = {
    issuer: ISSUER,
    // A navigation, which needs no CORS.
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${location.origin}/identity/token`,
    authorization_response_iss_parameter_supported: true,
  };
  const proxied = new oauth.Configuration(metadata, CLIENT_ID, undefined, oauth.None());
  oauth.allowInsecureRequests(proxied);
  return proxied;
}

/** Leaves the page for the login; it comes back with a code. */
export async function beginLogin(): Promise<void> {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  sessionStorage.setItem(BEGUN, JSON.stringify({ verifier, state }));
  location.href = oauth.buildAuthorizationUrl(await configured(), {
    redirect_uri: `${location.origin}/`,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }).href;
}

/** Finishes a login where the address holds a code. Returns whether the caller is logged in. */
export async function finishLogin(): Promise<boolean> {
  const address = new URL(location.href);
  const begun = sessionStorage.getItem(BEGUN);
  sessionStorage.removeItem(BEGUN);
  if (begun === null || !address.searchParams.has('state')) return false;
  const { verifier, state } = JSON.parse(begun) as { readonly verifier: string; readonly state: string };
  history.replaceState(null, '', '/');
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  tokens = await oauth.authorizationCodeGrant(await configured(), address, checks, LIFE);
  return true;
}

/** The token in hand, for a request. A refused one is renewed once by the caller. */
export function token(): string {
  if (tokens === undefined) throw new Error('no user is logged in');
  return tokens.access_token;
}

/** A fresh token; one renewal at a time, since a refresh token serves once. */
export function renewedToken(): Promise<string> {
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renew(): Promise<string> {
  const refreshToken = tokens?.refresh_token;
  if (refreshToken === undefined) throw new Error('no user is logged in');
  tokens = await oauth.refreshTokenGrant(await configured(), refreshToken, LIFE);
  return tokens.access_token;
}
