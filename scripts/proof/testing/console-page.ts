/** A sandbox, its console in Chromium, and actions for all of its pages. */
import type { BrowserContext, Locator, Page } from 'playwright';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';
import { isChromiumHere, launchChromium } from './chromium.ts';

export interface ConsolePage extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and dialogs of the page, and violations of its policy. A test expects none. */
  readonly complaints: readonly string[];
  /** Opens a view, by default of the sandbox's main console, and waits until it is live. */
  view(name: string, consoleUrl?: string): Promise<void>;
  button(name: string | RegExp, within?: Page | Locator): Locator;
  grid(name: string): Locator;
  region(name: string | RegExp): Locator;
  /** Waits for a text. Rejects if it does not appear. */
  shows(text: string | RegExp): Promise<void>;
  tokenOf(principal: string): Promise<string>;
  /** An open trading session: `closed` resolves to its close code. */
  session(principal: string): Promise<{ readonly closed: Promise<number> }>;
  /** A BUY of one BTC-USD under a key; it rests unless another price is stated. */
  order(
    key: string,
    over?: { readonly price?: string; readonly principal?: string },
  ): Promise<{ readonly status: number; readonly orderId: string }>;
}

/** Starts nothing if there is no browser, because the tests are skipped. */
export async function openConsolePage(...started: Parameters<typeof startSandbox>): Promise<ConsolePage> {
  if (!isChromiumHere) return { [Symbol.asyncDispose]: async () => undefined } as unknown as ConsolePage;
  const sandbox = await startSandbox(...started);
  const browser = await launchChromium();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const tokenOf = (principal: string): Promise<string> => {
    const persona = sandbox.issuer.personas.named(principal);
    if (persona === undefined) throw new Error(`no principal ${principal}`);
    return sandbox.issuer.issue(persona);
  };
  return {
    ...{ sandbox, context, page, complaints, tokenOf },
    async view(name, consoleUrl = sandbox.consoleUrl) {
      await page.goto(`${consoleUrl}#/${name}`);
      await page.getByRole('heading', { level: 2 }).waitFor();
      await page.getByText('live', { exact: true }).waitFor();
    },
    button: (name, within = page) => within.getByRole('button', { name, exact: typeof name === 'string' }),
    grid: (name) => page.getByRole('grid', { name }),
    region: (name) => page.getByRole('region', { name }),
    shows: (text) => page.getByText(text).first().waitFor(),
    async order(key, { price = '90.00', principal = 'trader' } = {}) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      const authorization = `Bearer ${await tokenOf(principal)}`;
      const body = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price, qty: '1' };
      const sent = { method: 'POST', headers: { ...headers, authorization }, body: JSON.stringify(body) };
      const answer = await fetch(`${sandbox.baseUrl}/orders`, sent);
      return { status: answer.status, orderId: ((await answer.json()) as { readonly orderId: string }).orderId };
    },
    async session(principal) {
      const headers = { authorization: `Bearer ${await tokenOf(principal)}` };
      const socket = new WebSocket(sandbox.profile.sockets.trading, { headers });
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      await new Promise((resolve) => socket.once('message', resolve));
      return { closed };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await sandbox.close({ idleGraceMs: 0, deadlineMs: 0 });
    },
  };
}
