import { describe, expect, test } from 'vitest';
import type { TokenEndpoint } from './client-credentials.ts';
import { grant } from './client-credentials.ts';
import { Personas } from './personas.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const ODD = 'p:ä+ %/&=';

const endpoint: TokenEndpoint = {
  personas: new Personas([
    { name: 'trader', clientId: 'trader', clientSecret: 'secret', org: 'org-1', subject: 'usr-2' },
    { name: 'odd', clientId: ODD, clientSecret: ODD, org: 'org-1', subject: 'usr-3' },
  ]),
  audience: 'trading-gateway',
  otherAudience: 'another-service',
  lifeSeconds: 3600,
  issue: ({ subject }) => Promise.resolve(`token-of-${subject}`),
};

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const formEncoded = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);

const good = 'grant_type=client_credentials&client_id=trader&client_secret=secret';

const FORM = 'grant_type=client_credentials';

/** The answer to a form: of this client, unless another authorization or form is stated. */
function granted(form = good, authorization: string | null = null, contentType: string | null = FORM_TYPE) {
  return grant(endpoint, { contentType, authorization, form });
}

describe('the token endpoint', () => {
  test('answers as RFC 6749 section 5.1 says', async () => {
    expect(await granted()).toEqual({
      status: 200,
      headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
      body: { access_token: 'token-of-usr-2', token_type: 'Bearer', expires_in: 3600 },
    });
  });

  test.each([
    ['&audience=another-service', '3600 s for another-service', 3600],
    ['&expires_in=75', '75 s for trading-gateway', 75],
  ])('issues a token of the life and for the audience that the form states: %s', async (stated, token, life) => {
    const issue = (_: unknown, lifeSeconds: number, audience: string) =>
      Promise.resolve(`${lifeSeconds} s for ${audience}`);
    const request = { contentType: FORM_TYPE, authorization: null, form: good + stated };
    const body = { access_token: token, expires_in: life };
    expect(await grant({ ...endpoint, issue }, request)).toMatchObject({ body });
  });

  // biome-ignore format: an aligned table
  test.each<[string, number, error: string | undefined, authorization: string | null, form: string]>([
    ['client_secret_basic',                200, undefined,                basic('trader', 'secret'), FORM],
    ['basic in lower case',                200, undefined,                basic('trader', 'secret').replace('B', 'b'), FORM],
    ['basic, client_id restated',          200, undefined,                basic('trader', 'secret'), `${FORM}&client_id=trader`],
    ['basic, form-encoded',                200, undefined,                basic(formEncoded(ODD), formEncoded(ODD)), FORM],
    ['the audience',                       200, undefined,                null, `${good}&audience=trading-gateway`],
    ['the resource, twice',                200, undefined,                null, `${good}&resource=trading-gateway&resource=trading-gateway`],
    ['a parameter unknown to it',          200, undefined,                null, `${good}&colour=blue`],
    ['an empty scope',                     200, undefined,                null, `${good}&scope=`],
    ['a wrong secret',                     401, 'invalid_client',         null, good.replace('=secret', '=Secret')],
    ['an unknown client',                  401, 'invalid_client',         null, good.replace('trader', 'unknown')],
    ['no secret',                          401, 'invalid_client',         null, `${FORM}&client_id=trader`],
    ['no client',                          401, 'invalid_client',         null, FORM],
    ['basic with a wrong secret',          401, 'invalid_client',         basic('trader', 'x'), FORM],
    ['basic not form-encoded',             400, 'invalid_request',        basic('trader', '%'), FORM],
    ['basic without a colon',              401, 'invalid_client',         'Basic dHJhZGVy', FORM],
    ['basic with spare bits',              401, 'invalid_client',         'Basic dHJhZGVyOnNlY3JldB==', FORM],
    ['a bearer header',                    401, 'invalid_client',         'Bearer abc', good],
    ['basic and a secret in the body',     400, 'invalid_request',        basic('trader', 'secret'), good],
    ['basic and another client_id',        400, 'invalid_request',        basic('trader', 'secret'), 'client_id=viewer'],
    ['no grant type',                      400, 'invalid_request',        null, 'client_id=trader&client_secret=secret'],
    ['another grant type',                 400, 'unsupported_grant_type', null, good.replace('client_credentials', 'password')],
    ['a parameter twice',                  400, 'invalid_request',        null, `${good}&client_id=trader`],
    ['half an escape',                     400, 'invalid_request',        null, `${good}&x=%`],
    ['a scope',                            400, 'invalid_scope',          null, `${good}&scope=orders:trade`],
    ['an audience that it does not serve', 400, 'invalid_target',         null, `${good}&audience=payments`],
    ['two audiences',                      400, 'invalid_target',         null, `${good}&audience=trading-gateway&resource=another-service`],
    ['another resource next to ours',      400, 'invalid_target',         null, `${good}&resource=trading-gateway&resource=x`],
    ...['0', '3601', '-5', '1.5', 'long'].map((life): [string, number, string, null, string] => [
      `a life of ${life}`, 400, 'invalid_request', null, `${good}&expires_in=${life}`,
    ]),
  ])('%s: %i', async (_, status, error, authorization, form) => {
    const answer = await granted(form, authorization);
    expect([answer.status, answer.body['error']]).toEqual([status, error]);
    expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store' });
    expect('WWW-Authenticate' in answer.headers).toBe(status === 401);
    // RFC 6749 section 5.2: printable ASCII without quote and backslash
    if (error !== undefined) expect(answer.body['error_description']).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test.each([
    ['stated as JSON', 'application/json', 400],
    ['not stated', null, 400],
    ['of another charset', `${FORM_TYPE}; charset=utf-16`, 400],
    ['UTF-8', `${FORM_TYPE};charset=UTF-8`, 200],
  ])('a content type %s', async (_, contentType, status) => {
    expect(await granted(good, null, contentType)).toMatchObject({ status });
  });
});
