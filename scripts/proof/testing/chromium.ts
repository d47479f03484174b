/** The real browser of the tests. If it is missing, importing this file prints that tests are skipped. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright';

const PATH = '/usr/bin/chromium';

export const isChromiumHere = existsSync(PATH);
if (!isChromiumHere) console.warn(`skipped: ${PATH} is not here; apt-get install chromium brings it`);

const OPTIONS = {
  executablePath: PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
};

export function launchChromium(): Promise<Browser> {
  return chromium.launch(OPTIONS);
}

/** A browser that keeps what its pages store in a folder. One browser at a time uses it. */
export function launchChromiumIn(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, OPTIONS);
}
