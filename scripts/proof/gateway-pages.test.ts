/**
 * Clients without code of this project: a page in Chromium that uses a ticket, Node's WebSocket with a bearer header, and the
 * documentation page, which is signed in by the page that opened it.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { WebSocket as UndiciWebSocket } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { isChromiumHere, launchChromium } from './testing/chromium.ts';

const sandbox = await startSandbox({ clock: 'real' });
afterAll(() => sandbox.close());

function token({ issuer }: Pick<Sandbox, 'issuer'> = sandbox): Promise<string> {
  const persona = issuer.personas.named('trader');
  if (persona === undefined) throw new Error('the world has no trader');
  return issuer.issue(persona);
}

/** Runs in the page, on the gateway's own origin, because another origin cannot get a ticket (TKT-12). */
async function sessionOfAPage([tradingUrl, bearer, fresh]: readonly [string, string, string]) {
  const mint = async (): Promise<string> => {
    const minted = await fetch('/v1/ws-tickets', {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ stream: 'trading' }),
    });
    return ((await minted.json()) as { readonly ticket: string }).ticket;
  };
  const isOpened = (socket: WebSocket) =>
    new Promise<boolean>((resolve) => {
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    });
  const frames: unknown[] = [];
  let arrived = (): void => undefined;
  const hear = (frame: unknown): void => {
    frames.push(frame);
    arrived();
  };
  const next = async (): Promise<unknown> => {
    while (frames.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return frames.shift();
  };
  // A busy machine may take longer than the ten seconds of a ticket.
  let socket: WebSocket | undefined;
  let ticket = '';
  for (let n = 0; n < 5 && socket === undefined; n += 1) {
    ticket = await mint();
    const tried = new WebSocket(`${tradingUrl}?ticket=${ticket}`);
    tried.onmessage = ({ data }) => hear(JSON.parse(data as string));
    if (await isOpened(tried)) socket = tried;
  }
  if (socket === undefined) throw new Error('no ticket of five opens a session');
  socket.onclose = ({ code }) => hear(`closed with ${code}`);
  const opened = await next();
  socket.send(JSON.stringify({ op: 'auth', reqId: 'renew-1', params: { token: fresh } }));
  const renewed = await next();
  const spentTwice = await isOpened(new WebSocket(`${tradingUrl}?ticket=${ticket}`));
  socket.close();
  return { opened, renewed, spentTwice };
}

const opened = (data: unknown) => ({ event: 'sessionOpened', msgType: 'sessionOpened', data });
const grant = { capabilities: ['orders:trade'], expiresAtNs: expect.stringMatching(/^[1-9][0-9]{18}$/) };
const renewed = { op: 'auth', reqId: 'renew-1', success: true, session: grant };

test('a client of Node opens a session by its bearer header and renews it', async () => {
  const headers = { authorization: `Bearer ${await token()}` };
  const socket = new UndiciWebSocket(sandbox.profile.sockets.trading, { headers });
  const frames: unknown[] = [];
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data))));
  await once(socket, 'message');
  expect(frames).toEqual([opened(grant)]);
  socket.send(JSON.stringify({ op: 'auth', reqId: 'renew-1', params: { token: await token() } }));
  await once(socket, 'message');
  expect(frames.at(-1)).toEqual(renewed);
  socket.close();
  await once(socket, 'close');
});

describe.skipIf(!isChromiumHere)('in Chromium', { timeout: 300_000 }, () => {
  let browser: Browser;
  // A page of another origin on this machine, as the console's is.
  const opener = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));

  beforeAll(async () => {
    await sandbox.createWorld({ name: 'w', seed: 7, clock: 'real' });
    await new Promise<void>((done) => opener.listen(0, '127.0.0.1', done));
    browser = await launchChromium();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    opener.close();
  });

  test('a page opens a session by a ticket, renews it, and cannot open another', async () => {
    const page = await browser.newPage();
    await page.goto(`${sandbox.baseUrl}/docs`);
    const given = [sandbox.profile.sockets.trading, await token(), await token()] as const;
    expect(await page.evaluate(sessionOfAPage, given)).toEqual({ opened: opened(grant), renewed, spentTwice: false });
    await page.close();
  });

  /** @param openedBy the host of the page that opens the documents and hands them a token */
  async function docs(world: string, openedBy = '127.0.0.1'): Promise<Page> {
    const { baseUrl } = sandbox.world(world) ?? sandbox;
    const bearer = await token(sandbox.world(world));
    const from = await (await browser.newContext()).newPage();
    await from.goto(`http://${openedBy}:${(opener.address() as AddressInfo).port}/`);
    const popup = from.waitForEvent('popup');
    // Runs in the page and does the same as the console (platform-sim/control/console/signed-in-docs.ts).
    await from.evaluate(`{
      const page = open('${baseUrl}/docs');
      addEventListener('message', ({ source, data }) => {
        if (source === page && data.type === 'docs-ready')
          page.postMessage({ type: 'docs-token', principal: '<b>trader', token: '${bearer}' }, '*');
      });
    }`);
    const page = await popup;
    // A busy machine draws the page slowly.
    page.setDefaultTimeout(120_000);
    return page;
  }

  async function executed(page: Page, operation: string): Promise<string> {
    await page.locator(`[id$="-${operation}"] button.opblock-summary-control`).click();
    const block = page.locator(`[id$="-${operation}"]`);
    await block.getByRole('button', { name: 'Execute' }).click();
    await block.locator('.live-responses-table').waitFor();
    expect(await block.locator('.responses-table:not(.live-responses-table)').count()).toBe(1);
    return block.locator('.live-responses-table').innerText();
  }

  test('a read and a write are answered in two clicks, in a world next to the default one', async () => {
    const world = 'w';
    const page = await docs(world);
    await page.getByText('Signed in as <b>trader').waitFor();
    expect(page.url()).toMatch(/\/docs$/);
    expect(await executed(page, 'listOrders')).toMatch(/^\s*Code\s+Details\s+200/);
    const written = await executed(page, 'submitOrder');
    expect(written).toMatch(/^\s*Code\s+Details\s+201/);
    expect(written).toMatch(/"clientOrderId": "docs-[0-9a-f]{16}"/);
    expect(await page.locator('body').innerText()).not.toContain('eyJ');
    const screenshot = process.env['TOUCHSTONE_SCREENSHOTS'];
    if (screenshot !== undefined) await page.screenshot({ path: `${screenshot}/docs-signed-in.png` });
    await page.close();
  });

  test('a page of another machine cannot sign in a user', async () => {
    const page = await docs('default', 'desk.localhost');
    expect(await executed(page, 'listOrders')).toMatch(/^\s*Code\s+Details\s+401/);
    await page.close();
  });
});
