import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { serve } from '../sample-platform.ts';

const BROWSER = '/usr/bin/chromium';

test.skipIf(!existsSync(BROWSER))(
  'the page shows the contract and asks nobody but the member for anything',
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
      await page.getByText('Submit an order').click();
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

if (!existsSync(BROWSER)) console.warn(`skipped: ${BROWSER} is not here; apt-get install chromium brings it`);
