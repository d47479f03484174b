/** The sockets of a sandbox: addresses, tickets, the answering member, how sessions end, frames as published. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxOptions } from './sandbox.ts';
import { type Scene, scene, until } from './testing/sample-scene.ts';
import { marketDataSocket, type SampleSocket, socketOf, tokenOf, tradingSocket } from './testing/sample-socket.ts';

const TWO: SandboxOptions = { members: [{ version: '0.14.0' }, { version: '0.14.0' }] };
const OLD_SOCKET = { version: '0.14.0', socketVersion: '1.1.0' } as const;

/** Opened by a new ticket, with its first frame received. */
async function session(at: Scene): Promise<SampleSocket> {
  const client = await at.openedWith(await at.ticket());
  expect(await client.next()).toContain('sessionOpened');
  return client;
}

const statusWith = async (at: Scene, ticket: string) => (await at.openedWith(ticket)).status;
const marketData = ({ sandbox }: Scene) => socketOf(sandbox.profile.sockets.marketData);

describe('the profile', () => {
  test('states the addresses of the sockets, their contract, and that tickets are minted', async () => {
    const { profile, baseUrl } = (await scene()).sandbox;
    const at = baseUrl.replace('http', 'ws');
    expect(profile).toMatchObject({
      sockets: { trading: `${at}/v1/ws/trading`, marketData: `${at}/v1/ws/market-data` },
      contract: { rest: '0.14.0', socket: '1.4.0' },
      surfaces: { tickets: true },
    });
  });

  test('states the contract of the first member, and the surfaces that every member has', async () => {
    const members = [OLD_SOCKET, { version: '0.14.0', surfaces: { tickets: false } }] as const;
    const { profile } = (await scene({ members })).sandbox;
    expect(profile).toMatchObject({ contract: { socket: '1.1.0' }, surfaces: { tickets: false }, members: 'several' });
  });
});

test('the control plane counts the open sessions of a member, and shows an op among the exchanges', async () => {
  const at = await scene({ members: [OLD_SOCKET] });
  const member = async () => (await at.control('GET', '/members/m1')).body;
  const first = await session(at);
  first.say({ op: 'levitate', reqId: 'l1' });
  expect(await marketData(at).status).toBe(101);
  expect(await member()).toMatchObject({ socketVersion: '1.1.0', sessions: 2 });
  first.socket.close();
  await until(async () => (await member()).sessions === 1);
  const op = { method: 'WS', path: '/v1/ws/trading', op: 'levitate', requestId: 'l1' };
  const { items } = (await at.control('GET', '/exchanges')).body;
  expect(items).toContainEqual(expect.objectContaining(op));
});

describe('a ticket', () => {
  test('opens each of ten sessions with --route sticky, though several members serve', async () => {
    const at = await scene({ members: [...(TWO.members ?? []), { version: '0.14.0' }], route: 'sticky' });
    for (let count = 0; count < 10; count += 1) await session(at);
  });

  test('is valid on the process that minted it, and on no other member or later process of its seat (A89)', async () => {
    const at = await scene(TWO);
    await at.only('m1');
    const [open, kept, former] = [await session(at), await at.ticket(), await at.ticket()];
    await at.only('m2');
    expect(await open.next()).toBe(1001);
    expect(await statusWith(at, kept)).toBe(401);
    await session(at);
    // After a return it is the same process; a deployment and a crash begin another one.
    await at.only('m1');
    expect(await statusWith(at, kept)).toBe(101);
    for (const end of ['deploy', 'restart', 'crash']) {
      const last = await at.ticket();
      await at.operate(`/members/m1/${end}`, end === 'deploy' ? { version: '0.14.0' } : {});
      expect([end, await statusWith(at, last)]).toEqual([end, 401]);
    }
    expect(await statusWith(at, former)).toBe(401);
    await session(at);
  });

  test('is minted once, in one sandbox or in two of one seed', async () => {
    const mints: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const at = await scene({ seed: 7 });
      mints.push(await at.ticket(), await at.ticket());
      await at.operate('/members/m1/restart', {});
      await at.sandbox.reset();
      mints.push(await at.ticket());
    }
    expect(new Set(mints).size).toBe(6);
  });
});

describe('sessions are closed', () => {
  test.each<[string, number, (at: Scene) => Promise<unknown>]>([
    ['their member is restarted', 1001, (at) => at.operate('/members/m1/restart', {})],
    ['the sandbox is reset', 1001, (at) => at.sandbox.reset()],
    ['the sandbox is closed', 1001, (at) => at.sandbox.close()],
    ['their member crashes', 1006, (at) => at.operate('/members/m1/crash')],
  ])('as %s, with %d', async (_, code, ends) => {
    const at = await scene();
    const sessions = [await session(at), marketData(at)];
    await sessions[1]?.status;
    const ending = ends(at);
    expect(await Promise.all(sessions.map((one) => one.next()))).toEqual([code, code]);
    await ending;
  });

  test('and those of the other members stay', async () => {
    const at = await scene(TWO);
    const [ofFirst, ofSecond] = [marketData(at), marketData(at)];
    await Promise.all([ofFirst.status, ofSecond.status]);
    await at.operate('/members/m1/restart', {});
    const closed = Promise.race([ofFirst, ofSecond].map(async (one) => [one, await one.next()]));
    const [one, code] = await closed;
    const other = one === ofFirst ? ofSecond : ofFirst;
    expect([code, other.socket.readyState]).toEqual([1001, other.socket.OPEN]);
  });
});

test('a sandbox also serves handshakes on the caller’s own server', async () => {
  const at = await scene();
  const { sandbox } = at;
  const server = createServer({ shouldUpgradeCallback: sandbox.takesUpgrade }, sandbox.handle);
  server.on('upgrade', sandbox.upgrade);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = socketOf(`ws://127.0.0.1:${port}/v1/ws/trading?ticket=${await at.ticket()}`);
  expect(await client.next()).toContain('sessionOpened');
  await sandbox.reset();
  expect(await client.next()).toBe(1001);
});

describe('the frames of a session fit the document that its member publishes:', () => {
  interface Message {
    readonly payload: { readonly $ref: string };
  }

  /** Says frames, and returns the messages of the document that they and this many answers fit. */
  async function talker(at: Scene, socket: 'trading' | 'marketData', client: SampleSocket) {
    const document = (await (await fetch(`${at.sandbox.baseUrl}/docs/asyncapi.json`)).json()) as {
      readonly components: { readonly messages: Readonly<Record<string, Message>> };
    };
    const ajv = new Ajv({ strict: false }).addSchema(document, 'document');
    const messages = Object.entries(document.components.messages).filter(([name]) => name.startsWith(`${socket}.`));
    const named = (frame: unknown): string =>
      messages.find(([, { payload }]) => ajv.validate({ $ref: `document${payload.$ref}` }, frame))?.[0].split('.')[1] ??
      `no message: ${JSON.stringify(frame)}`;
    return async (said: readonly object[], count: number): Promise<string> => {
      for (const frame of said) client.say(frame);
      const received: string[] = [];
      for (let n = 0; n < count; n += 1) received.push(named(JSON.parse(String(await client.next()))));
      return `${said.map(named).join()} > ${received.join()}`;
    };
  }

  const order = (reqId: string, price: string, key = reqId) => ({
    op: 'submit',
    reqId,
    params: { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price, qty: '1' },
  });
  const auth = (reqId: string, token: string) => ({ op: 'auth', reqId, params: { token } });
  const topics = (op: string, reqId: string, ...names: readonly string[]) => ({ op, reqId, params: { topics: names } });

  test('trading, for any answer', async () => {
    const at = await scene();
    const client = await tradingSocket(at.sandbox, 'admin');
    const talk = await talker(at, 'trading', client);
    const token = await tokenOf(at.sandbox, 'admin');
    expect(await talk([], 1)).toBe(' > sessionOpened');
    expect(await talk([auth('a1', token)], 1)).toBe('auth > authenticated');
    expect(await talk([auth('a2', 'no token')], 1)).toBe('auth > refused');
    expect(await talk([topics('subscribe', 's1', 'orders', 'executions')], 1)).toBe('subscribe > subscribed');
    expect(await talk([order('fits-1', '90.00')], 2)).toMatch(/^submit > (?=.*orderAnswered)(?=.*orderUpdated)/);
    expect(await talk([order('fits-1', '90.00')], 1)).toBe('submit > orderAnswered');
    expect(await talk([order('fits-2', '90.001')], 1)).toBe('submit > orderRefused');
    expect(await talk([topics('unsubscribe', 's2', 'orders')], 1)).toBe('unsubscribe > subscribed');
    expect(await talk([order('fills-1', '100.02')], 1)).toBe('submit > orderAnswered');
    await at.sandbox.clock.advance(50);
    expect(await talk([topics('unsubscribe', 's3', 'executions')], 2)).toBe(
      'unsubscribe > executionRecorded,subscribed',
    );
    at.add({ on: { owner: 'orders', command: 'submit' }, hold: 'verdict', times: 1 });
    const pending = talk([order('fits-3', '90.00')], 1);
    for (let n = 0; n < 3; n += 1) await at.sandbox.clock.advance(1_000);
    expect(await pending).toBe('submit > orderPending');
    client.socket.send('no JSON');
    expect(await talk([], 1)).toBe(' > refused');
  });

  test('market data', async () => {
    const at = await scene();
    const talk = await talker(at, 'marketData', await marketDataSocket(at.sandbox));
    const token = await tokenOf(at.sandbox, 'trader');
    expect(await talk([auth('a1', token)], 1)).toBe('auth > acknowledged');
    expect(await talk([auth('a2', 'no token')], 1)).toBe('auth > invalidToken');
    expect(await talk([topics('subscribe', 'q1', 'quotes:BTC-USD')], 2)).toBe('subscribe > subscribed,quote');
    expect(await talk([topics('subscribe', 'q2', 'quotes:NO-SUCH')], 1)).toBe('subscribe > refused');
    expect(await talk([topics('unsubscribe', 'q3', 'quotes:BTC-USD')], 1)).toBe('unsubscribe > subscribed');
  });
});
