/** CORS of a whole sandbox, over HTTP: the answers to a browser at an allowed origin, to one at another origin, and to other clients. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { type Scene, sceneOn } from '../testing/sample-scene.ts';
import { ask, type Method } from '../testing/sample-world.ts';
import { corsOrigin } from './cors.ts';

const PAGE = 'https://desk.example:8443';
const OF_PAGE = { origin: PAGE };
const ELSEWHERE = 'https://elsewhere.example';
const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,x-own' };
const ALLOWED = 'access-control-allow-origin';

const corsOf = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

let open: Scene;
let any: Scene;
let shut: Scene;
beforeAll(async () => {
  open = await sceneOn(await startSandbox({ cors: [PAGE, 'http://localhost:5173'] }));
  any = await sceneOn(await startSandbox({ cors: ['*'] }));
  shut = await sceneOn(await startSandbox());
});
afterAll(() => Promise.all([open, any, shut].map(({ sandbox }) => sandbox.close())));

const get = ({ sandbox }: Scene, path: string, headers: object) => ask('GET', sandbox.baseUrl + path, headers);
const preflight = (url: string, origin = PAGE) => ask('OPTIONS' as Method, url, { origin, ...PREFLIGHT });

describe('a page of an allowed origin', () => {
  test('receives an answer to its preflight, which allows no credentials', async () => {
    const { status, headers } = await preflight(`${open.sandbox.baseUrl}/orders`);
    expect([status, headers]).toMatchObject([
      204,
      {
        [ALLOWED]: PAGE,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization,x-own',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      },
    ]);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    ['an answer', 'GET', '/openapi.json', {}, 200],
    ['a refusal', 'GET', '/orders', {}, 401],
    ['an unknown route', 'GET', '/no-such', {}, 404],
    ['OPTIONS that is no preflight', 'OPTIONS', '/orders', {}, 405],
    ['a world that is not there', 'GET', '/me', { 'x-touchstone-world': 'none' }, 404],
  ])('can read %s, with its headers', async (_, method, path, more, status) => {
    const answer = await ask(method as Method, open.sandbox.baseUrl + path, { ...OF_PAGE, ...more });
    const exposed = expect.stringContaining('Idempotent-Replay');
    const headers = { [ALLOWED]: PAGE, 'access-control-expose-headers': exposed, vary: 'Origin' };
    expect(answer).toMatchObject({ status, headers });
  });

  test("can read a fault's answer, which replaces the member's with all of its headers", async () => {
    open.add({ on: { edge: 'answer' }, answer: { status: 502, body: 'bad' }, times: 1 });
    expect(await get(open, '/openapi.json', OF_PAGE)).toMatchObject({ status: 502, headers: { [ALLOWED]: PAGE } });
  });

  test('has tokens of the issuer, and nothing else of the control plane', async () => {
    const { clientId, clientSecret } = open.sandbox.profile.principals.trader;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams(form).toString();
    const typed = { ...OF_PAGE, 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
    for (const { controlUrl } of [open.sandbox, await open.sandbox.createWorld({ name: 'w' })]) {
      const token = await ask('POST', `${controlUrl}/identity/token`, typed, body);
      expect(token).toMatchObject({ status: 200, headers: { [ALLOWED]: PAGE } });
      expect((await ask('GET', `${controlUrl}/identity/jwks`, OF_PAGE)).headers[ALLOWED]).toBe(PAGE);
    }
    const mint = await open.control('POST', '/identity/mint', { persona: 'trader' }, OF_PAGE);
    expect([mint.status, corsOf(mint.headers)]).toEqual([403, []]);
    expect(corsOf((await preflight(`${open.sandbox.controlUrl}/faults`)).headers)).toEqual([]);
    expect(corsOf((await open.control('GET', '/exchanges', undefined, OF_PAGE)).headers)).toEqual([]);
  });

  test('opens a socket with a ticket, and a page of another origin does not', async () => {
    expect(await socketFrom(open, PAGE)).toBe('opened');
    for (const [at, origin] of [
      [open, ELSEWHERE],
      [any, PAGE],
    ] as const)
      expect(await socketFrom(at, origin)).toBe('Unexpected server response: 403');
  });
});

async function socketFrom(at: Scene, origin: string): Promise<string> {
  const { trading } = at.sandbox.profile.sockets;
  const socket = new WebSocket(`${trading}?ticket=${await at.ticket()}`, { origin });
  return new Promise((resolve) => {
    socket.once('error', (error) => resolve(error.message));
    socket.once('open', () => {
      socket.terminate();
      resolve('opened');
    });
  });
}

test.each<[string, () => Sandbox, string | undefined]>([
  ['of another origin', () => open.sandbox, 'http://localhost:5174'],
  ['of an origin in other letters', () => open.sandbox, 'https://DESK.example:8443'],
  ['of no origin', () => open.sandbox, undefined],
  ['of a sandbox without --cors', () => shut.sandbox, PAGE],
])('a request %s is answered without CORS', async (_, sandbox, origin) => {
  const url = `${sandbox().baseUrl}/orders`;
  expect(corsOf((await ask('GET', url, origin === undefined ? {} : { origin })).headers)).toEqual([]);
  const answer = await (origin === undefined ? ask('OPTIONS' as Method, url, PREFLIGHT) : preflight(url, origin));
  expect([answer.status, corsOf(answer.headers)]).toEqual([405, []]);
});

test('an answer varies with --cors alone; * is any origin, which is named in the answer', async () => {
  expect((await get(shut, '/orders', {})).headers).not.toHaveProperty('vary');
  expect((await get(open, '/orders', {})).headers).toHaveProperty('vary', 'Origin');
  expect((await get(any, '/orders', { origin: 'null' })).headers[ALLOWED]).toBe('null');
});

test('an origin is a scheme of the web, a host and a port', () => {
  const valid = ['http://localhost:5173', 'https://desk.example/', '*'].map(corsOrigin);
  expect(valid).toEqual(['http://localhost:5173', 'https://desk.example', '*']);
  const others = ['localhost:5173', 'http://localhost:5173/app', 'http://*.example', 'https://user@desk.example'];
  expect([...others, 'ftp://desk.example', 'null', ''].filter((text) => corsOrigin(text) !== undefined)).toEqual([]);
});
