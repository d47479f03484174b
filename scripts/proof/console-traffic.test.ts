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
      readonly comment: string;
      readonly response: { readonly status: number; readonly _error?: string };
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

async function saved(label: string | RegExp): Promise<string> {
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
      '422 TICK_SIZE_VIOLATION',
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
    await page.getByLabel('Outcome').selectOption('refused');
    await page.getByLabel('Principal').selectOption('viewer');
    await shows(/^1 of /);
    await grid('Exchanges').getByText('403 CAPABILITY_DENIED').waitFor();
    await page.getByLabel('Principal').selectOption('');
    await page.getByLabel('Outcome').selectOption('');
    await page.getByLabel('Find').fill('order-1');
    await shows(/^2 of /);
    const shell = commandIn(folder);
    // The scenario saves an id from the answer that created it, so that it plays in any world.
    await read(`/orders/${(await newest()).orderId}`);
    await page.getByLabel('Find').fill('/orders');
    await page.getByLabel('Principal').selectOption('trader');
    await grid('Exchanges')
      .getByText(/^\/orders\/\d+$/)
      .waitFor();
    const scenario = await saved(/^Export scenario/);
    expect(await readFile(scenario, 'utf8')).toMatch(/request: GET \/orders\/\$\{\w+\}/);
    const { status, out } = await shell.run(['replay', scenario]);
    expect(status, out).toBe(0);
    await page.getByLabel('Principal').selectOption('');
    const imported = await shell.run(['import', await saved(/^Export HAR/), '--out', 'imported.yaml']);
    expect(imported.status, imported.err).toBe(0);
    expect(await readFile(join(folder, 'imported.yaml'), 'utf8')).toContain('POST /orders');
  });

  test('shows a session as a row that opens, leaves quotes out, and exports what a socket brought', async () => {
    await view('traffic');
    await page.getByLabel('Find').fill('');
    const socket = await subscribed('trading', 'orders');
    const market = await subscribed('market-data', 'quotes:BTC-USD');
    await grid('Exchanges').getByText('session m1-2, market-data').waitFor();
    await page.getByRole('button', { name: 'of session m1-2, market-data' }).click();
    await grid('Exchanges').getByText('\u2190 quote').waitFor();
    await grid('Exchanges').getByText('\u2192 subscribe').waitFor();
    await page.getByLabel('Quotes').uncheck();
    await grid('Exchanges').getByText('\u2190 quote').waitFor({ state: 'detached' });
    await order('framed-order-1');
    await page.getByLabel('Find').fill('orderUpdated');
    await page.getByRole('button', { name: 'of session m1-1, trading' }).click();
    const opened = async () => {
      await grid('Exchanges')
        .getByText(/^orders, position \d+$/)
        .click();
      const frame = region('Frame');
      for (const said of [
        'm1-1 of the trading socket',
        'm1, sockets 1.4.0',
        'to trader',
        '"clientOrderId": "framed-order-1"',
      ])
        await frame.getByText(said).first().waitFor();
    };
    await opened();
    // Filter, selection and frames stay after a reload, and the group of the selection is open.
    await page.reload();
    expect(await page.getByLabel('Find').inputValue()).toBe('orderUpdated');
    await opened();
    await page.getByLabel('Find').fill('');
    await page.getByRole('combobox', { name: 'Session' }).selectOption('m1-1');
    await shows(/^4 of /);
    const shell = commandIn(folder);
    const ofSocket = await saved(/^Export scenario/);
    expect(await readFile(ofSocket, 'utf8')).toContain('open: session');
    expect(await shell.run(['replay', ofSocket])).toMatchObject({ status: 0 });
    socket.close();
    market.close();
    const har = JSON.parse(await readFile(await saved(/^Export HAR/), 'utf8')) as Har;
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

  test('shows what the client received, and which fault struck it, in the table, the detail and the HAR', async () => {
    const answer = { edge: 'answer', method: 'POST', path: '/orders' } as const;
    sandbox.faults.add({ on: { ...answer, key: 'lost-1' }, drop: 'answer', times: 1 });
    const { id } = sandbox.faults.add({ on: { ...answer, key: 'busy-1' }, answer: { status: 429 }, times: 1 });
    await order('lost-1').catch(() => undefined);
    await order('busy-1').catch(() => undefined);
    await order('unstruck-1');
    sandbox.faults.clear();
    await view('traffic?kind=requests&text=-1');
    for (const [key, outcome, says] of [
      ['lost-1', 'lost (was 201)', 'The order was placed; only its answer was lost.'],
      ['busy-1', `429 by fault ${id}`, 'The order was placed; only its answer was replaced by 429.'],
      ['unstruck-1', '201', ''],
    ] as const) {
      await grid('Exchanges')
        .getByRole('row')
        .filter({ has: page.getByText(key, { exact: true }) })
        .click();
      const detail = region('Exchange');
      await detail.getByRole('heading', { name: 'POST /orders' }).waitFor();
      await detail.getByText(key).first().waitFor();
      expect(await detail.locator('.outcome').textContent()).toContain(outcome);
      expect((await detail.textContent())?.includes('Fault f')).toBe(says !== '');
      if (says !== '') await detail.getByText(says).waitFor();
      await page.keyboard.press('Escape');
    }
    await page.getByLabel('Outcome').selectOption('lost');
    await shows(/^1 of /);
    const har = JSON.parse(await readFile(await saved(/^Export HAR/), 'utf8')) as Har;
    expect(har.log.entries.map(({ response, comment }) => [response.status, response._error, comment])).toEqual([
      [0, 'lost (was 201)', 'lost (was 201). The order was placed; only its answer was lost.'],
    ]);
  });

  test('all attempts of a write are one row that opens, with its polls, and what was sent again wrongly', async () => {
    sandbox.faults.add({ on: { edge: 'verdict', key: 'open-1' }, hold: 'verdict', times: 1 });
    const sent = order('open-1');
    await vi.waitFor(() => expect(sandbox.faults.holds()).toEqual([{ name: 'verdict', count: 1 }]));
    await sandbox.clock.advance(2_000);
    expect((await sent).status).toBe(202);
    sandbox.faults.release('verdict');
    await read('/operations/open-1');
    await order('open-1', { price: '91.00' });
    await order('again-1');
    sandbox.faults.clear();
    await view('traffic?text=open-1');
    await grid('Exchanges')
      .getByRole('row')
      .filter({ has: page.getByText('open-1', { exact: true }) })
      .click();
    const write = region('Write');
    for (const said of [
      '2 s, 2 attempts, 1 poll, 1 replay',
      '202, then SUCCEEDED',
      'attempt on m1 0.14.0',
      'poll on m1 0.14.0',
    ])
      await write.getByText(said).first().waitFor();
    await write.getByText(/^Exchange \d+ sent this key with another body\.$/).waitFor();
    await write.getByRole('button', { name: 'poll on' }).click();
    await region('Exchange').getByRole('heading', { name: 'GET /operations/open-1' }).waitFor();
    // The group of the selection is open: the write and its three requests, besides the head and a step of the clock.
    await expect.poll(() => grid('Exchanges').getByRole('row').count(), { timeout: 10_000 }).toBe(6);
    await page.getByLabel('Find').fill('again-1');
    await grid('Exchanges')
      .getByText(/sent the same order under the key/)
      .waitFor({ state: 'attached' });
  });

  test('a walk over pages shows its queries; keys of the keyboard search, move, open and close', async () => {
    await read('/orders?limit=1');
    await view('traffic');
    await grid('Exchanges').getByText('/orders?limit=1').first().waitFor();
    await grid('Exchanges').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('open-1');
    expect(await page.getByLabel('Find').inputValue()).toBe('open-1');
    await grid('Exchanges').focus();
    await page.keyboard.press('Home');
    await region('Write').waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await grid('Exchanges').getByRole('row').count()).toBe(6);
    await page.keyboard.press('ArrowDown');
    await region('Exchange').waitFor();
    await page.keyboard.press('Escape');
    await region('Exchange').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/#\/traffic\?text=open-1$/);
  });

  test('deploys and steps of the clock are lines; the version is that of the time of the exchange', async () => {
    await order('before-deploy-1');
    await sandbox.clock.advance(5_000);
    await fetch(`${sandbox.controlUrl}/members/m1/deploy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: '0.13.0' }),
    });
    await view('traffic');
    await grid('Exchanges').getByText('m1 restarted at 0.13.0').waitFor();
    await grid('Exchanges')
      .getByText(/clock.*5 s/)
      .waitFor();
    await grid('Exchanges').getByRole('row').filter({ hasText: 'before-deploy-1' }).click();
    await region('Exchange').getByText('m1, contract 0.14.0').waitFor();
  });

  test('below 900 pixels the detail is a sheet', async () => {
    await page.setViewportSize({ width: 400, height: 900 });
    const sheet = await page.locator('.sheet').boundingBox();
    expect(sheet).toEqual({ x: 0, y: 0, width: 400, height: 900 });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 1200, height: 900 });
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
    // The rule is removed, and its strike is still shown.
    await lane.getByText(/fault f\d+/).waitFor();
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
    await region('Write').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await grid('Exchanges').locator('[aria-selected="true"]').getAttribute('aria-rowindex')).toBe('3');
  });

  test.each(['traffic', 'sequence'])('axe finds nothing in %s, light and dark', async (name) => {
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
