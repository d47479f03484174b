/** What a client of a sandbox's sockets sees while a fault acts between it and the member. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { callerOf, sandboxOf } from '../testing/sample-caller.ts';
import { marketDataSocket, type SampleSocket, tokenOf, tradingSocket } from '../testing/sample-socket.ts';
import type { FaultRule } from './rule-shape.ts';

const OPENED = /^\{"event":"sessionOpened"/;

/** The next messages of a client: frames by their beginning, or a close code. */
async function heard(client: SampleSocket, count: number): Promise<readonly (string | number)[]> {
  const all: (string | number)[] = [];
  for (let n = 0; n < count; n += 1) all.push(brief(await client.next()));
  return all;
}

function brief(what: string | number): string | number {
  if (typeof what === 'number') return what;
  try {
    const { event, reqId, success } = JSON.parse(what) as Record<string, unknown>;
    return event === undefined ? `${reqId} ${success}` : String(event);
  } catch {
    return 'no JSON';
  }
}

/** Adds a rule over the control plane. */
async function add(sandbox: Sandbox, rule: FaultRule): Promise<string> {
  const answer = await fetch(`${sandbox.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { readonly id: string }).id;
}

const firings = ({ faults }: Sandbox, id: string) => faults.get(id)?.firings;

/** Resolves when a fault holds something. */
async function untilHeld({ faults }: Sandbox, id: string): Promise<void> {
  while (faults.get(id)?.held !== 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a handshake', () => {
  test('is refused as often as the rule states, and opens after that', async () => {
    const sandbox = await sandboxOf();
    const id = await add(sandbox, {
      on: { edge: 'handshake', socket: 'trading', org: 1 },
      refuse: 'NOT_PRIMED',
      times: 1,
    });
    const { socket } = await tradingSocket(sandbox);
    const [, { statusCode, headers }] = await once(socket, 'unexpected-response');
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    expect(await (await tradingSocket(sandbox)).next()).toMatch(OPENED);
    expect(firings(sandbox, id)).toBe(1);
  });

  test('is dropped: the connection ends without an answer', async () => {
    const sandbox = await sandboxOf();
    const id = await add(sandbox, { on: { socket: 'market-data' }, drop: 'handshake', times: 1 });
    const { socket } = await tradingSocket(sandbox);
    await once(socket, 'open');
    await expect(marketDataSocket(sandbox)).rejects.toThrow('socket hang up');
    expect(firings(sandbox, id)).toBe(1);
  });

  test('is late, on the clock of the sandbox', async () => {
    const sandbox = await sandboxOf();
    const id = await add(sandbox, { on: { edge: 'handshake' }, delay: '3s' });
    const client = await tradingSocket(sandbox);
    await untilHeld(sandbox, id);
    await sandbox.clock.advance(2_999);
    expect(sandbox.faults.get(id)?.held).toBe(1);
    await sandbox.clock.advance(1);
    expect(await client.next()).toMatch(OPENED);
  });
});

test('access that is revoked between the handshake and the first frame: sessionClosing, then 4003', async () => {
  const sandbox = await sandboxOf();
  const id = await add(sandbox, { on: { edge: 'first-frame', org: 1 }, hold: 'opening', times: 1 });
  const client = await tradingSocket(sandbox);
  await once(client.socket, 'open');
  await untilHeld(sandbox, id);
  const admin = await callerOf(sandbox, 'admin');
  const { userId } = sandbox.profile.principals['trader'] ?? {};
  const { body } = await admin.get(`/users/${userId}`);
  const disabled = { capabilities: body.capabilities, status: 'DISABLED' };
  expect(await admin.put(`/users/${userId}`, disabled, { ifMatch: '*' })).toMatchObject({ status: 200 });
  expect(sandbox.faults.release('opening')).toBe(1);
  expect(JSON.parse(String(await client.next()))).toMatchObject({
    event: 'sessionClosing',
    msgType: 'sessionClosing',
    data: { code: 'PRINCIPAL_REVOKED', retryable: false },
  });
  expect(await client.next()).toBe(4003);
});

describe('a frame', () => {
  const RENEWED = ['sessionOpened', 'a1 true', 'a2 true'];

  /** A session that renews itself twice: its frames up to the last answer, or to the close. */
  async function session(rule: FaultRule, count: number) {
    const sandbox = await sandboxOf();
    const id = await add(sandbox, rule);
    const client = await tradingSocket(sandbox);
    const token = await tokenOf(sandbox, 'trader');
    await once(client.socket, 'open');
    for (const reqId of ['a1', 'a2']) client.say({ op: 'auth', reqId, params: { token } });
    const frames = await heard(client, count);
    return { frames, fired: firings(sandbox, id) };
  }

  test.each<[string, FaultRule, readonly (string | number)[], number]>([
    ['of another socket', { on: { edge: 'frame', socket: 'market-data' }, cut: true }, RENEWED, 0],
    ['dropped', { on: { frame: 'auth' }, drop: 'frame', times: 1 }, ['sessionOpened', 'a2 true'], 1],
    ['sent twice', { on: { frame: 'sessionOpened' }, duplicate: true }, ['sessionOpened', ...RENEWED], 1],
    ['every second garbled', { on: {}, garble: true, times: { every: 2 } }, ['sessionOpened', 'no JSON', 'a2 true'], 1],
    [
      'cut: half of it, then the connection ends',
      { on: { frame: 'auth' }, cut: true, times: 1 },
      ['sessionOpened', 1006],
      1,
    ],
    ['a close code in its place', { on: { frame: 'auth', org: 1 }, close: 4000, times: 1 }, ['sessionOpened', 4000], 1],
  ])('%s', async (_, rule, frames, fired) => {
    expect(await session(rule, frames.length)).toEqual({ frames, fired });
  });

  test('that is held delays later frames, in order', async () => {
    const sandbox = await sandboxOf();
    const id = await add(sandbox, { on: { edge: 'frame', frame: 'sessionOpened' }, hold: 'frames' });
    const client = await tradingSocket(sandbox);
    await untilHeld(sandbox, id);
    client.say({ op: 'auth', reqId: 'a1', params: { token: await tokenOf(sandbox, 'trader') } });
    await sandbox.clock.advance(1_000);
    expect(sandbox.faults.release('frames')).toBe(1);
    expect(await heard(client, 2)).toEqual(['sessionOpened', 'a1 true']);
  });
});

describe('quotes over the market data socket', () => {
  const pricesIn = (frame: string | number) => {
    const { data } = JSON.parse(String(frame)) as { data: { bid: string; ask: string; instrument: string } };
    return `${data.instrument} ${data.bid} ${data.ask}`;
  };

  test('come at once, each second and when the control plane moves one; a fault drops some', async () => {
    const sandbox = await sandboxOf();
    await add(sandbox, { on: { frame: 'quote', socket: 'market-data' }, drop: 'frame', times: { every: 3 } });
    const client = await marketDataSocket(sandbox);
    client.say({ op: 'subscribe', reqId: 's1', params: { topics: ['quotes:BTC-USD'] } });
    expect(brief(await client.next())).toBe('s1 true');
    expect(pricesIn(await client.next())).toBe('BTC-USD 100.00 100.02');
    await sandbox.clock.advance(1_000);
    expect(pricesIn(await client.next())).toBe('BTC-USD 100.00 100.02');
    await sandbox.clock.advance(1_000);
    const moved = await fetch(`${sandbox.controlUrl}/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instrumentId: 1, bid: '101.00', ask: '101.05' }),
    });
    expect(moved.status).toBe(200);
    expect(pricesIn(await client.next())).toBe('BTC-USD 101.00 101.05');
  });
});
