/**
 * Clients without code of this project: Node's WebSocket with a bearer header, and the documentation page in Chromium, which is
 * signed in by the page that opened it. browser-client.test.ts has a page that opens sessions by tickets.
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
