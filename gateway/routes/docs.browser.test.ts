import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { expect, test } from 'vitest';
import { SOCKET_REFUSALS } from '../contract/socket-refusals.ts';
import { serve } from '../testing/sample-platform.ts';

const BROWSER = '/usr/bin/chromium';

test.skipIf(!existsSync(BROWSER))(
  'the page shows the contract and asks nobody but the member for anything',
  { timeout: 300_000 },
  async () => {
    await using serving = await serve();
    const browser = await chromium.launch({
      executablePath: BROWSER,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${serving.baseUrl}/docs`);
      await page.getByText('/orders/{id}/cancel').waitFor();
      await page.getByRole('button', { name: 'Submit an order' }).click();
      await page.getByText('Idempotency-Key').first().waitFor();
      const screenshot = process.env['TOUCHSTONE_SCREENSHOTS'];
      if (screenshot !== undefined) await page.screenshot({ path: `${screenshot}/docs.png` });
      expect(asked.filter((url) => !url.startsWith(serving.baseUrl) && !url.startsWith('data:'))).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

test.skipIf(!existsSync(BROWSER))(
  'and the sockets, each op and event with its frames, and the refusal codes: light and dark, and on a phone',
  { timeout: 300_000 },
  async () => {
    await using serving = await serve();
    const browser = await chromium.launch({
      executablePath: BROWSER,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      for (const look of LOOKS) expect(await shown(browser, serving.baseUrl, look)).toEqual(AS_IT_SHOULD_BE);
    } finally {
      await browser.close();
    }
  },
);

const AS_IT_SHOULD_BE = {
  openings: 2,
  ops: ['auth', 'subscribe', 'unsubscribe', 'submit', 'cancel', 'auth', 'subscribe', 'unsubscribe'],
  codes: Object.keys(SOCKET_REFUSALS),
  frame: true,
  tooWide: [],
  legible: true,
  complaints: [],
};

async function shown(browser: Browser, baseUrl: string, { name, ...look }: (typeof LOOKS)[number]) {
  const page = await browser.newPage(look);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${baseUrl}/docs`);
  await page.getByRole('heading', { name: 'Refusal codes' }).waitFor();
  const sockets = page.locator('#sockets');
  await sockets.getByText('Submits an order').click();
  const seen = {
    openings: await sockets.locator('section.socket', { hasText: 'new WebSocket' }).count(),
    ops: await sockets.locator('summary:has(.op) code').allInnerTexts(),
    codes: await sockets.locator('td code').allInnerTexts(),
    frame: await sockets.getByText('"op": "submit"').first().isVisible(),
    // Runs in the page: elements wider than the page, and whether the page uses the colours of the part above.
    tooWide: (await page.evaluate(
      `[...document.querySelectorAll('#sockets *')].filter((e) => !e.closest('pre') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))`,
    )) as string[],
    legible: (await page.evaluate(
      `getComputedStyle(document.body).backgroundColor === (${look.colorScheme === 'dark'} ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)')`,
    )) as boolean,
    complaints,
  };
  const screenshots = process.env['TOUCHSTONE_SCREENSHOTS'];
  if (screenshots !== undefined) {
    await sockets.screenshot({ path: `${screenshots}/sockets-${name}.png` });
    await page.evaluate('scrollTo(0, document.getElementById("sockets").offsetTop - innerHeight / 2)');
    await page.screenshot({ path: `${screenshots}/docs-${name}.png` });
  }
  await page.close();
  return seen;
}

if (!existsSync(BROWSER)) console.warn(`skipped: ${BROWSER} is not here; apt-get install chromium brings it`);
