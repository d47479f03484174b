import { afterEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';

let sandbox: Sandbox | undefined;

afterEach(async () => {
  await sandbox?.close();
});

async function tokenOfAdmin(controlUrl: string): Promise<string> {
  const body = JSON.stringify({ persona: 'admin' });
  const headers = { 'content-type': 'application/json' };
  const minted = await fetch(`${controlUrl}/identity/mint`, { method: 'POST', headers, body });
  return ((await minted.json()) as { token: string }).token;
}

async function call(method: string, path: string, body?: unknown) {
  const { baseUrl, controlUrl } = sandbox as Sandbox;
  const token = await tokenOfAdmin(controlUrl);
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `key${path.replaceAll('/', '-')}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

async function control(path: string, body?: unknown): Promise<void> {
  const response = await fetch((sandbox as Sandbox).controlUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

test.each([
  ['algos', 'GET', '/algos/instances', undefined, 'ALGOS_UNAVAILABLE'],
  ['algos', 'GET', '/algos/versions', undefined, 'ALGOS_UNAVAILABLE'],
  ['algos', 'POST', '/algos/halt', {}, 'ALGOS_UNAVAILABLE'],
  ['balances', 'GET', '/account-balances', undefined, 'BALANCES_UNAVAILABLE'],
] as const)(
  'a member without %s refuses %s %s, and serves it when it is deployed with them',
  async (surface, method, path, body, code) => {
    sandbox = await startSandbox({ members: [{ version: '0.14.0', surfaces: { [surface]: false } }] });
    const refused = await call(method, path, body);
    expect(refused).toMatchObject({ status: 503, body: { error: { code, retryable: false } } });
    expect(refused.headers.get('retry-after')).toMatch(/^[0-9]+$/);
    expect(refused.headers.get('x-service-global-sequence')).toBeNull();
    await control('/members/m1/deploy', { surfaces: { [surface]: true } });
    expect(await call(method, path, body)).toMatchObject({ status: 200 });
  },
);

test('a read replica serves reads and refuses every write permanently', async () => {
  sandbox = await startSandbox({ members: [{ version: '0.14.0', surfaces: { replica: true } }] });
  expect(await call('GET', '/portfolios')).toMatchObject({ status: 200 });
  const refused = await call('POST', '/portfolios', { displayName: 'x' });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'NOT_SERVING', retryable: false } } });
  expect(sandbox.profile.surfaces.replica).toBe(true);
});

test('a restarted member has applied nothing until it is told to catch up, and then everything', async () => {
  sandbox = await startSandbox();
  await call('POST', '/portfolios', { displayName: 'before' });
  const before = await call('GET', '/portfolios');
  await control('/members/m1/restart', { catchUp: 'when told' });
  const refused = await call('GET', '/portfolios');
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'NOT_PRIMED', retryable: true } } });
  expect(refused.headers.get('x-service-as-of-seq-ts')).toBeNull();
  await control('/members/m1/catch-up');
  expect((await call('GET', '/portfolios')).body).toEqual(before.body);
  const replayed = await call('POST', '/portfolios', { displayName: 'before' });
  expect(replayed.headers.get('idempotent-replay')).toBe('true');
});

test('a known-bad member has the contract version of its defect, unless members are stated', async () => {
  const defects = [
    { name: 'older', breaks: [], story: '', parts: () => ({}), contract: { rest: '0.13.0', socket: '1.1.0' } },
  ] as const;
  sandbox = await startSandbox({ defects });
  expect(sandbox.profile.contract).toEqual({ rest: '0.13.0', socket: '1.1.0' });
  await sandbox.close();
  sandbox = await startSandbox({ defects, members: [{ version: '0.12.0' }] });
  expect(sandbox.profile.contract).toEqual({ rest: '0.12.0', socket: '1.4.0' });
});
