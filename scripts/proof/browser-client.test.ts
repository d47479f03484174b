/**
 * The browser example against the sandbox's faults, in Chromium. Vite builds it unchanged, and it uses its own login: once
 * across origins (`--cors`) and once through Vite's proxy.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../api/sandbox.ts';
import { axeFindings } from './testing/axe-findings.ts';
import { isChromiumHere, launchChromium } from './testing/chromium.ts';

const TIMEOUT_MS = 300_000;
/** Long enough for a busy machine, and short enough to see one lease renewed and another one end. */
const TOKEN_LIFE_S = '15';
const root = fileURLToPath(new URL('../examples/browser-client', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-browser-client-'));

let browser: Browser;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (!isChromiumHere) return;
  browser = await launchChromium();
}, TIMEOUT_MS);
afterAll(async () => {
  for (const close of closing) await close();
  await browser?.close();
  rmSync(folder, { recursive: true });
}, TIMEOUT_MS);

/** Vite's development server for a folder. */
async function served(outDir: string): Promise<PreviewServer> {
  mkdirSync(outDir, { recursive: true });
  const server = await preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  closing.push(() => server.close());
  return server;
}

/** The config reads the sandbox's address when it is loaded. */
function setEnvironment(sandbox: Sandbox, isProxied: boolean): void {
  process.env['GATEWAY'] = sandbox.baseUrl;
  process.env['CONTROL'] = sandbox.controlUrl;
  process.env['VITE_PROXY'] = isProxied ? '1' : '0';
  process.env['TOKEN_LIFE_S'] = TOKEN_LIFE_S;
}

function addressOf(server: PreviewServer): string {
  return (server.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
}

/** The address of the page, and its sandbox. */
async function startDirect(name: string, options: SandboxOptions = {}): Promise<readonly [string, Sandbox]> {
  const outDir = join(folder, name);
  const address = addressOf(await served(outDir));
  const sandbox = await startSandbox({ clock: 'real', cors: [address], ...options });
  closing.push(() => sandbox.close());
  setEnvironment(sandbox, false);
  await build({ root, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
  return [address, sandbox];
}

async function startProxied(): Promise<readonly [string, Sandbox]> {
  const outDir = join(folder, 'proxied');
  const sandbox = await startSandbox({ clock: 'real' });
  closing.push(() => sandbox.close());
  setEnvironment(sandbox, true);
  const address = addressOf(await served(outDir));
  await build({ root, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
  return [address, sandbox];
}

interface LoginOptions {
  /** Whether axe checks the login and the page after it. It must find no violation. */
  readonly isJudged?: boolean;
  /** false: the member opens no socket for the page. */
  readonly isSocketOpened?: boolean;
  /** Called with the URL of each socket that the page tries to open. */
  readonly opened?: string[];
}

async function logIn(
  address: string,
  { isJudged = false, isSocketOpened = true, opened = [] }: LoginOptions = {},
): Promise<Page> {
  const page = await browser.newPage();
  page.on('websocket', (socket) => opened.push(socket.url()));
  page.setDefaultTimeout(45_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Sign in to the sandbox' }).waitFor();
  if (isJudged) expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'trader', exact: true }).click();
  await page.getByText('logged in', { exact: true }).waitFor();
  if (isSocketOpened) await isLive(page);
  if (isJudged) expect(await axeFindings(page)).toEqual([]);
  return page;
}

const isLive = (page: Page) => shows(page, '#socket', 'live');
const happened = (page: Page, what: string, times = 1) => shows(page, '#log li', what, times);
const outcome = (page: Page, what: string) => shows(page, '#outcome', what);

/** A failure prints what the page shows instead. */
async function shows(page: Page, selector: string, hasText: string, times = 1): Promise<void> {
  const seen = page.locator(selector, { hasText }).nth(times - 1);
  await seen.waitFor().catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await page.locator('body').innerText()}`);
  });
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy BTC-USD' }).click();
}

async function ordersOf(sandbox: Sandbox): Promise<number> {
  const headers = { Authorization: `Bearer ${await sandbox.token('trader')}` };
  const answer = await fetch(`${sandbox.baseUrl}/orders?limit=100`, { headers });
  return ((await answer.json()) as { readonly items: readonly unknown[] }).items.length;
}

const LOST_ANSWER = { on: { edge: 'answer', method: 'POST', path: '/orders' }, drop: 'answer', times: 1 } as const;
const HELD_VERDICT = { on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 } as const;
const TWICE = { on: { edge: 'frame', frame: 'orderUpdated' }, duplicate: true, times: 1 } as const;
const NO_TOKENS = { on: { edge: 'token' }, fail: true } as const;

describe.skipIf(!isChromiumHere)('the browser client', { timeout: TIMEOUT_MS }, () => {
  test('across origins: 202, a lost answer, duplicate frames, the end of a lease, a deploy', async () => {
    const [address, sandbox] = await startDirect('direct');
    const { control } = sandbox;
    const page = await logIn(address, { isJudged: true });
    expect(new URL(page.url()).href).toBe(`${address}/`);
    const before = await ordersOf(sandbox);

    await control.addFault(HELD_VERDICT);
    await buy(page);
    await happened(page, '202: its outcome is polled for');
    await control.release('verdict');
    await outcome(page, 'accepted');

    await control.addFault(LOST_ANSWER);
    await buy(page);
    // Chromium itself may retry on a reused connection. The page sees the replay in both cases.
    await happened(page, 'the first try was carried out');
    await outcome(page, 'accepted');
    expect(await ordersOf(sandbox)).toBe(before + 2);

    await isLive(page);
    await control.addFault(TWICE);
    await buy(page);
    await happened(page, 'an event came twice, and was dropped');

    await happened(page, 'the lease is renewed');
    const { id } = await control.addFault(NO_TOKENS);
    await happened(page, 'the token was not renewed');
    await happened(page, 'the socket closed: 4001');
    await control.removeFault(id);
    await isLive(page);

    await control.deployMember('m1', { version: '0.14.0' });
    await happened(page, 'the socket closed: 1001');
    await isLive(page);
    await buy(page);
    await outcome(page, 'accepted');
    expect(await ordersOf(sandbox)).toBe(before + 4);
    const screenshot = process.env['TOUCHSTONE_SCREENSHOTS'];
    if (screenshot !== undefined) await page.screenshot({ path: `${screenshot}/browser-client.png`, fullPage: true });
  });

  const others: readonly (readonly [string, SandboxOptions])[] = [
    ['a member that takes the other branch of each decision', { permissive: ['decisions'] }],
    [
      'a member that answers every write with 202, and replays it',
      { permissive: ['key-replays-the-202', 'every-write-202'] },
    ],
    [
      'a deploy window of 0.13.0 and 0.14.0',
      { route: 'random', members: [{ version: '0.13.0' }, { version: '0.14.0' }] },
    ],
  ];
  test.each(others)('%s: an order is accepted once, after a 202 too, and the page goes live', async (name, options) => {
    const [address, sandbox] = await startDirect(name.replaceAll(' ', '-'), options);
    const { control } = sandbox;
    const page = await logIn(address);
    const before = await ordersOf(sandbox);
    await control.addFault(HELD_VERDICT);
    await buy(page);
    await happened(page, '202: its outcome is polled for');
    await control.release('verdict');
    await outcome(page, 'accepted');
    await buy(page);
    await expect.poll(() => ordersOf(sandbox), { timeout: 45_000 }).toBe(before + 2);
    await outcome(page, 'accepted');
  });

  test('a member without tickets: the page says why it has no socket, and reads the orders', async () => {
    const [address, sandbox] = await startDirect('no-tickets', {
      members: [{ version: '0.14.0', surfaces: { tickets: false } }],
    });
    const opened: string[] = [];
    const page = await logIn(address, { isSocketOpened: false, opened });
    await happened(page, 'the socket did not open: no ticket, TICKETS_UNAVAILABLE', 2);
    const before = await ordersOf(sandbox);
    await buy(page);
    await outcome(page, 'accepted');
    await expect.poll(() => page.locator('#orders tr').count(), { timeout: 45_000 }).toBe(before + 1);
    expect(opened).toEqual([]);
  });

  test("through Vite's proxy: a lost answer is the proxy's own 502, and closes come through", async () => {
    const [address, sandbox] = await startProxied();
    const { control } = sandbox;
    const page = await logIn(address);
    const before = await ordersOf(sandbox);

    await control.addFault(LOST_ANSWER);
    await buy(page);
    await happened(page, '502: asked again with the same key');
    await outcome(page, 'accepted');
    expect(await ordersOf(sandbox)).toBe(before + 1);

    await isLive(page);
    await control.deployMember('m1', { version: '0.14.0' });
    await happened(page, 'the socket closed: 1001');
    await isLive(page);
  });
});
