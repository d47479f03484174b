/** The traffic of a page in Chromium, exported as a HAR, imports and replays in another sandbox. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { commandIn } from '../../cli/testing/command-in.ts';
import { testFolder } from '../../cli/testing/test-folder.ts';
import { isChromiumHere, launchChromium } from '../testing/chromium.ts';
import { replayedDraft } from './replayed-draft.ts';

const folder = testFolder();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.close();
});

async function token(): Promise<string> {
  const { identity, principals } = sandbox.profile;
  const { clientId, clientSecret } = principals.trader;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(identity.tokenEndpoint, { method: 'POST', body: form });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

/** Runs in the page: an order, a retry, a walk, a cancel, and a session by a ticket. */
async function deedsOfAPage([tradingUrl, bearer]: readonly [string, string]): Promise<void> {
  const send = async (method: string, path: string, key?: string, body?: object) => {
    const answer = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  const order = (clientOrderId: string) => ({
    account: 'main',
    instrument: 'BTC-USD',
    clientOrderId,
    side: 'BUY',
    price: '100.00',
    qty: '1',
  });
  const keys = ['7b9e3d52-1b0c-4f6e-8f6a-2f9d1c3b5a70', '0c8f2a61-9d3e-4b7a-8e5f-6a1b2c3d4e5f'] as const;
  const placed = await send('POST', '/orders', keys[0], order(keys[0]));
  await send('POST', '/orders', keys[0], order(keys[0]));
  await send('POST', '/orders', keys[1], order(keys[1]));
  const page = await send('GET', '/orders?limit=1');
  await send('GET', `/orders?limit=1&cursor=${encodeURIComponent(page['nextCursor'] ?? '')}`);
  await send('POST', `/orders/${placed['orderId']}/cancel`, 'cancel-1', {});
  await send('GET', '/orders/1234567890123456789');
  const { ticket } = await send('POST', '/v1/ws-tickets', undefined, { stream: 'trading' });
  const socket = new WebSocket(`${tradingUrl}?ticket=${ticket}`);
  const next = () =>
    new Promise<void>((resolve) => socket.addEventListener('message', () => resolve(), { once: true }));
  await next();
  socket.send(JSON.stringify({ op: 'subscribe', reqId: 's1', params: { topics: ['orders'] } }));
  await next();
  socket.send(JSON.stringify({ op: 'auth', reqId: 'a1', params: { token: bearer } }));
  await next();
  socket.close();
  await send('GET', `/orders/${placed['orderId']}`);
}

async function recorded(): Promise<{ readonly har: string; readonly bearer: string }> {
  const path = join(folder, 'page.har');
  const bearer = await token();
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ recordHar: { path, content: 'embed', mode: 'full' } });
    const page = await context.newPage();
    await page.goto(`${sandbox.baseUrl}/docs`);
    await page.evaluate(deedsOfAPage, [sandbox.profile.sockets.trading, bearer] as const);
    await context.close();
  } finally {
    await browser.close();
  }
  return { har: await readFile(path, 'utf8'), bearer };
}

async function imported(har: string, ...args: readonly string[]) {
  const file = join(folder, 'incident.har');
  await writeFile(file, har);
  return commandIn(folder).run(['import', file, ...args]);
}

/** As Chromium exports it without sensitive data. */
function sanitised(har: string): string {
  const value = JSON.parse(har) as { log: { entries: { request: { headers: { name: string }[] } }[] } };
  for (const { request } of value.log.entries) {
    request.headers = request.headers.filter(({ name }) => !/^(authorization|cookie)$/i.test(name));
  }
  return JSON.stringify(value);
}

test.skipIf(!isChromiumHere)('a HAR of Chromium imports and replays, sanitised or not', async () => {
  const { har, bearer } = await recorded();
  const whole = await imported(har);
  expect(whole.status, whole.err).toBe(0);
  expect(whole.out).not.toContain(bearer);
  expect(whole.err).toMatch(/^touchstone: \S+: left out: [0-9]+ of pages\n$/);
  const replayed = await replayedDraft(whole.out);
  expect(replayed.mismatches, whole.out).toEqual([]);
  expect(replayed.statuses, whole.out).toEqual([201, 201, 201, 200, 200, 200, 404, 200, 101, 200]);
  expect(whole.out).toContain(`cursor: "\${cursor}"`);
  expect(whole.out).toContain('repeat: key-1');

  const without = await imported(sanitised(har), '--as', 'trader');
  expect(without.err).toContain('each acts as trader');
  expect(without.out).toBe(whole.out);
});
