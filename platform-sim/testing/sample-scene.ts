/** For tests: a sandbox, its clients, its control plane, and one fault of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { expect, onTestFinished } from 'vitest';
import { CONTROL_ROUTES } from '../control/routes.ts';
import type { Fault } from '../faults/faults.ts';
import type { FaultRule } from '../faults/rule-shape.ts';
import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { type Answered, type Caller, callerOf, sandboxOf } from './sample-caller.ts';
import { type SampleSocket, socketOf, tradingSocket } from './sample-socket.ts';
import { ask, type Method } from './sample-world.ts';

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

  /** A request to the control plane. A JSON answer has the shape in the plane's document. */
  async control(method: Method, path: string, body?: unknown, headers = {}) {
    const answer = await ask(method, this.sandbox.controlUrl + path, headers, body);
    const shape = shapeOf(method, path);
    if (answer.status < 300 && shape && answer.body !== undefined)
      expect(shape.safeParse(answer.body).error, path).toBeUndefined();
    return answer;
  }

  /** POST to the control plane, with the body of its response; it must succeed. */
  async operate(path: string, body?: unknown): Promise<Answered['body']> {
    const answer = await this.control('POST', path, body);
    expect([path, answer.body ?? {}]).toEqual([path, expect.not.objectContaining({ error: expect.anything() })]);
    return answer.body;
  }

  /** Drains all members but these. */
  async only(...names: readonly string[]): Promise<void> {
    const members: readonly { readonly name: string }[] = (await this.control('GET', '/members')).body.items;
    for (const name of names) await this.operate(`/members/${name}/return`);
    for (const { name } of members) if (!names.includes(name)) await this.operate(`/members/${name}/drain`);
  }

  /** Lets work in progress reach the point where it waits. */
  async settle(): Promise<void> {
    await this.sandbox.clock.advance(0);
  }

  async ticket(by = this.admin): Promise<string> {
    return (await by.post('/v1/ws-tickets', { stream: 'trading' })).body.ticket;
  }

  /** A handshake of the trading socket with a ticket. */
  async openedWith(ticket: string): Promise<SampleSocket> {
    return socketOf(`${this.sandbox.profile.sockets.trading}?ticket=${ticket}`);
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
    await this.operate('/instruments', { symbol: 'AVAX-USD' });
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
    return (await tradingSocket(this.sandbox)).next();
  }
}

let lastKey = 0;
const keys = (): number => {
  lastKey += 1;
  return lastKey;
};

/** The shape of the response in the document of the control plane. */
function shapeOf(method: string, path: string) {
  const [plain = ''] = path.split('?', 1);
  const fits = (pattern: string): boolean => new RegExp(`^${pattern.replaceAll(/:[a-z]+/g, '[^/]+')}$`).test(plain);
  return CONTROL_ROUTES.find((route) => route.method === method && fits(route.path))?.answer.shape;
}

/** A sandbox that ends with the test. */
export const scene = async (options: SandboxOptions = {}): Promise<Scene> => sceneOn(await sandboxOf(options));

export async function sceneOn(sandbox: Sandbox): Promise<Scene> {
  const callers = [callerOf(sandbox, 'trader'), callerOf(sandbox, 'admin'), callerOf(sandbox, 'algoManager')] as const;
  return new Scene(sandbox, await Promise.all(callers));
}

/** A folder that ends with the test. */
export function folder(): string {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-kept-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

/** Turns the event loop until `holds` returns true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
