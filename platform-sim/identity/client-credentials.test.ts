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

describe('the token endpoint', () => {
  test('answers as RFC 6749 section 5.1 says', async () => {
    expect(await grant(endpoint, { contentType: FORM_TYPE, authorization: null, form: good })).toEqual({
      status: 200,
      headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
      body: { access_token: 'token-of-usr-2', token_type: 'Bearer', expires_in: 3600 },
    });
  });

  test('issues a token of the other audience if the form names it', async () => {
    const asked = {
      ...endpoint,
      issue: (_: unknown, __: number, audience: string) => Promise.resolve(`for ${audience}`),
    };
    const form = `${good}&audience=another-service`;
    expect(await grant(asked, { contentType: FORM_TYPE, authorization: null, form })).toMatchObject({
      body: { access_token: 'for another-service' },
    });
  });

  test('issues a token of a shorter life if the form states it', async () => {
    const asked = { ...endpoint, issue: (_: unknown, lifeSeconds: number) => Promise.resolve(`for ${lifeSeconds}`) };
    const form = `${good}&expires_in=75`;
    expect(await grant(asked, { contentType: FORM_TYPE, authorization: null, form })).toMatchObject({
      body: { access_token: 'for 75', expires_in: 75 },
    });
  });

  test.each(['0', '3601', '-5', '1.5', 'long'])('refuses a life of %s', async (life) => {
    const form = `${good}&expires_in=${life}`;
    expect(await grant(endpoint, { contentType: FORM_TYPE, authorization: null, form })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  test.each([
    ['client_secret_basic', basic('trader', 'secret'), 'grant_type=client_credentials'],
    ['basic in lower case', basic('trader', 'secret').replace('B', 'b'), 'grant_type=client_credentials'],
    ['basic, client_id restated', basic('trader', 'secret'), 'grant_type=client_credentials&client_id=trader'],
    ['basic, form-encoded', basic(formEncoded(ODD), formEncoded(ODD)), 'grant_type=client_credentials'],
    ['the audience', null, `${good}&audience=trading-gateway`],
    ['the resource, twice', null, `${good}&resource=trading-gateway&resource=trading-gateway`],
    ['a parameter unknown to it', null, `${good}&colour=blue`],
    ['an empty scope', null, `${good}&scope=`],
  ])('accepts %s', async (_, authorization, form) => {
    expect(await grant(endpoint, { contentType: FORM_TYPE, authorization, form })).toMatchObject({ status: 200 });
  });

  test.each([
    ['a wrong secret', 401, 'invalid_client', null, good.replace('=secret', '=Secret')],
    ['an unknown client', 401, 'invalid_client', null, good.replace('trader', 'nobody')],
    ['no secret', 401, 'invalid_client', null, 'grant_type=client_credentials&client_id=trader'],
    ['no client', 401, 'invalid_client', null, 'grant_type=client_credentials'],
    ['basic with a wrong secret', 401, 'invalid_client', basic('trader', 'x'), 'grant_type=client_credentials'],
    ['basic not form-encoded', 400, 'invalid_request', basic('trader', '%'), 'grant_type=client_credentials'],
    ['basic without a colon', 401, 'invalid_client', 'Basic dHJhZGVy', 'grant_type=client_credentials'],
    ['basic with spare bits', 401, 'invalid_client', 'Basic dHJhZGVyOnNlY3JldB==', 'grant_type=client_credentials'],
    ['a bearer header', 401, 'invalid_client', 'Bearer abc', good],
    ['basic and a secret in the body', 400, 'invalid_request', basic('trader', 'secret'), good],
    ['basic and another client_id', 400, 'invalid_request', basic('trader', 'secret'), 'client_id=viewer'],
    ['no grant type', 400, 'invalid_request', null, 'client_id=trader&client_secret=secret'],
    ['another grant type', 400, 'unsupported_grant_type', null, good.replace('client_credentials', 'password')],
    ['a parameter twice', 400, 'invalid_request', null, `${good}&client_id=trader`],
    ['half an escape', 400, 'invalid_request', null, `${good}&x=%`],
    ['a scope', 400, 'invalid_scope', null, `${good}&scope=orders:trade`],
    ['an audience that it does not serve', 400, 'invalid_target', null, `${good}&audience=payments`],
    ['two audiences', 400, 'invalid_target', null, `${good}&audience=trading-gateway&resource=another-service`],
    ['another resource next to ours', 400, 'invalid_target', null, `${good}&resource=trading-gateway&resource=x`],
  ])('refuses %s', async (_, status, error, authorization, form) => {
    const answer = await grant(endpoint, { contentType: FORM_TYPE, authorization, form });
    expect(answer).toMatchObject({ status, body: { error }, headers: { 'Cache-Control': 'no-store' } });
    expect('WWW-Authenticate' in answer.headers).toBe(status === 401);
    // RFC 6749 section 5.2: printable ASCII without quote and backslash
    expect(answer.body['error_description']).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test.each([
    ['stated as JSON', 'application/json', 400],
    ['not stated', null, 400],
    ['of another charset', `${FORM_TYPE}; charset=utf-16`, 400],
    ['UTF-8', `${FORM_TYPE};charset=UTF-8`, 200],
  ])('a content type %s', async (_, contentType, status) => {
    expect(await grant(endpoint, { contentType, authorization: null, form: good })).toMatchObject({ status });
  });
});
