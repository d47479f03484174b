/** The console's views of traffic, driven in Chromium: the reason of a refusal, copies that run, and a held write. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SANDBOX_WIRING } from '../cli/sandbox/sandbox-wiring.ts';
import { commandIn } from '../cli/testing/command-in.ts';
import { axeFindings } from './testing/axe-findings.ts';
import { isChromiumHere } from './testing/chromium.ts';
import { openConsolePage } from './testing/console-page.ts';

const opened = await openConsolePage({ clock: 'virtual', seed: 1 }, SANDBOX_WIRING);
const { sandbox, page, complaints, view, grid, region, shows, tokenOf, order } = opened;
const folder = await mkdtemp(join(tmpdir(), 'console-traffic-'));
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly _webSocketMessages?: readonly { readonly type: string; readonly data: string }[];
    }[];
  };
}

function kindOf(data: string): unknown {
  const { event, op } = JSON.parse(data) as { readonly event?: string; readonly op?: string };
  return event ?? op;
}

/** A socket of the trader that has authenticated by op auth and subscribed. */
async function subscribed(name: string, topic: string): Promise<WebSocket> {
  const token = await tokenOf('trader');
  const socket = new WebSocket(`${sandbox.baseUrl.replace(/^http/, 'ws')}/v1/ws/${name}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 'auth', reqId: 'a', params: { token } }));
  socket.send(JSON.stringify({ op: 'subscribe', reqId: 's', params: { topics: [topic] } }));
  return socket;
}

async function read(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${await tokenOf('trader')}` };
  return (await fetch(`${sandbox.baseUrl}${path}`, { headers })).json();
}

async function newest(): Promise<{ readonly orderId: string }> {
  const { items } = (await read('/orders?limit=100')) as { readonly items: readonly { readonly orderId: string }[] };
  return items.toSorted((a, b) => (BigInt(a.orderId) < BigInt(b.orderId) ? 1 : -1))[0] ?? { orderId: '' };
}

async function copied(label: string): Promise<string> {
  await page.getByRole('button', { name: label }).click();
  await shows('copied');
  return page.evaluate('navigator.clipboard.readText()');
}

async function saved(label: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

describe.skipIf(!isChromiumHere)('the console', () => {
  test('says why a call was refused: who refused it, the rule, the requirement, what would succeed', async () => {
    await view('traffic');
    await order('fine-price-1', { price: '90.001' });
    await grid('Exchanges').getByText('422 TICK_SIZE_VIOLATION').click();
    const exchange = region('Exchange');
    for (const said of [
      'm1, contract 0.14.0',
      'the record owner, through stage send, on m1',
      'price: 90.001 is no multiple of the tick 0.01',
      'ORD-08',
      'State a price on the tick, under a new key',
      '"price": "90.001"',
      'by trader',
    ])
      await exchange.getByText(said).first().waitFor();
    expect(await exchange.textContent()).not.toMatch(/eyJ/);
  });

  test('copies the call as a command line that repeats it', async () => {
    const { stdout } = await promisify(execFile)('sh', ['-c', await copied('Copy as curl')]);
    expect(stdout).toMatch(/^HTTP\/1\.1 422 /);
    expect(stdout).toMatch(/^Idempotent-Replay: true/im);
    expect(await copied('Copy as vitest test')).toContain('toBe("TICK_SIZE_VIOLATION")');
    expect(await copied('Copy as scenario step')).toContain('request: "POST /orders"');
  });

  test('filters, and exports what is shown as a scenario that replays and as a HAR that imports', async () => {
    await order('plain-order-1');
    await order('viewer-order-1', { principal: 'viewer' });
    await view('traffic');
    await page.getByLabel('Answer').selectOption('refused');
    await page.getByLabel('Principal').selectOption('viewer');
    await shows(/^1 of /);
    await grid('Exchanges').getByText('403 CAPABILITY_DENIED').waitFor();
    await page.getByLabel('Principal').selectOption('');
    await page.getByLabel('Answer').selectOption('');
    await page.getByLabel('Find').fill('order-1');
    await shows(/^2 of /);
    const shell = commandIn(folder);
    // The scenario saves an id from the answer that created it, so that it plays in any world.
    await read(`/orders/${(await newest()).orderId}`);
    await page.getByLabel('Find').fill('/orders');
    await page.getByLabel('Principal').selectOption('trader');
    await grid('Exchanges')
      .getByText(/^GET \/orders\/\d+$/)
      .waitFor();
    const scenario = await saved('Export scenario');
    expect(await readFile(scenario, 'utf8')).toMatch(/request: GET \/orders\/\$\{\w+\}/);
    const { status, out } = await shell.run(['replay', scenario]);
    expect(status, out).toBe(0);
    await page.getByLabel('Principal').selectOption('');
    const imported = await shell.run(['import', await saved('Export HAR'), '--out', 'imported.yaml']);
    expect(imported.status, imported.err).toBe(0);
    expect(await readFile(join(folder, 'imported.yaml'), 'utf8')).toContain('POST /orders');
  });

  test('shows each event frame of a session, leaves quotes out, and exports what a socket brought', async () => {
    await view('traffic');
    await page.getByLabel('Find').fill('');
    const socket = await subscribed('trading', 'orders');
    const market = await subscribed('market-data', 'quotes:BTC-USD');
    await grid('Exchanges').getByText('quotes:BTC-USD').waitFor();
    await page.getByLabel('Quotes').uncheck();
    await grid('Exchanges').getByText('quotes:BTC-USD').waitFor({ state: 'detached' });
    await order('framed-order-1');
    await page.getByLabel('Kind').selectOption('socket events');
    await page.getByLabel('Find').fill('orderUpdated');
    await grid('Exchanges')
      .getByText(/^orders, position \d+$/)
      .click();
    const frame = region('Frame');
    for (const said of [
      'm1-1 of the trading socket',
      'm1, contract 0.14.0',
      'to trader',
      '"clientOrderId": "framed-order-1"',
    ])
      await frame.getByText(said).first().waitFor();
    await page.getByLabel('Kind').selectOption('');
    await page.getByLabel('Find').fill('');
    await page.getByRole('combobox', { name: 'Session' }).selectOption('m1-1');
    await shows(/^4 of /);
    const shell = commandIn(folder);
    const ofSocket = await saved('Export scenario');
    expect(await readFile(ofSocket, 'utf8')).toContain('open: session');
    expect(await shell.run(['replay', ofSocket])).toMatchObject({ status: 0 });
    socket.close();
    market.close();
    const har = JSON.parse(await readFile(await saved('Export HAR'), 'utf8')) as Har;
    expect(
      har.log.entries.map(({ _webSocketMessages: messages }) =>
        messages?.map(({ type, data }) => [type, kindOf(data)]),
      ),
    ).toEqual([
      [
        ['receive', 'sessionOpened'],
        ['send', 'auth'],
        ['receive', 'auth'],
        ['send', 'subscribe'],
        ['receive', 'subscribe'],
        ['receive', 'orderUpdated'],
      ],
    ]);
  });

  test('draws a held write from its arrival on, and releases it', async () => {
    sandbox.faults.add({ on: { edge: 'verdict', key: 'held-write-1' }, hold: 'verdict' });
    await view('sequence');
    const ordered = order('held-write-1');
    const lane = page.getByRole('list', { name: 'The write of key held-write-1' });
    await lane.getByText('held by').waitFor();
    expect(await lane.getByRole('listitem').locator('b').allTextContents()).toEqual([
      ...['look-up (m1)', 'send (m1)', 'inbox (m1)', 'verdict (m1)'],
    ]);
    await lane.getByRole('button', { name: 'Release verdict' }).click();
    expect((await ordered).status).toBe(201);
    await page.getByRole('searchbox', { name: 'Write of key' }).fill('held-write-1');
    await lane.getByText('answer').waitFor();
    expect(await lane.getByRole('listitem').last().textContent()).toContain('201');
    sandbox.faults.clear();
    // A console that is opened later shows the edges, too.
    await page.reload();
    await page.getByRole('searchbox', { name: 'Write of key' }).fill('held-write-1');
    await lane.getByText('answer').waitFor();
    expect(await lane.getByRole('listitem').locator('b').allTextContents()).toEqual(
      expect.arrayContaining(['look-up (m1)', 'verdict (m1)', 'applied (m1)', 'answer']),
    );
  });

  test('only the visible rows of thousands are drawn', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('trader')}` };
    await view('traffic');
    for (let round = 0; round < 40; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, () => fetch(`${sandbox.baseUrl}/me`, { headers }).then((one) => one.text())),
      );
    await vi.waitFor(
      async () => expect(Number(await grid('Exchanges').getAttribute('aria-rowcount'))).toBeGreaterThan(2_000),
      20_000,
    );
    expect(await grid('Exchanges').getByRole('row').count()).toBeLessThan(80);
    await grid('Exchanges').focus();
    await page.keyboard.press('Home');
    await region('Exchange').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await grid('Exchanges').locator('[aria-selected="true"]').getAttribute('aria-rowindex')).toBe('3');
  });

  test.each(['traffic', 'sequence'])('axe finds nothing serious in %s, light and dark', async (name) => {
    await view(name);
    await grid(name === 'traffic' ? 'Exchanges' : 'Records')
      .getByRole('row')
      .nth(2)
      .click();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('runs no script that a client sent', async () => {
    await order('<script>document.title="run"</script>');
    await view('traffic');
    await page.getByLabel('Find').fill('<script>');
    await shows(/^[1-9]\d* of /);
    expect(await page.title()).toBe('Touchstone');
    expect(complaints).toEqual([]);
  });
});
