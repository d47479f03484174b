/**
 * An in-memory target for tests of the player: POST /orders, GET /operations/{key} and GET /orders/{id} on a virtual
 * clock, with holds and the defects that the tests need. It is no model of the interface.
 */
import type { Actor, RequestOptions } from '../../conformance/member/actor.ts';
import type { Control, FaultRule } from '../../conformance/member/control/control.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import { RunTrace } from '../../conformance/member/sending/run-trace.ts';
import type { Session } from '../../conformance/member/session.ts';
import type { ClockMode, Target } from '../../conformance/member/target.ts';
import { stubControl } from '../../conformance/member/testing/stub-control.ts';

export interface StubOptions {
  /** Answers 202 without a Location header. */
  readonly noLocation?: true;
  /** Treats a retried key as a fresh one. */
  readonly forgetsKeys?: true;
  /** Never uses the platform, so no fault of the platform fires. */
  readonly ownMind?: true;
  /** Turns of the event loop between setting the deadline's timer and answering before it. */
  readonly turns?: number;
  readonly clockMode?: ClockMode;
  readonly profile?: Partial<Profile>;
}

const SYNC_MS = 2_000;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface StubFault {
  readonly id: string;
  readonly rule: FaultRule;
  firings: number;
  held: (() => void)[];
}

export class StubTarget implements Target {
  readonly facts = { rest: '0.14.0', socket: undefined, singleMember: true, strict: false };
  readonly clockMode: ClockMode;
  readonly patienceMs = Number.POSITIVE_INFINITY;
  readonly profile: Profile;
  readonly #options: StubOptions;
  readonly #orders = new Map<string, Answer>();
  readonly #taken = new Set<string>();
  #faults: StubFault[] = [];
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];
  #nowMs = 0;
  #sent = 0;
  /** The number of faults that were not removed. */
  left = 0;

  constructor(options: StubOptions = {}) {
    this.#options = options;
    this.clockMode = options.clockMode ?? 'virtual';
    this.profile = {
      baseUrl: 'http://stub',
      control: 'http://control',
      principals: { trader: { token: 'secret-1' }, viewer: { token: 'secret-2' } },
      fixtures: { account: { id: 1, name: 'main' } },
      ...options.profile,
    };
  }

  requests(): number {
    return this.#sent;
  }

  doubted(): undefined {
    return undefined;
  }

  foreignAnswers(): readonly [] {
    return [];
  }

  readonly run = undefined;
  readonly trace = new RunTrace(() => this.#nowMs);
  readonly heldWrites = new Map();
  readonly lost = new AbortController().signal;
  readonly planExceeded = new AbortController().signal;

  expiredTokens(): readonly [] {
    return [];
  }

  async reset(): Promise<void> {}

  hookRows() {
    return [];
  }

  async snapshot(): Promise<void> {}

  async restore(): Promise<void> {}
  async close(): Promise<void> {}

  session(): Session {
    const exchanges: Exchange[] = [];
    const actor = (name: string) =>
      ({ name, request: (options: RequestOptions) => this.#exchange(name, options, exchanges) }) as Actor;
    return {
      actors: new Map([['trader', actor('trader')] as const, ['viewer', actor('viewer')] as const]),
      anonymous: actor('anonymous'),
      control: this.#control(),
      operator: {} as Session['operator'],
      elapse: async (ms) => this.#advance(ms),
      othersDone: async () => {},
      exchanges: () => exchanges,
      recall: () => [],
      recalled: () => [],
      conversations: () => [],
      controlActions: () => [],
      note: () => undefined,
      notes: () => [],
      makeRoomForTickets: async () => {},
      waitedMs: () => 0,
      disturbed: () => false,
      halt: async () => {},
      finish: async () => {
        this.left = this.#faults.length;
        for (const fault of this.#faults) for (const go of fault.held.splice(0)) go();
        this.#faults = [];
        return [];
      },
    };
  }

  #control(): Control {
    return stubControl({
      clockMode: this.clockMode,
      clock: async () => ({
        mode: this.clockMode,
        nowNs: BigInt(this.#nowMs) * 1_000_000n,
        timers: this.#timers.length,
      }),
      advance: async (by) => {
        this.#advance(Number(by));
        return { nowNs: BigInt(this.#nowMs) * 1_000_000n, fired: [], held: [] };
      },
      fault: async (rule) => {
        const fault: StubFault = { id: `f${this.#faults.length}`, rule, firings: 0, held: [] };
        this.#faults.push(fault);
        const nothing = async () => {};
        const remove = async () => {
          this.#faults = this.#faults.filter((one) => one !== fault);
        };
        return { id: fault.id, firings: async () => fault.firings, untilHeld: nothing, untilFired: nothing, remove };
      },
      release: async (name) => {
        const held = this.#faults
          .filter(({ rule }) => 'hold' in rule && rule.hold === name)
          .flatMap((f) => f.held.splice(0));
        for (const go of held) go();
        return held.length;
      },
      faults: async () => this.#faults.map(({ firings, held }) => ({ firings, held: held.length })),
    });
  }

  #advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
    this.#timers = this.#timers.filter(({ atMs }) => atMs > untilMs);
    for (const { atMs, run } of due) {
      this.#nowMs = atMs;
      run();
    }
    this.#nowMs = untilMs;
  }

  async #exchange(actor: string, options: RequestOptions, exchanges: Exchange[]): Promise<Exchange> {
    this.#sent += 1;
    const n = this.#sent;
    // In flight: the member receives it only after some turns of the loop.
    await new Promise((arrive) => setImmediate(arrive));
    const { status, headers, body } = await this.#answer(options);
    const exchange: Exchange = {
      n,
      label: null,
      actor,
      request: {
        method: options.method,
        path: options.path,
        headers: options.key === undefined ? [] : [['Idempotency-Key', options.key]],
        body: options.body === undefined ? null : JSON.stringify(options.body),
      },
      sentAtMs: n,
      answeredAtMs: n + 1,
      response: status === 0 ? null : { status, headers: Object.entries(headers), body: JSON.stringify(body) },
      failure: status === 0 ? 'reset' : null,
    };
    exchanges.push(exchange);
    return exchange;
  }

  async #answer({ method, path, key = '' }: RequestOptions): Promise<Answer> {
    const refused = (status: number, code: string): Answer => ({ status, headers: {}, body: { error: { code } } });
    if (path === '/drop') return { status: 0, headers: {}, body: null };
    if (method === 'POST') return this.#submit(key);
    const [, family, id = ''] = path.split('/');
    if (family === 'operations') {
      return this.#taken.has(id) ? { status: 200, headers: {}, body: { key: id } } : refused(404, 'UNKNOWN_OPERATION');
    }
    const found = [...this.#orders.values()].find(({ body }) => (body as { orderId: string }).orderId === id);
    return found === undefined ? refused(404, 'NOT_FOUND') : { ...found, status: 200 };
  }

  async #slowly(settle: () => Answer): Promise<Answer> {
    const timer = { atMs: this.#nowMs + SYNC_MS, run: () => {} };
    this.#timers.push(timer);
    for (let turn = 0; turn < (this.#options.turns ?? 0); turn += 1) await new Promise((next) => setImmediate(next));
    this.#timers = this.#timers.filter((one) => one !== timer);
    return settle();
  }

  async #submit(key: string): Promise<Answer> {
    const known = this.#orders.get(key);
    if (key !== '' && known !== undefined && this.#options.forgetsKeys === undefined) {
      return { ...known, headers: { 'Idempotent-Replay': 'true' } };
    }
    const fault = this.#options.ownMind
      ? undefined
      : this.#faults.find(({ rule, firings }) => firings < (typeof rule.times === 'number' ? rule.times : Infinity));
    const settle = (): Answer => {
      const order = { status: 201, headers: {}, body: { orderId: `${1000 + this.#orders.size}`, qty: '1.50' } };
      this.#orders.set(key, order);
      return order;
    };
    this.#taken.add(key);
    if (fault === undefined) return this.#slowly(settle);
    fault.firings += 1;
    return new Promise((answer) => {
      fault.held.push(() => answer(settle()));
      const headers = this.#options.noLocation ? {} : { Location: `/operations/${key}` };
      const run = () => answer({ status: 202, headers: headers as Record<string, string>, body: {} });
      this.#timers.push({ atMs: this.#nowMs + SYNC_MS, run });
    });
  }
}
