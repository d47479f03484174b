/**
 * `npm run pictures`: the pictures of the root README, as Chromium draws the two pages: the report of a check of a member with
 * one defect, and the console of the sandbox that it ran against. They are committed as reports/*.png.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

const BROWSER = '/usr/bin/chromium';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEFECT = 'a-retry-resolves-names-anew';

function touchstone(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [`${ROOT}scripts/touchstone.mjs`, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-pictures-'));
const profile = join(folder, 'profile.json');
const ports = ['--port', '0', '--control-port', '0'];
const sandbox = touchstone('sandbox', '--json', ...ports, '--defect', DEFECT, '--profile-out', profile);
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
try {
  if (sandbox.stdout === null) throw new Error('the sandbox has no output');
  const [line] = await once(createInterface(sandbox.stdout), 'line');
  const { consoleUrl } = JSON.parse(String(line)) as { readonly consoleUrl: string };
  const run = touchstone(
    'check',
    '--target',
    profile,
    '--select',
    'ord/*',
    '--out',
    folder,
    '--format',
    'html',
    '--quiet',
  );
  await once(run, 'exit');
  const page = await browser.newPage({ viewport: { width: 1200, height: 880 } });
  const picture = async (name: string) => {
    await page.screenshot({ path: `${ROOT}reports/${name}.png` });
    process.stdout.write(`reports/${name}.png\n`);
  };
  await page.goto(pathToFileURL(join(folder, 'report.html')).href);
  await page.locator('h1').waitFor();
  await picture('report');
  await page.goto(consoleUrl);
  await page.getByLabel('Outcome').selectOption('refused');
  await page.getByRole('grid').locator('.got-refused').last().click();
  await page.getByText('What would succeed').waitFor();
  await picture('control-page');
} finally {
  await browser.close();
  sandbox.kill();
  rmSync(folder, { recursive: true });
}
