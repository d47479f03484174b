/** The example client, recorded under three faults, replays with the same statuses. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readScenario } from '../../../scenarios/index.ts';
import { commandIn } from '../../cli/testing/command-in.ts';
import { Session } from '../../examples/trading-session.ts';
import { NumberedClient } from './numbered-client.ts';
import { recordedWorld } from './recorded-world.ts';
import { replayedDraft } from './replayed-draft.ts';

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };
const SUBMIT = { owner: 'orders', command: 'submit' } as const;
/** Longer than the sandbox's own deadline for an answer. */
const WAIT = { timeout: 20_000, interval: 10 };
/** The retry delay of the client: even a busy machine releases the verdict before the next try. */
const PAUSE_MS = 1_000;

/**
 * Places one order each with a 202 and a later outcome, with a lost answer and with a full inbox. Then the session follows a
 * cancel. @param expectsThree whether the scenario expects the three orders that the client intended to place
 */
async function recordedClient({ hasNewKeyBug = false, expectsThree = false } = {}) {
  await using world = await recordedWorld('real');
  const { profile } = world.sandbox;
  const { clientId, clientSecret } = profile.principals.trader;
  const clientAt = (reached: (address: string) => string): NumberedClient =>
    new NumberedClient({
      baseUrl: reached(profile.baseUrl),
      tradingUrl: reached(profile.sockets.trading),
      tokenEndpoint: reached(profile.identity.tokenEndpoint),
      ...{ clientId, clientSecret, hasNewKeyBug, retryMs: PAUSE_MS, keys: 'trading-client' },
    });
  const ordersOf = async (of: NumberedClient): Promise<number> =>
    (await of.walk('/orders', 100, ({ orderId }) => String(orderId))).length;
  const before = await ordersOf(clientAt((address) => address));
  const client = clientAt(world.through);
  const events: unknown[] = [];
  const session = new Session(client, {
    ...{ url: world.through(profile.sockets.trading), socket: 'trading', topics: ['orders'] },
    ...{ onEvent: ({ event }) => events.push(event), missed: async () => {} },
  });
  await session.open();
  await world.control.addFault({ on: SUBMIT, hold: 'verdict', times: 1 });
  const pending = client.place('held', ORDER);
  // Do not read during the release: either answer would be possible, and the recording replays only one.
  await expect.poll(() => world.statuses().at(-2), WAIT).toBe(202);
  await world.control.release('verdict');
  const { body: held } = await pending;
  await world.control.addFault({ on: { edge: 'answer', method: 'POST', path: '/orders' }, drop: 'answer', times: 1 });
  await client.place('lost', ORDER);
  await world.control.addFault({ on: { edge: 'inbox', ...SUBMIT }, refuse: 'INBOX_FULL', times: 1 });
  await client.place('full', ORDER);
  await client.cancel(String(held['orderId']));
  await expect.poll(() => events.length, WAIT).toBeGreaterThanOrEqual(3);
  await session.close();
  const orders = (await ordersOf(client)) - before;
  await world.control.listFaults();
  const tokens = world.log
    .events()
    .flatMap(({ request }) => request.headers.filter(([name]) => /^authorization$/i.test(name)));
  return {
    ...{ orders, statuses: world.statuses(), ...world.draft('trading-client', expectsThree ? before + 3 : undefined) },
    secrets: [clientSecret, ...new Set(tokens.map(([, value]) => value.replace(/^Bearer /, '')))],
  };
}

test('the client gets its three orders through a 202, a lost answer and a full inbox, and its recording replays', async () => {
  const recorded = await recordedClient();
  expect(recorded.orders).toBe(3);
  expect(recorded.statuses).toEqual([101, 202, 200, 200, 201, 201, 429, 201, 200, 200]);
  for (const secret of recorded.secrets) expect(recorded.text).not.toContain(secret);

  const replayed = await replayedDraft(recorded.text);
  expect(replayed.mismatches, recorded.text).toEqual([]);
  expect(replayed.verdict).toBe('pass');
  expect(replayed.statuses, recorded.text).toEqual(recorded.statuses);
});

test('a client that retries with another key places more orders; the recording fails because of it, and shrinks', async () => {
  const recorded = await recordedClient({ hasNewKeyBug: true, expectsThree: true });
  expect(recorded.orders).toBe(5);
  const replayed = await replayedDraft(recorded.text);
  expect(replayed.verdict, recorded.text).toBe('fail');
  expect(replayed.mismatches).toEqual([expect.stringMatching(/items/)]);

  const folder = await mkdtemp(join(tmpdir(), 'trading-client-'));
  try {
    await writeFile(join(folder, 'client.yaml'), recorded.text);
    const { status, err } = await commandIn(folder).run(['replay', 'client.yaml', '--shrink']);
    expect(status, err).toBe(0);
    const text = await readFile(join(folder, 'client.shrunk.yaml'), 'utf8');
    const { steps } = readScenario(text, 'client.shrunk.yaml');
    expect(steps.length, text).toBeLessThanOrEqual(6);
    expect((await replayedDraft(text)).mismatches).toEqual([expect.stringMatching(/items/)]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
