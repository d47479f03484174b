/** The real browser of the tests. A test that is skipped for want of it says so where it is imported. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const PATH = '/usr/bin/chromium';

export const isChromiumHere = existsSync(PATH);
if (!isChromiumHere) console.warn(`skipped: ${PATH} is not here; apt-get install chromium brings it`);

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
