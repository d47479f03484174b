/**
 * scripts/examples/trading-page in Chromium, as a command for `touchstone client`. It is the server of the page, too: it gives
 * it its files, its settings, and tokens. It passes on what the page declares, and exits 0 once the page has done its work.
 *
 *     touchstone client --cors http://localhost:5173 -- node scripts/proof/clients/page-client.ts
 */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from 'playwright';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { optionsGiven, workGiven } from '../../examples/trading-work.ts';
import { launchChromiumIn } from '../testing/chromium.ts';

/** The origin of `--cors`: the page is served by this process, without a port. */
const PAGE_ORIGIN = 'http://localhost:5173';
const FILES = fileURLToPath(new URL('../../examples/trading-page', import.meta.url));
const { baseUrl, tradingUrl, tokenEndpoint, clientId, clientSecret, stateFile } = optionsGiven();
const { account, instrument } = workGiven();

/** A token for the page, or why there is none. */
async function answerToken(route: Route): Promise<void> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
  await route.fulfill({ status: answer.status, contentType: 'application/json', body: await answer.text() });
}

function serve(route: Route): Promise<void> {
  const name = new URL(route.request().url()).pathname.slice(1);
  if (name === 'settings.json') return route.fulfill({ json: { baseUrl, tradingUrl, account, instrument } });
  if (name === 'token') return answerToken(route).catch(() => route.abort());
  if (name === 'trading-page.js' || name === '') return route.fulfill({ path: join(FILES, name || 'index.html') });
  return route.fulfill({ status: 404 });
}

/** After a crash the browser of the process before ends by itself, and leaves its folder then. */
async function left(folder: string): Promise<void> {
  const { sleep } = startStopwatch();
  const isUsed = () => lstatSync(join(folder, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined;
  for (let looks = 0; looks < 100 && isUsed(); looks += 1) await sleep(50);
}

const folder = join(dirname(stateFile), 'browser');
await left(folder);
await using context = await launchChromiumIn(folder);
// A page of this machine's own server needs no permission to call the sandbox here; one that is served without a port does.
await context.grantPermissions(['local-network-access']);
await context.route(`${PAGE_ORIGIN}/**`, serve);
const page = context.pages()[0] ?? (await context.newPage());
page.on('console', (message) => console.log(message.text()));
const failed = new Promise<never>((_, reject) => page.on('pageerror', reject));
await page.goto(`${PAGE_ORIGIN}/`);
await Promise.race([failed, page.getByText('Work: done').waitFor({ timeout: 0 })]);
