/** CORS of a whole sandbox, over the wire: what a browser at an allowed origin, at another one, and no browser is answered. */
import { request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { corsOrigin } from './cors.ts';

const PAGE = 'https://desk.example:8443';
const open = await startSandbox({ cors: [PAGE, 'http://localhost:5173'] });
const any = await startSandbox({ cors: ['*'] });
const shut = await startSandbox();
afterAll(() => Promise.all([open, any, shut].map((one) => one.close())));

const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,x-own' };

interface Sent {
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function answerOf(url: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) {
  const answer = await request(url, { method, headers, ...(body === '' ? {} : { body }) });
  await answer.body.dump();
  return { status: answer.statusCode, headers: answer.headers };
}

const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('a page of an allowed origin', () => {
  const headers = { origin: PAGE };

  test('has its preflight answered, and no credentials are allowed', async () => {
    const preflight = { method: 'OPTIONS', headers: { ...headers, ...PREFLIGHT } } as const;
    const answer = await answerOf(`${open.baseUrl}/orders`, preflight);
    expect(answer).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization,x-own',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      },
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    ['an answer', '/openapi.json', {}, 200],
    ['a refusal', '/orders', {}, 401],
    ['an unknown route', '/no-such', {}, 404],
    ['OPTIONS that is no preflight', '/orders', { method: 'OPTIONS' }, 405],
    ['a world that is not there', '/me', { headers: { 'x-touchstone-world': 'none' } }, 404],
  ] as const)('can read %s, with its headers', async (_, path, sent: Sent, status) => {
    const answer = await answerOf(`${open.baseUrl}${path}`, { ...sent, headers: { ...headers, ...sent.headers } });
    expect(answer).toMatchObject({
      status,
      headers: {
        'access-control-allow-origin': PAGE,
        'access-control-expose-headers': expect.stringContaining('Idempotent-Replay'),
        vary: 'Origin',
      },
    });
  });

  test("can read a fault's answer, which replaces the member's with all of its headers", async () => {
    const fault = open.faults.add({ on: { edge: 'answer' }, answer: { status: 502, body: 'bad' }, times: 1 });
    expect(fault).toMatchObject({ id: expect.any(String) });
    expect(await answerOf(`${open.baseUrl}/openapi.json`, { headers })).toMatchObject({
      status: 502,
      headers: { 'access-control-allow-origin': PAGE },
    });
  });

  test('has tokens of the issuer, and nothing else of the control plane', async () => {
    const { clientId, clientSecret } = open.profile.principals.trader;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams(form).toString();
    const typed = { ...headers, 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
    for (const at of [open, await open.createWorld({ name: 'w' })]) {
      const token = await answerOf(`${at.controlUrl}/identity/token`, { method: 'POST', headers: typed, body });
      expect(token).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': PAGE } });
      const keys = await answerOf(`${at.controlUrl}/identity/jwks`, { headers });
      expect(keys.headers['access-control-allow-origin']).toBe(PAGE);
    }
    const mint = await answerOf(`${open.controlUrl}/identity/mint`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"persona":"trader"}',
    });
    expect([mint.status, corsOf(mint.headers)]).toEqual([403, []]);
    const preflight = { method: 'OPTIONS', headers: { ...headers, ...PREFLIGHT } } as const;
    expect(corsOf((await answerOf(`${open.controlUrl}/faults`, preflight)).headers)).toEqual([]);
    expect(corsOf((await answerOf(`${open.controlUrl}/exchanges`, { headers })).headers)).toEqual([]);
  });

  test('opens a socket with a ticket, and a page of another origin does not', async () => {
    expect(await socketFrom(open, PAGE)).toBe('opened');
    expect(await socketFrom(open, 'https://elsewhere.example')).toBe('Unexpected server response: 403');
    expect(await socketFrom(any, PAGE)).toBe('Unexpected server response: 403');
  });
});

async function socketFrom({ baseUrl, profile, issuer }: Sandbox, origin: string): Promise<string> {
  const persona = issuer.personas.named('trader');
  const token = persona && (await issuer.issue(persona));
  const minted = await request(`${baseUrl}/v1/ws-tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"stream":"trading"}',
  });
  const { ticket } = (await minted.body.json()) as { readonly ticket: string };
  const socket = new WebSocket(`${profile.sockets.trading}?ticket=${ticket}`, { origin });
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve('opened');
    });
    socket.once('error', (error) => resolve(error.message));
  });
}

test.each([
  ['of another origin', open, { origin: 'http://localhost:5174' }],
  ['of an origin in other letters', open, { origin: 'https://DESK.example:8443' }],
  ['of no origin', open, {}],
  ['of a sandbox without --cors', shut, { origin: PAGE }],
])('a request %s is answered without CORS', async (_, { baseUrl }, headers) => {
  expect(corsOf((await answerOf(`${baseUrl}/orders`, { headers })).headers)).toEqual([]);
  const preflight = { method: 'OPTIONS', headers: { ...headers, ...PREFLIGHT } } as const;
  const answer = await answerOf(`${baseUrl}/orders`, preflight);
  expect([answer.status, corsOf(answer.headers)]).toEqual([405, []]);
});

test('an answer without --cors does not vary, and with it every answer does', async () => {
  expect((await answerOf(`${shut.baseUrl}/orders`)).headers).not.toHaveProperty('vary');
  expect((await answerOf(`${open.baseUrl}/orders`)).headers).toHaveProperty('vary', 'Origin');
});

test('* is any origin, which is named in the answer', async () => {
  const { headers } = await answerOf(`${any.baseUrl}/orders`, { headers: { origin: 'null' } });
  expect(headers['access-control-allow-origin']).toBe('null');
});

test.each([
  ['http://localhost:5173', 'http://localhost:5173'],
  ['https://desk.example/', 'https://desk.example'],
  ['*', '*'],
  ['localhost:5173', undefined],
  ['http://localhost:5173/app', undefined],
  ['http://*.example', undefined],
  ['https://user@desk.example', undefined],
  ['ftp://desk.example', undefined],
  ['null', undefined],
  ['', undefined],
])('the origin %j is %j', (text, origin) => {
  expect(corsOrigin(text)).toBe(origin);
});
