/**
 * A client that is generated from the member's own document and authorised by a standard OAuth client. Its session is
 * type-checked against the generated types before it runs, so the test fails if the document lacks what a client needs.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The code of a client developer, in TypeScript next to the generated files. */
const SESSION = `
import { cancelOrder, getMe, getOperation, listOrders, submitOrder, type OrderUpdated, type SubmitOrderBody } from './index.ts';
import { createClient } from './client/index.ts';

export async function session(baseUrl: string, token: string, order: SubmitOrderBody) {
  const client = createClient({ baseUrl, auth: () => token });
  const me = await getMe({ client });

  const keys = ['typed-1', 'typed-2', 'typed-3'];
  const placed: OrderUpdated[] = [];
  for (const key of keys) {
    const { data } = await submitOrder({ client, headers: { 'Idempotency-Key': key }, body: { ...order, clientOrderId: key } });
    if (data && 'orderId' in data) placed.push(data);
  }

  const cancelled = await cancelOrder({ client, path: { id: placed[0]?.orderId ?? '' }, headers: { 'Idempotency-Key': 'typed-cancel' }, body: {} });

  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await listOrders({ client, query: { limit: 2, include: 'total', ...(cursor === undefined ? {} : { cursor }) } });
    for (const row of data?.items ?? []) paged.push(row.clientOrderId);
    cursor = data?.nextCursor ?? undefined;
  } while (cursor !== undefined);

  const operation = await getOperation({ client, path: { key: 'typed-cancel' } });
  const refused = await submitOrder({ client, headers: { 'Idempotency-Key': 'typed-refused' }, body: { ...order, price: '0.001' } });
  return {
    capabilities: me.data?.capabilities,
    placed: placed.map((row) => row.clientOrderId),
    cancelled: cancelled.data && 'status' in cancelled.data ? cancelled.data.status : undefined,
    paged,
    outcome: operation.data?.outcome.status,
    refused: { status: refused.response?.status, code: refused.error?.error.code, retryable: refused.error?.error.retryable },
  };
}
`;

let folder: string;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'virtual' });
  await mkdir(join(ROOT, '.touchstone'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.touchstone', 'typed-client-'));
  const document = await fetch(`${sandbox.baseUrl}/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await document.text());
  await run(process.execPath, [
    join(ROOT, 'scripts/client-generator/generate.mjs'),
    join(folder, 'openapi.json'),
    folder,
  ]);
  await writeFile(join(folder, 'session.ts'), SESSION);
}, 300_000);

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

test('its session type-checks against the generated types', async () => {
  const options = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const compilerOptions = { ...options, allowImportingTsExtensions: true, lib: ['es2025', 'dom', 'dom.iterable'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['session.ts'] }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const complaints = await run(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
  expect(complaints).toBe('');
}, 300_000);

test('it places, cancels, pages and polls with a token of a standard OAuth client', async () => {
  const { tokenEndpoint, audience } = sandbox.profile.identity;
  const { trader } = sandbox.profile.principals;
  const issuer = new URL(tokenEndpoint).href.replace(/\/token$/, '');
  const config = await oauth.discovery(new URL(issuer), trader.clientId, trader.clientSecret, undefined, {
    execute: [oauth.allowInsecureRequests],
  });
  const { access_token: token } = await oauth.clientCredentialsGrant(config, { audience });

  const { session } = await import(/* @vite-ignore */ join(folder, 'session.ts'));
  const { account, instrument } = sandbox.profile.fixtures;
  const order = {
    account: account.name,
    instrument: instrument.symbol,
    side: 'BUY',
    price: instrument.price,
    qty: '1',
  };
  const did = await session(sandbox.baseUrl, token, order);

  expect(did).toMatchObject({
    capabilities: ['orders:trade'],
    placed: ['typed-1', 'typed-2', 'typed-3'],
    cancelled: 'CANCELLED',
    outcome: 'SUCCEEDED',
    refused: { status: 422, code: 'TICK_SIZE_VIOLATION', retryable: false },
  });
  expect(did.paged.slice(0, 3)).toEqual(['typed-3', 'typed-2', 'typed-1']);
  expect(new Set(did.paged).size).toBe(did.paged.length);
});
