/**
 * scripts/examples/trading-page in Chromium, as a command for `touchstone client`. It is the server of the page, too: it gives
 * it its files, its settings, and tokens. It passes on what the page declares, and exits 0 once the page has done its work.
 *
 *     touchstone client --cors http://localhost:5173 -- node scripts/proof/clients/page-client.ts
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from 'playwright';
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

const browser = await launchChromiumIn(join(dirname(stateFile), 'browser'));
const [context = await browser.newContext()] = browser.contexts();
try {
  // A page of this machine's own server needs no permission to call the sandbox; one that is served without a port does.
  await context.grantPermissions(['local-network-access']);
  await context.route(`${PAGE_ORIGIN}/**`, serve);
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('console', (message) => console.log(message.text()));
  const failed = new Promise<never>((_, reject) => page.on('pageerror', reject));
  await page.goto(`${PAGE_ORIGIN}/`);
  await Promise.race([failed, page.getByText('Work: done').waitFor({ timeout: 0 })]);
} finally {
  await (await browser.newBrowserCDPSession()).send('Browser.close');
}
