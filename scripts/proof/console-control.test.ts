/** The console's views that change a sandbox, driven in Chromium. A client of the gateway sees the effect of each action. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRESETS } from '../../platform-sim/control/console/faults/presets.ts';
import { EDGE_ROWS } from '../../platform-sim/faults/edges.ts';
import { membersOn, platformOn, standbyOn } from '../../platform-sim/nats/bus/testing/sample-processes.ts';
import { WITHOUT_NATS } from '../../platform-sim/nats/testing/nats-server.ts';
import { natsOf } from '../../platform-sim/nats/testing/sample-nats.ts';
import { axeFindings } from './testing/axe-findings.ts';
import { isChromiumHere } from './testing/chromium.ts';
import { openConsolePage } from './testing/console-page.ts';

const opened = await openConsolePage({ clock: 'virtual', members: [{ version: '0.13.0' }, { version: '0.14.0' }] });
const { sandbox, context, page, complaints, view, button, grid, region, shows, session, order } = opened;
afterAll(() => opened[Symbol.asyncDispose]());
// Advance the clock until the venues report their balances.
beforeAll(() => sandbox?.clock.advance(60_000));

const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

describe.skipIf(!isChromiumHere)('the console', () => {
  test('offers the values that the chosen edge of a fault accepts, and explains a value that it refuses', async () => {
    await view('faults');
    const effects = page.getByLabel('Effect').locator('option');
    for (const edge of ['answer', 'look-up', 'jwks'] as const) {
      await page.getByLabel('Where').selectOption(edge);
      expect(await effects.allTextContents()).toEqual(EDGE_ROWS[edge].takes);
      for (const instead of Object.values(EDGE_ROWS[edge].instead))
        expect(await page.getByRole('definition').filter({ hasText: instead }).count()).toBeGreaterThan(0);
    }
    await page.getByLabel('Where').selectOption('verdict');
    await page.getByLabel('Effect').selectOption('refuse');
    await page.getByLabel('With which code').fill('NO_SUCH_CODE');
    await shows('refuse: no member answers NO_SUCH_CODE');
    expect(await button('Add').isDisabled()).toBe(true);
  });

  test('adds a fault by a preset, shows what it holds, and releases it', async () => {
    await view('faults');
    await button(/answered 202/).click();
    await button('Add').click();
    const fault = region('Standing').getByRole('row').nth(1);
    await fault.getByRole('cell', { name: '0 of 0' }).waitFor();
    const ordered = order('held-1');
    await fault.getByRole('cell', { name: '1 of 1' }).waitFor();
    await region('Waiting now').getByRole('cell', { name: 'held-1' }).waitFor();
    await button(/^Release what f/).click();
    expect(await ordered).toMatchObject({ status: 201 });
    await region('Waiting now').waitFor({ state: 'detached' });
    await button('Remove all').click();
    await shows('No fault stands');
  });

  test('the control plane accepts each preset', async () => {
    await view('faults');
    for (const { name } of PRESETS) {
      await button(name).click();
      const before = sandbox.faults.list().length;
      await button('Add').click();
      await region('Standing')
        .getByRole('row')
        .nth(before + 1)
        .waitFor();
    }
    expect(sandbox.faults.list().map(({ rule }) => Object.keys(rule)[1])).toEqual([
      ...['delay', 'drop', 'crash', 'hold', 'answer', 'cut'],
    ]);
    await button('Remove all').click();
    await shows('No fault stands');
  });

  test('shows a name with markup as text', async () => {
    const name = '<script>document.title="run"</script><b>bold</b>';
    sandbox.faults.add({ on: { owner: 'orders' }, hold: name });
    await view('faults');
    await page.getByRole('cell', { name: `hold ${name}` }).waitFor();
    expect([await page.title(), await page.locator('main script').count()]).toEqual(['Touchstone', 0]);
    sandbox.faults.clear();
  });

  test('drains, returns and deploys a member, and adds and removes one', async () => {
    await view('members');
    const m2 = region('m2');
    await button('Drain m2').click();
    await m2.getByText('drained').waitFor();
    await button('Return m2').click();
    await m2.getByText('serving').waitFor();
    await m2.getByLabel('Version', { exact: true }).selectOption('0.12.0');
    await button('Deploy', m2).click();
    await m2.getByText('0.12.0, socket 1.4.0').waitFor();
    await m2.getByLabel('Lag', { exact: true }).fill('2s');
    await m2.getByRole('form', { name: 'Lag of m2' }).getByRole('button').click();
    await m2.getByText('2 s late').waitFor();
    await m2.getByRole('checkbox', { name: 'algos' }).click();
    await expect.poll(() => surfaceOf('m2', 'algos')).toBe(false);
    await button('Add').click();
    await button('Remove m3').click();
    await button('No').click();
    await button('Remove m3').and(page.locator(':focus')).waitFor();
    expect(await button('Remove m3').and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await button('Remove m3', region('m3')).click();
    await region('m3').waitFor({ state: 'detached' });
    await page.getByLabel('Requests go to members').selectOption('sticky');
    await expect.poll(() => routeNow()).toBe('sticky');
  });

  async function control(path: string) {
    return (await (await fetch(sandbox.controlUrl + path)).json()) as Record<string, never>;
  }
  const surfaceOf = async (member: string, name: string) => (await control(`/members/${member}`))['surfaces']?.[name];
  const routeNow = async () => (await control('/routing'))['route'];

  test('calls any operation by a form that is generated from the document, and shows the answer and a refusal', async () => {
    await view('operations');
    await page.getByLabel('Operation', { exact: true }).selectOption('skewMember');
    expect(await button('Send').isDisabled()).toBe(true);
    await page.getByLabel('name (required)').fill('m1');
    await page.getByLabel('by (required)').fill('soon');
    await button('Send').click();
    await page.getByRole('alert').filter({ hasText: 'must be a duration such as 2s' }).waitFor();
    await page.getByLabel('by (required)').fill('-3s');
    await button('Send').click();
    await region('Answer').getByText('"skew": -3000').waitFor();
    expect(await control('/members/m1')).toMatchObject({ skew: -3000 });
    await page.getByLabel('by (required)').fill('0s');
    await button('Send').click();
    await expect.poll(() => control('/members/m1')).toMatchObject({ skew: 0 });
  });

  test('lists the one process of a sandbox without NATS, and no process of a member', async () => {
    await view('members');
    const processes = page.getByRole('table', { name: 'Processes' }).getByRole('row');
    await processes.filter({ hasText: 'active' }).filter({ hasText: 'm1, m2' }).waitFor();
    expect(await processes.count()).toBe(2);
    expect(await processes.getByText(sandbox.baseUrl, { exact: true }).count()).toBe(1);
    expect(await page.getByRole('term').filter({ hasText: 'Process' }).count()).toBe(0);
  });

  test.skipIf(WITHOUT_NATS !== undefined)(
    'lists the processes on NATS, marks the active platform and those that stand by, and names the process of a member',
    async () => {
      const { url } = await natsOf();
      const active = await platformOn(url);
      standbyOn(url);
      const host = await membersOn(url, '0.14.0', '0.13.0');
      await view('members', active.consoleUrl);
      const listed = page.getByRole('table', { name: 'Processes' }).getByRole('row');
      await listed.filter({ hasText: 'platform' }).filter({ hasText: 'active' }).getByText(active.controlUrl).waitFor();
      await listed.filter({ hasText: 'stands by' }).waitFor();
      await listed.filter({ hasText: host.url }).filter({ hasText: 'm1, m2' }).waitFor();
      const m2 = region('m2');
      await m2.getByText(host.url).waitFor();
      await m2.getByText(new RegExp(`:${process.pid}$`)).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  test('plans a roll, takes a step, starts it, and shows its progress', async () => {
    await view('members');
    await page.getByLabel('Then to').selectOption('0.14.0');
    await button('Plan').click();
    const steps = page.getByRole('list', { name: 'Steps of roll r1' }).getByRole('listitem');
    await steps.first().waitFor();
    const all = await steps.count();
    expect(await steps.filter({ hasText: 'next' }).count()).toBe(1);
    await button('Step roll r1').click();
    await shows(`1 of ${all} steps`);
    await button('Start roll r1').click();
    await sandbox.clock.advance(600_000);
    const roll = region(/^Roll r1/);
    await roll.getByText(`${all} of ${all} steps`).waitFor();
    expect(await steps.filter({ hasText: 'done' }).count()).toBe(all);
    for (const name of ['m1', 'm2']) await region(name).getByText('0.14.0, socket 1.4.0').waitFor();
  });

  test('accepts a roll that is typed in step by step, and removes a wrong step', async () => {
    await view('members');
    await page.getByText('Type a roll in, step by step').click();
    await page.getByLabel('Member', { exact: true }).selectOption('m2');
    await button('Add the step').click();
    await page.getByLabel('Step', { exact: true }).selectOption('crash');
    await button('Add the step').click();
    await button('Remove step 2').click();
    await page.getByLabel('Step', { exact: true }).selectOption('downgrade');
    await page.getByLabel('To version').selectOption('0.13.0');
    await button('Add the step').click();
    await page.getByLabel('Step', { exact: true }).selectOption('return');
    await button('Add the step').click();
    const typed = page.getByRole('list', { name: 'Typed steps' }).getByRole('listitem').locator('b');
    expect(await typed.allTextContents()).toEqual(['m2', 'm2', 'm2']);
    await button('Plan the typed steps').click();
    for (const step of [1, 2, 3]) {
      await button('Step roll r2').click();
      await region(/^Roll r2/)
        .getByText(`${step} of 3 steps`)
        .waitFor();
    }
    await region('m2').getByText('0.13.0, socket 1.4.0').waitFor();
    await fetch(`${sandbox.controlUrl}/members/m2/deploy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: '0.14.0' }),
    });
  });

  test('advances the clock and shows which timers fired', async () => {
    await view('clock');
    const before = sandbox.clock.nowNs();
    await button('+ 10m').click();
    await shows(/^[0-9]+ timers fired up to/);
    await page.getByLabel('By', { exact: true }).fill('1.5h');
    await page.keyboard.press('Enter');
    await expect.poll(() => sandbox.clock.nowNs() - before).toBe(6_000_000_000_000n);
    await page.getByLabel('By', { exact: true }).fill('soon');
    await button('Advance').click();
    await page.getByRole('alert').filter({ hasText: 'must be a duration' }).waitFor();
  });

  test('copies a valid token, and shows none before a click', async () => {
    await view('principals');
    await row('trader').waitFor();
    expect(await page.content()).not.toMatch(/eyJ/);
    await button('Copy token of trader').click();
    await shows('copied');
    expect(await page.content()).not.toMatch(/eyJ/);
    const token = await page.evaluate<string>('navigator.clipboard.readText()');
    const answer = await fetch(`${sandbox.baseUrl}/orders`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await button('Show token of viewer').click();
    await shows(/^eyJ/);
    await button('Hide token of viewer').click();
    await expect.poll(() => page.content()).not.toMatch(/eyJ/);
  });

  test('fills an order in part and wholly, rejects one, moves a quote and sets a balance', async () => {
    const { orderId } = await order('filled-1');
    await view('venue');
    const one = grid('Open orders').getByRole('row').filter({ hasText: orderId });
    await one.click();
    await page.getByLabel('Quantity').fill('0.4');
    await button('Fill').click();
    await one.filter({ hasText: 'PARTIALLY_FILLED' }).filter({ hasText: '0.6 of 1' }).waitFor();
    await page.getByLabel('Reason').selectOption('RATE_CEILING');
    await button('Reject').click();
    await one.waitFor({ state: 'detached' });
    await page.getByLabel('New bid of BTC-USD').fill('101.00');
    await page.getByLabel('New ask of BTC-USD').fill('101.02');
    await button('Move', row('BTC-USD')).click();
    await row('BTC-USD').getByRole('cell', { name: '101.02' }).first().waitFor();
    await page.getByLabel('Asset').selectOption('USD');
    await page.getByLabel('Total').fill('5000.25');
    await button('Set').click();
    await grid('Balances').getByText('5000.25').first().waitFor();
  });

  test('expires one session and revokes another, as their clients see', async () => {
    const clients = [await session('trader'), await session('viewer')];
    await view('sessions');
    const sessionOf = (principal: string) => page.getByRole('row').filter({ hasText: principal });
    await sessionOf('trader').getByRole('button', { name: 'Expire' }).first().click();
    expect(await clients[0]?.closed).toBe(4001);
    await sessionOf('viewer').getByRole('button', { name: 'Revoke' }).click();
    expect(await clients[1]?.closed).toBe(4003);
    await shows('No session is open.');
  });

  test('takes a snapshot, resets with another seed and goes back, asking once before each', async () => {
    await view('worlds');
    await page.getByLabel('Name of the snapshot').fill('before');
    await button('Take').click();
    await row('before').waitFor();
    const head = sandbox.platform.head();
    await page.getByLabel('Seed of the beginning').fill('9');
    await button('Reset this world').click();
    expect(sandbox.platform.head()).toBe(head);
    await page.keyboard.press('Escape');
    await button('Reset this world').click();
    await button('Reset it').click();
    await shows('seed 9 position');
    await button('Restore before').click();
    await button('Restore it').click();
    await shows(`seed 1 position ${head}`);
    expect(sandbox.platform.head()).toBe(head);
  });

  test('makes a world, runs its clock at another speed in its own console, and ends it', async () => {
    await view('worlds');
    await page.getByLabel('Name', { exact: true }).fill('second');
    await page.getByLabel('Clock').selectOption('scaled');
    await button('Create').click();
    await page.getByRole('link', { name: 'Console of second' }).click();
    await shows('world second');
    await page.getByRole('link', { name: 'Clock' }).click();
    await button('Pause').click();
    await page.getByText('scaled, stopped', { exact: false }).first().waitFor();
    const second = sandbox.world('second');
    expect(second?.clock.rate).toBe(0);
    await button('x3600').click();
    await shows('scaled x3600');
    await view('worlds');
    await button('Fork').click();
    await row('w1').waitFor();
    for (const name of ['second', 'w1']) {
      await button(`End ${name}`).click();
      await button(`End ${name}`, row(name)).click();
      await row(name).waitFor({ state: 'detached' });
    }
    expect(sandbox.worlds().map(({ name }) => name)).toEqual(['default']);
  });

  test('axe finds a button without a name, and a text with too little contrast in either scheme', async () => {
    const other = await context.newPage();
    const pale = '<p style="color: #777; background: #888">pale</p>';
    await other.setContent(`<html lang="en"><title>t</title><main><h1>t</h1><button></button>${pale}</main></html>`);
    expect((await axeFindings(other)).toSorted()).toEqual([
      expect.stringMatching(/^dark: color-contrast/),
      expect.stringMatching(/^light: button-name/),
      expect.stringMatching(/^light: color-contrast/),
    ]);
    await other.close();
  });

  test.each(['faults', 'members', 'clock', 'principals', 'venue', 'sessions', 'worlds', 'operations'])(
    'axe finds nothing in %s, light and dark, with something on it',
    async (name) => {
      sandbox.faults.add({ on: { owner: 'orders' }, hold: 'orders', for: '1h' });
      const { closed } = await session('trader');
      await view(name);
      if (name === 'venue') await grid('Open orders').getByRole('row').nth(1).click();
      expect(await axeFindings(page)).toEqual([]);
      sandbox.faults.clear();
      await fetch(`${sandbox.controlUrl}/members/m1/crash`, { method: 'POST' });
      await fetch(`${sandbox.controlUrl}/members/m2/crash`, { method: 'POST' });
      await closed;
    },
  );

  test('the page logged no error', () => {
    expect(complaints).toEqual([]);
  });
});
