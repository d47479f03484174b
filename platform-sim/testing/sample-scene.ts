/** For tests: a sandbox with one fault, and its clients. */
import { request } from 'undici';
import { expect } from 'vitest';
import type { Fault } from '../faults/faults.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from './sample-caller.ts';
import { tradingSocket } from './sample-socket.ts';

export class Scene {
  readonly sandbox: Sandbox;
  readonly trader: Caller;
  readonly admin: Caller;
  readonly manager: Caller;
  #fault = '';

  constructor(sandbox: Sandbox, [trader, admin, manager]: readonly [Caller, Caller, Caller]) {
    this.sandbox = sandbox;
    this.trader = trader;
    this.admin = admin;
    this.manager = manager;
  }

  add(rule: FaultRule): void {
    this.#fault = this.sandbox.faults.add(rule).id;
  }

  get fault(): Fault {
    const fault = this.sandbox.faults.get(this.#fault);
    if (fault === undefined) throw new Error('no fault was added');
    return fault;
  }

  sequenced(key: string): number {
    return this.sandbox.platform.records().filter(({ command }) => command.key === key).length;
  }

  order(key = 'k-1', of: object = {}): Promise<Answered> {
    const order = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '90.00', qty: '1', ...of };
    return this.trader.post('/orders', order, { key });
  }

  /** At the market: the venue fills it within a second. */
  async filled(): Promise<void> {
    const { body } = await this.order('k-1', { price: '200.00' });
    // At most three slices, one each 50 ms.
    const advanced = this.sandbox.clock.advance(150);
    await until(async () => (await this.trader.get(`/orders/${body.orderId}`)).body.status === 'FILLED');
    await advanced;
  }

  instance(): Promise<Answered> {
    const document = '{ "account": "main", "instrument": "BTC-USD", "side": "BUY", "price": "50.00", "qty": "0.01" }';
    const terms = { algoVersionId: 1, pool: 'pool-a', displayName: 'mine', document };
    return this.manager.post('/algos/instances', terms);
  }

  async judged(): Promise<Answered['body']> {
    const { body } = await this.instance();
    const path = `/algos/instances/${body.instanceId}/configs/1`;
    await until(async () => (await this.manager.get(path)).body.outcome !== 'STAGED');
    return (await this.manager.get(path)).body;
  }

  credential(material: object): Promise<Answered> {
    const terms = { exchangeId: 1, canReadBalances: true, canTrade: true, material };
    return this.admin.post('/credentials', terms, { key: 'k-1' });
  }

  async listed(): Promise<void> {
    const body = JSON.stringify({ symbol: 'AVAX-USD' });
    const headers = { 'content-type': 'application/json' };
    expect(
      (await request(`${this.sandbox.controlUrl}/instruments`, { method: 'POST', headers, body })).statusCode,
    ).toBe(201);
    await until(async () => (await this.order(`k-${keys()}`, { instrument: 'AVAX-USD' })).status !== 422);
  }

  async token() {
    const trader = this.sandbox.profile.principals['trader'];
    if (trader === undefined) throw new Error('no trader');
    const { clientId, clientSecret } = trader;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await request(`${this.sandbox.controlUrl}/identity/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as { readonly error?: string } };
  }

  /** The first frame of a session, or what came in its place. */
  async opened(): Promise<string | number> {
    const client = await tradingSocket(this.sandbox);
    return client.next();
  }
}

let lastKey = 0;
const keys = (): number => {
  lastKey += 1;
  return lastKey;
};

export async function sceneOf(sandbox: Sandbox): Promise<Scene> {
  const callers = [callerOf(sandbox, 'trader'), callerOf(sandbox, 'admin'), callerOf(sandbox, 'algoManager')] as const;
  return new Scene(sandbox, await Promise.all(callers));
}

export const scene = async (): Promise<Scene> => sceneOf(await sandboxOf());

/** Turns the event loop until `holds` returns true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
