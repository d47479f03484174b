/** What the plane lists of the platform's state: principals, instruments, balances. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { callerOf, sandboxOf } from '../testing/sample-caller.ts';
import { shapeOf } from '../testing/sample-plane.ts';
import { EVENT_SHAPES, type EventName } from './events/event-shapes.ts';

async function read<Item>(url: string, path: string): Promise<readonly Item[]> {
  const body = await (await fetch(url + path)).json();
  expect(shapeOf('GET', path)?.safeParse(body).error).toBeUndefined();
  return (body as { readonly items: readonly Item[] }).items;
}

test('principals stand with what the records grant them, and with no secret', async () => {
  const sandbox = await sandboxOf();
  const principals = await read<Record<string, unknown>>(sandbox.controlUrl, '/principals');
  expect(principals.map(({ name }) => name)).toEqual(Object.keys(sandbox.profile.principals));
  expect(principals.find(({ name }) => name === 'trader')).toMatchObject({
    org: sandbox.profile.principals.trader.org,
    user: sandbox.profile.principals.trader.userId,
    userStatus: 'ACTIVE',
    capabilities: ['orders:trade'],
  });
  const text = JSON.stringify(principals);
  for (const { clientSecret } of Object.values(sandbox.profile.principals)) expect(text).not.toContain(clientSecret);
});

test('an instrument stands with its quote, once it is moved with the new one', async () => {
  const sandbox = await sandboxOf();
  const { id, symbol } = sandbox.profile.fixtures.instrument;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ instrumentId: id, bid: '77.00', ask: '77.02' });
  await fetch(`${sandbox.controlUrl}/quotes`, { method: 'POST', headers, body });
  const instruments = await read<Record<string, unknown>>(sandbox.controlUrl, '/instruments');
  expect(instruments.find((one) => one['instrumentId'] === id)).toMatchObject({
    symbol,
    quote: { bid: '77.00', ask: '77.02' },
  });
  const { id: unpriced } = sandbox.profile.fixtures.unpricedInstrument;
  expect(instruments.find((one) => one['instrumentId'] === unpriced)).toMatchObject({ quote: null });
});

test('balances stand by account and asset, at most as many as are asked for', async () => {
  const sandbox = await sandboxOf({ clock: 'virtual' });
  await sandbox.clock.advance(60_000);
  const all = await read<Record<string, unknown>>(sandbox.controlUrl, '/balances');
  expect(all.length).toBeGreaterThan(1);
  expect(all[0]).toMatchObject({ accountId: 1, asset: expect.stringMatching(/^[A-Z]+$/), total: expect.any(String) });
  expect(await read(sandbox.controlUrl, '/balances?limit=1')).toEqual(all.slice(0, 1));
});

test('each event of the stream has its published shape, and a section is sent again only once it has changed', async () => {
  const sandbox = await sandboxOf({ clock: { rate: 60 } });
  const trader = await callerOf(sandbox, 'trader');
  await trader.order('main');
  const stop = new AbortController();
  const { body } = await fetch(`${sandbox.controlUrl}/events`, { signal: stop.signal });
  const names: string[] = [];
  let text = '';
  let isMoved = false;
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk);
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/m.exec(event) ?? [];
      if (name === '') continue;
      const shape: z.ZodType = EVENT_SHAPES[name as EventName];
      expect([name, shape.safeParse(JSON.parse(data)).error]).toEqual([name, undefined]);
      names.push(name);
    }
    if (isMoved) {
      if (names.filter((name) => name === 'clock').length === 2) break;
    } else if (names.includes('snapshots')) {
      isMoved = true;
      const headers = { 'content-type': 'application/json' };
      await fetch(`${sandbox.controlUrl}/clock/rate`, { method: 'POST', headers, body: '{"rate":0}' });
    }
  }
  stop.abort();
  expect(names).toEqual(expect.arrayContaining(['exchange', 'record', 'sessions', 'principals', 'orders', 'routing']));
  expect(names.filter((name) => name === 'principals')).toHaveLength(1);
});
