/**
 * The same members behind MSW and behind a port: the same requests and frames, with the same seed, get the same
 * answers.
 */
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SandboxHandlers } from './msw.ts';
import { sandboxHandlers } from './msw.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './sandbox.ts';

/** With a path, as behind a proxy. */
const BASE = 'https://gateway.example.com:8443/trading';

type Sent = Omit<RequestInit, 'headers'> & {
  readonly path: string;
  readonly as?: 'trader' | 'admin';
  readonly key?: string;
};

const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });
const ORDER = { account: 'main', instrument: 'BTC-USD', clientOrderId: 'same', side: 'BUY', price: '100.00', qty: '1' };

const REQUESTS: readonly Sent[] = [
  { path: '/openapi.json' },
  { path: '/me' },
  { path: '/me', as: 'trader' },
  { path: '/me', as: 'trader', method: 'HEAD' },
  { path: '/me', as: 'trader', method: 'DELETE' },
  { path: '/orders?limit=2&include=total', as: 'trader' },
  { path: '/orders?limit=none', as: 'trader' },
  { path: '/orders', as: 'trader', key: 'same', ...json(ORDER) },
  { path: '/orders', as: 'trader', key: 'same', ...json(ORDER) },
  { path: '/orders', as: 'trader', key: 'other', ...json({ ...ORDER, clientOrderId: 'other', price: '0.001' }) },
  { path: '/orders', as: 'trader', key: 'odd', method: 'POST', body: '{"a":' },
  { path: '/orders', as: 'trader', key: 'none', method: 'POST' },
  { path: '/operations/same', as: 'trader' },
  { path: '/organisations/1', as: 'admin' },
  { path: '/docs/swagger-ui.css' },
  { path: '/nowhere%2Fé?q=%20', as: 'trader' },
  { path: '' },
];

/** Headers of the connection, not of the answer. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding'];
/** Sealed under a key of its process: it differs between sandboxes. */
const CURSOR = /(?<="(?:next|prev)Cursor":")[\w-]+(?=")/g;

async function answered(baseUrl: string, sandbox: Sandbox, { path, as, key, ...init }: Sent) {
  const headers = {
    ...(as === undefined ? {} : { Authorization: `Bearer ${await sandbox.token(as)}` }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
  };
  const answer = await fetch(baseUrl + path, { ...init, headers });
  const { status, statusText } = answer;
  const lines = [...answer.headers].filter(([name]) => !OF_A_CONNECTION.includes(name));
  return { status, statusText, headers: lines, body: await answer.text() };
}

async function conversation(url: string, sandbox: Sandbox, baseUrl: string): Promise<readonly unknown[]> {
  const ticket = await answered(baseUrl, sandbox, {
    path: '/v1/ws-tickets',
    as: 'trader',
    ...json({ stream: 'trading' }),
  });
  const received: unknown[] = [];
  await closing(new WebSocket(url), received);
  const socket = new WebSocket(`${url}?ticket=${JSON.parse(ticket.body).ticket}`);
  const closed = closing(socket, received);
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  const ops = [
    { op: 'subscribe', reqId: 'a', params: { topics: ['orders'] } },
    { op: 'dance', reqId: 'b' },
  ];
  for (const text of [...ops.map((op) => JSON.stringify(op)), 'no JSON']) {
    const answer = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    socket.send(text);
    await answer;
  }
  const pushed = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  await answered(baseUrl, sandbox, {
    path: '/orders',
    as: 'trader',
    key: 'ws',
    ...json({ ...ORDER, clientOrderId: 'ws' }),
  });
  await pushed;
  await sandbox.control.advanceClock({ by: '62m' });
  await closed;
  return received;
}

/** Collects all messages, and settles with the close. */
function closing(socket: WebSocket, received: unknown[]): Promise<void> {
  socket.addEventListener('open', () => received.push('open'));
  socket.addEventListener('message', ({ data }) => received.push(data));
  socket.addEventListener('error', () => received.push('error'));
  return new Promise((resolve) =>
    socket.addEventListener('close', ({ code, reason, wasClean }) => {
      received.push({ code, reason, wasClean });
      resolve();
    }),
  );
}

let handlers: SandboxHandlers;
let byPort: readonly Awaited<ReturnType<typeof answered>>[];
let talkByPort: readonly unknown[];
let server: ReturnType<typeof setupServer>;

beforeAll(async () => {
  await using ports = await startSandbox();
  const answers = [];
  for (const sent of REQUESTS) answers.push(await answered(ports.baseUrl, ports, sent));
  byPort = answers;
  talkByPort = await conversation(ports.profile.sockets.trading, ports, ports.baseUrl);

  handlers = await sandboxHandlers({ baseUrl: BASE });
  server = setupServer(...handlers);
  server.listen({ onUnhandledFrame: 'error' });
});

afterAll(async () => {
  server.close();
  await handlers.sandbox.close();
});

describe('the same answer', () => {
  test.each(REQUESTS.map((sent, n) => [sent, n] as const))('%j', async (sent, n) => {
    const [one, other] = [await answered(BASE, handlers.sandbox, sent), byPort[n]].map(
      (given) => given && { ...given, body: given.body.replaceAll(CURSOR, 'sealed') },
    );
    expect(one).toEqual(other);
  });

  test('the same frames, and the same ends: refused, and lapsed', async () => {
    const talk = await conversation(handlers.sandbox.profile.sockets.trading, handlers.sandbox, BASE);
    expect(talk).toEqual(talkByPort);
    expect(talk.slice(0, 3)).toEqual(['error', { code: 1006, reason: '', wasClean: false }, 'open']);
    expect(talk.at(-1)).toMatchObject({ code: 4001, wasClean: true });
  });
});

describe('a client', () => {
  test('loses an answer to a fault, and gets the outcome with a retry', async () => {
    const { sandbox } = handlers;
    await sandbox.control.addFault({ on: { edge: 'answer', key: 'lost' }, drop: 'answer', times: 1 });
    const lost: Sent = { path: '/orders', as: 'trader', key: 'lost', ...json({ ...ORDER, clientOrderId: 'lost' }) };
    await expect(answered(BASE, sandbox, lost)).rejects.toThrow(TypeError);
    const again = await answered(BASE, sandbox, lost);
    expect([again.status, new Headers(again.headers).get('idempotent-replay')]).toEqual([201, 'true']);
  });

  test('may give up', async () => {
    const { sandbox } = handlers;
    const { id } = await sandbox.control.addFault({ on: { edge: 'answer', command: 'submit' }, hold: 'for ever' });
    const given = new AbortController();
    const waiting = answered(BASE, sandbox, {
      ...{ path: '/orders', as: 'trader', key: 'given-up', signal: given.signal },
      ...json({ ...ORDER, clientOrderId: 'given-up' }),
    });
    while ((await sandbox.control.readFault(id)).held === 0);
    given.abort();
    await expect(waiting).rejects.toThrow('abort');
    await sandbox.control.removeFault(id);
  });

  test('closes, and the member receives it; a cut frame is a lost connection', async () => {
    const { sandbox } = handlers;
    const sessions = async () => (await sandbox.control.readMembers()).items[0]?.sessions;
    const opened = async () => {
      const ticket = await answered(BASE, sandbox, {
        path: '/v1/ws-tickets',
        as: 'trader',
        ...json({ stream: 'trading' }),
      });
      return new WebSocket(`${sandbox.profile.sockets.trading}?ticket=${JSON.parse(ticket.body).ticket}`);
    };
    const socket = await opened();
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    expect(await sessions()).toBe(1);
    socket.close(1000, 'done');
    while ((await sessions()) !== 0);

    await sandbox.control.addFault({ on: { edge: 'frame', frame: 'sessionOpened' }, cut: true, times: 1 });
    const received: unknown[] = [];
    await closing(await opened(), received);
    expect(received.slice(-2)).toEqual(['error', { code: 1006, reason: '', wasClean: false }]);
  });

  test('reaches the issuer, for the OAuth client of a page', async () => {
    const { profile } = handlers.sandbox;
    expect(profile.identity.tokenEndpoint).toBe(`${BASE}/identity/token`);
    const { clientId, clientSecret } = profile.principals.viewer;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const init = { method: 'POST', headers: { Origin: 'https://app.example.com' } };
    const body = new URLSearchParams({ ...form, audience: profile.identity.audience });
    const granted = await fetch(profile.identity.tokenEndpoint, { ...init, body });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    expect((await fetch(`${BASE}/me`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    const metadata = await fetch(
      'https://gateway.example.com:8443/.well-known/oauth-authorization-server/trading/identity',
    );
    expect(await metadata.json()).toMatchObject({ issuer: `${BASE}/identity` });
  });

  test('gets no answer for other addresses', async () => {
    // MSW prints it.
    using said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const url of ['https://gateway.example.com:8443/tradings', 'https://gateway.example.com/trading/me']) {
      await expect(fetch(url)).rejects.toThrow();
    }
    expect(said).toHaveBeenCalledTimes(2);
  });

  test('a sandbox with ports also answers', async () => {
    await using sandbox = await startSandbox();
    const made = await sandboxHandlers({ baseUrl: 'https://other.example.com', sandbox });
    server.use(...made);
    expect(made.sandbox).toBe(sandbox);
    expect((await answered('https://other.example.com', sandbox, { path: '/me', as: 'trader' })).status).toBe(200);
    expect((await sandbox.control.readExchanges()).items.map(({ path }) => path)).toEqual(['/me']);
    server.resetHandlers();
  });

  test.each([{}, { baseUrl: 'gateway.example.com' }, { baseUrl: 'ftp://gateway' }])(
    '%j is not a valid base URL',
    async (options) => {
      await expect(sandboxHandlers(options as { baseUrl: string })).rejects.toThrow(
        'sandboxHandlers: baseUrl is where the client believes the gateway to be',
      );
    },
  );
});
