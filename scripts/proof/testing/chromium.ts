/** The real browser of the tests. If it is missing, importing this file prints that tests are skipped. */
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
