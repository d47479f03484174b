/** The login of a page, by a stock OpenID Connect client, and what the issuer refuses of one that differs in one thing. */
import * as oauth from 'openid-client';
import { request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { PAGE_CLIENT } from './page-login.ts';

const BACK = 'http://localhost:5173/back';
const PAGE = `${BACK}?tab=1`;
const FAR = 'https://desk.example';
const sandbox = await startSandbox({ cors: [FAR] });
afterAll(() => sandbox.close());
const issuer = sandbox.issuer.url;

async function client(): Promise<oauth.Configuration> {
  // The id token is of the sandbox's clock, which is virtual here.
  const metadata = { [oauth.clockTolerance]: 100 * 365 * 86_400 };
  return oauth.discovery(new URL(issuer), PAGE_CLIENT, metadata, oauth.None(), {
    execute: [oauth.allowInsecureRequests],
  });
}

/** As a browser continues from the page of the login: its hidden fields, and the choice. */
async function choose(url: URL, principal: string): Promise<{ readonly status: number; readonly location: string }> {
  const { status, html } = await asked(url.search);
  expect({ status, html }).toMatchObject({ status: 200 });
  const unescaped = (value: string) => value.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const form = new URLSearchParams({ principal });
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([a-z_]+)" value="([^"]*)">/g)) {
    form.append(name, unescaped(value));
  }
  return enter(form.toString());
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function enter(body: string, headers: Readonly<Record<string, string>> = {}) {
  return asked('', { method: 'POST', headers: { ...FORM, ...headers }, body });
}

/** The answer of the page for logins. */
async function asked(query: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode: status, headers, body } = await request(`${issuer}/authorize${query}`, options);
  return {
    status,
    location: `${headers['location'] ?? ''}`,
    policy: headers['content-security-policy'],
    html: await body.text(),
  };
}

const SCOPES = [undefined, 'openid profile'];

test.each(SCOPES)('a stock client logs a page in, with the scope %j, and renews its token', async (scope) => {
  const configuration = await client();

  const verifier = oauth.randomPKCECodeVerifier();
  const state = `a "state" & <b>${oauth.randomState()}`;
  const nonce = scope === undefined ? undefined : oauth.randomNonce();
  const url = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: BACK,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(scope === undefined ? {} : { scope }),
    ...(nonce === undefined ? {} : { nonce }),
  });
  const { status, location } = await choose(url, 'trader');
  expect([status, location.startsWith(`${BACK}?code=`)]).toEqual([303, true]);
  expect(location).not.toContain('eyJ');

  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: state,
    ...(nonce === undefined ? {} : { expectedNonce: nonce }),
  };
  const tokens = await oauth.authorizationCodeGrant(configuration, new URL(location), checks, { expires_in: '90' });
  expect(tokens).toMatchObject({ expires_in: 90, refresh_token: expect.any(String) });
  expect(tokens.claims()?.sub).toBe(scope === undefined ? undefined : sandbox.issuer.personas.named('trader')?.subject);
  const me = await request(`${sandbox.baseUrl}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  await me.body.dump();
  expect(me.statusCode).toBe(200);

  const renewed = await oauth.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
  expect(renewed).toMatchObject({ expires_in: 3600 });
  const invalid = { error: 'invalid_grant' };
  const { refresh_token: spent = '' } = tokens;
  await expect(oauth.refreshTokenGrant(configuration, spent)).rejects.toMatchObject(invalid);
  const again = oauth.authorizationCodeGrant(configuration, new URL(location), checks);
  await expect(again).rejects.toMatchObject(invalid);
});

const VERIFIER = 'v'.repeat(43);
const ASKED = {
  response_type: 'code',
  client_id: PAGE_CLIENT,
  redirect_uri: PAGE,
  code_challenge: await oauth.calculatePKCECodeChallenge(VERIFIER),
  code_challenge_method: 'S256',
  state: 's',
};

type Over = Readonly<Record<string, string>>;
const query = (over: Over = {}) => new URLSearchParams({ ...ASKED, ...over }).toString();

describe('an authorization request', () => {
  test.each<[string, Over]>([
    ['an origin of --cors', { redirect_uri: `${FAR}/back` }],
    ['another port of this machine', { redirect_uri: 'http://127.0.0.1:9/' }],
    ['a loopback address of IPv6', { redirect_uri: 'http://[::1]:5173/' }],
  ])('to %s shows the page', async (_, over) => {
    const { status, policy } = await asked(`?${query(over)}`);
    expect(status).toBe(200);
    expect(policy).toContain(new URL(over['redirect_uri'] ?? '').origin);
  });

  test.each<[string, string]>([
    ['another client', query({ client_id: 'page' })],
    ['another origin', query({ redirect_uri: 'https://elsewhere.example/' })],
    ['a name that only begins like this machine', query({ redirect_uri: 'http://localhost.elsewhere.example/' })],
    ['a user in its address', query({ redirect_uri: 'http://localhost@elsewhere.example/' })],
    ['a fragment', query({ redirect_uri: `${PAGE}#x` })],
    ['a script for an address', query({ redirect_uri: 'javascript://localhost/%0aalert(1)' })],
    ['a relative address', query({ redirect_uri: '/back' })],
    ['no address', query({ redirect_uri: '' })],
    ['a parameter twice', `${query()}&state=t`],
    ['markup in what is refused', query({ client_id: '<script>' })],
  ])('with %s is refused on the page, which leads nowhere', async (_, wrong) => {
    const { status, location, html } = await asked(`?${wrong}`);
    expect([status, location, html.includes('<form'), html.includes('<script>')]).toEqual([400, '', false, false]);
    expect(await enter(`${wrong}&principal=trader`)).toMatchObject({ status: 400, location: '' });
  });

  test.each<[string, Over, string]>([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a fragment for an answer', { response_mode: 'fragment' }, 'invalid_request'],
    ['no page to be shown', { prompt: 'none' }, 'login_required'],
  ])('with %s is refused to the page that asked', async (_, over, error) => {
    const { status, location } = await asked(`?${query(over)}`);
    const back = new URL(location);
    expect([status, back.origin]).toEqual([303, new URL(PAGE).origin]);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 's', iss: issuer, tab: '1' });
  });

  test('of a principal that is not there, or chosen by a page of another origin, gives no code', async () => {
    expect(await enter(`${query()}&principal=unknown`)).toMatchObject({ status: 400, location: '' });
    const foreign = { origin: 'http://localhost:5173' };
    expect(await enter(`${query()}&principal=trader`, foreign)).toMatchObject({ status: 403, location: '' });
  });

  test('shows no secret', async () => {
    const { html } = await asked(`?${query()}`);
    expect(sandbox.issuer.personas.all().filter(({ clientSecret }) => html.includes(clientSecret))).toEqual([]);
  });
});

async function code(): Promise<string> {
  const { location } = await enter(`${query()}&principal=trader`);
  return new URL(location).searchParams.get('code') ?? '';
}

async function exchanged(over: Over, headers: Over = {}): Promise<readonly [number, unknown]> {
  const form = {
    grant_type: 'authorization_code',
    client_id: PAGE_CLIENT,
    redirect_uri: PAGE,
    code_verifier: VERIFIER,
  };
  const body = new URLSearchParams({ ...form, code: over['code'] ?? (await code()), ...over }).toString();
  const answer = await request(`${issuer}/token`, { method: 'POST', headers: { ...FORM, ...headers }, body });
  return [answer.statusCode, ((await answer.body.json()) as { readonly error?: string }).error];
}

describe('a code', () => {
  test('lapses after a minute of the sandbox', async () => {
    const late = await code();
    await sandbox.clock.advance(60_000);
    expect(await exchanged({ code: late })).toEqual([400, 'invalid_grant']);
  });

  test.each<[string, Over, Over, number, string]>([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, {}, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, {}, 400, 'invalid_request'],
    ['another redirect_uri', { redirect_uri: BACK }, {}, 400, 'invalid_grant'],
    ['another client', { client_id: 'trader' }, {}, 401, 'invalid_client'],
    ['a secret', { client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a secret in a header', {}, { authorization: 'Basic eDp5' }, 401, 'invalid_client'],
    ['another code', { code: 'f'.repeat(64) }, {}, 400, 'invalid_grant'],
    ['a life that is too long', { expires_in: '3601' }, {}, 400, 'invalid_request'],
  ])('with %s gives no token', async (_, over, headers, status, error) => {
    expect(await exchanged(over, headers)).toEqual([status, error]);
  });
});
