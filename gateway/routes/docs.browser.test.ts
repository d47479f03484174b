import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOCKET_REFUSALS } from '../contract/socket-refusals.ts';
import { type Serving, serve } from '../testing/sample-platform.ts';

const BROWSER = '/usr/bin/chromium';
if (!existsSync(BROWSER)) console.warn(`skipped: ${BROWSER} is not here; apt-get install chromium brings it`);

const LOOKS = [
  ['light', 'light', { width: 1280, height: 900 }],
  ['dark', 'dark', { width: 1280, height: 900 }],
  ['phone', 'light', { width: 390, height: 844 }],
  ['phone-dark', 'dark', { width: 390, height: 844 }],
] as const;

const screenshots = process.env['TOUCHSTONE_SCREENSHOTS'];

// One page for all: a browser without a graphics card takes ten seconds and more to lay the contract out.
describe.skipIf(!existsSync(BROWSER))('the documents in a browser', { timeout: 300_000 }, () => {
  let serving: Serving;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    serving = await serve();
    browser = await chromium.launch({
      executablePath: BROWSER,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    page = await browser.newPage({ viewport: LOOKS[0][2] });
    // A busy machine may lay out for longer than Playwright waits by itself.
    page.setDefaultTimeout(300_000);
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${serving.baseUrl}/docs`);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await serving[Symbol.asyncDispose]();
  });

  test('show the sockets, each op and event with its frames, and the refusal codes', async () => {
    await page.getByRole('heading', { name: 'Refusal codes' }).waitFor();
    const sockets = page.locator('#sockets');
    await sockets.getByText('Submits an order').click();
    expect(await sockets.locator('section.socket', { hasText: 'new WebSocket' }).count()).toBe(2);
    expect(await sockets.locator('summary:has(.op) code').allInnerTexts()).toEqual([
      'auth',
      'subscribe',
      'unsubscribe',
      'submit',
      'cancel',
      'auth',
      'subscribe',
      'unsubscribe',
    ]);
    expect(await sockets.locator('td code').allInnerTexts()).toEqual(Object.keys(SOCKET_REFUSALS));
    expect(await sockets.getByText('"op": "submit"').first().isVisible()).toBe(true);
  });

  test.each(LOOKS)('are legible and no wider than the page: %s', async (name, colorScheme, viewport) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    // Both run in the page: elements wider than it, and whether it uses the colours of the part above.
    const tooWide = await page.evaluate(
      `[...document.querySelectorAll('#sockets *')].filter((e) => !e.closest('pre') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))`,
    );
    expect(tooWide).toEqual([]);
    // The page may paint in the former colours once more.
    await expect
      .poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor'), { timeout: 60_000 })
      .toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)');
    if (screenshots === undefined) return;
    await page.locator('#sockets').screenshot({ path: `${screenshots}/sockets-${name}.png` });
    await page.evaluate('scrollTo(0, document.getElementById("sockets").offsetTop - innerHeight / 2)');
    await page.screenshot({ path: `${screenshots}/docs-${name}.png` });
  });

  test('show the contract, send requests to the member alone, and log no error', async () => {
    await page.getByText('/orders/{id}/cancel').waitFor();
    await page.getByRole('button', { name: 'Submit an order' }).click();
    await page.getByText('Idempotency-Key').first().waitFor();
    if (screenshots !== undefined) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(LOOKS[0][2]);
      await page.screenshot({ path: `${screenshots}/docs.png` });
    }
    expect(asked.filter((url) => !url.startsWith(serving.baseUrl) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
