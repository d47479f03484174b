/** The page of the documents, signed in by the page that opened it, and what can be tried there in two clicks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { isChromiumHere, launchChromium } from './testing/chromium.ts';

const TIMEOUT_MS = 300_000;

describe.skipIf(!isChromiumHere)('the documents, signed in', { timeout: TIMEOUT_MS }, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  // A page of another origin on this machine, as the console's is.
  const opener = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));

  beforeAll(async () => {
    sandbox = await startSandbox({ clock: 'real' });
    await sandbox.createWorld({ name: 'w', seed: 7, clock: 'real' });
    await new Promise<void>((done) => opener.listen(0, '127.0.0.1', done));
    browser = await launchChromium();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await browser.close();
    opener.close();
    await sandbox.close();
  });

  /** @param openedBy the host of the page that opens the documents and hands them a token */
  async function docs(world: string, openedBy = '127.0.0.1'): Promise<Page> {
    const { baseUrl, issuer } = sandbox.world(world) ?? sandbox;
    const persona = issuer.personas.named('trader');
    const token = persona && (await issuer.issue(persona));
    const from = await (await browser.newContext()).newPage();
    await from.goto(`http://${openedBy}:${(opener.address() as AddressInfo).port}/`);
    const popup = from.waitForEvent('popup');
    // Runs in the page: as the console does it (platform-sim/control/console/signed-in-docs.ts).
    await from.evaluate(`{
      const page = open('${baseUrl}/docs');
      addEventListener('message', ({ source, data }) => {
        if (source === page && data.type === 'docs-ready')
          page.postMessage({ type: 'docs-token', principal: '<b>trader', token: '${token}' }, '*');
      });
    }`);
    return popup;
  }

  async function executed(page: Page, operation: string): Promise<string> {
    await page.locator(`[id$="-${operation}"] button.opblock-summary-control`).click();
    const block = page.locator(`[id$="-${operation}"]`);
    await block.getByRole('button', { name: 'Execute' }).click();
    await block.locator('.live-responses-table').waitFor();
    expect(await block.locator('.responses-table:not(.live-responses-table)').count()).toBe(1);
    return block.locator('.live-responses-table').innerText();
  }

  test('a read and a write are answered in two clicks, in a world beside the default one', async () => {
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

  test('a page of another machine signs nobody in', async () => {
    const page = await docs('default', 'desk.localhost');
    expect(await executed(page, 'listOrders')).toMatch(/^\s*Code\s+Details\s+401/);
    await page.close();
  });
});
