/** The control plane of a sandbox, as the suite uses it. */
import type { Stopwatch } from '../runner/stopwatch.ts';
import type {
  Advance,
  AlgoVersion,
  ClockReading,
  Control,
  Deployment,
  Fault,
  FaultRule,
  InstrumentTerms,
  ListedInstrument,
  MintOptions,
  VenueQuote,
} from './control.ts';
import { toMs } from './duration.ts';
import type { Transport } from './transport.ts';
import { httpTransport } from './transport.ts';
import { Unreached } from './unreached.ts';

const TIMEOUT_MS = 120_000;
/** How long a check waits, in real time, for what it held or caused to come about. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 2;
/** The longest sleep, in real time, that stands for an advance of a clock that cannot be moved. */
const BEARABLE_MS = 10_000;

interface FaultReading {
  readonly id: string;
  readonly firings: number;
  readonly held: number;
}

/** One connection to a control plane, for a whole run. */
export class ControlPlane {
  readonly #transport: Transport;
  readonly #base: string;

  constructor(url: string, stopwatch: Stopwatch) {
    this.#base = new URL(url).pathname.replace(/\/+$/, '');
    this.#transport = httpTransport(new URL(url).origin, stopwatch);
  }

  /** The answer's JSON. Throws Unreached where the control plane does not do it, with its own words. */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.#transport.send({
      method,
      path: this.#base + path,
      headers: body === undefined ? [] : ['Content-Type', 'application/json'],
      body: body === undefined ? null : JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    });
    if ('failure' in answer) throw new Unreached(`control plane: ${method} ${path}: ${answer.failure}`);
    if (answer.status >= 300) {
      throw new Unreached(`control plane: ${method} ${path} answered ${answer.status} ${wordsOf(answer.body)}`);
    }
    return answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

function wordsOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly message?: unknown } };
    return typeof error?.message === 'string' ? error.message : '';
  } catch {
    return '';
  }
}

/** What moves the target's time, and how many of its seconds pass in one of ours. */
export interface ClockKind {
  readonly mode: ClockReading['mode'];
  readonly rate: number;
}

/** What a session needs to know when the control plane is used. */
export interface ControlHooks {
  /** Tokens are stale after either. */
  readonly timeMoved: (byMs: number) => void;
  readonly worldReset: () => void;
  readonly minted: (token: string, options: MintOptions) => void;
}

/** One session's hold of the control plane: it knows the faults that it added and takes them away again. */
export class ControlSession implements Control {
  readonly #plane: ControlPlane;
  readonly #stopwatch: Stopwatch;
  readonly #hooks: ControlHooks;
  readonly #clock: ClockKind;
  readonly #added = new Map<string, { readonly rule: FaultRule; readonly optional: boolean }>();
  readonly #neverFired: string[] = [];
  #finished = false;
  /** What each member was deployed with before this check. */
  readonly #deployed = new Map<string, Deployment>();
  #catchesUp = false;

  constructor(plane: ControlPlane, stopwatch: Stopwatch, clock: ClockKind, hooks: ControlHooks) {
    this.#clock = clock;
    this.#plane = plane;
    this.#stopwatch = stopwatch;
    this.#hooks = hooks;
  }

  async clock(): Promise<ClockReading & { readonly rate: number }> {
    const reading = (await this.#plane.call('GET', '/clock')) as {
      readonly mode: ClockReading['mode'];
      readonly nowNs: string;
      readonly rate?: number;
    };
    return { mode: reading.mode, nowNs: BigInt(reading.nowNs), rate: reading.rate ?? 1 };
  }

  /** A clock that moves by itself is waited for, as long as that is bearable. */
  async advance(by: string | number): Promise<Advance> {
    const { mode, rate } = this.#clock;
    if (mode !== 'virtual') {
      const waitMs = toMs(by) / rate;
      if (waitMs > BEARABLE_MS)
        throw new Unreached(`the target's clock is ${mode}: ${by} of it is too long to wait for`);
      await this.#stopwatch.sleep(waitMs);
      return { nowNs: (await this.clock()).nowNs, fired: [], held: [] };
    }
    const answer = (await this.#plane.call('POST', '/clock/advance', { by })) as {
      readonly nowNs: string;
      readonly fired?: Advance['fired'];
      readonly held?: Advance['held'];
    };
    this.#hooks.timeMoved(toMs(by));
    return { nowNs: BigInt(answer.nowNs), fired: answer.fired ?? [], held: answer.held ?? [] };
  }

  async fault(rule: FaultRule, options: { readonly optional?: boolean } = {}): Promise<Fault> {
    const { id } = (await this.#plane.call('POST', '/faults', rule)) as FaultReading;
    this.#added.set(id, { rule, optional: options.optional === true });
    // The check was cut off while the fault was on its way: nobody else would take it away.
    if (this.#finished) await this.#remove(id);
    return {
      id,
      firings: async () => (await this.#reading(id)).firings,
      untilHeld: (n = 1) => this.#until(id, `held ${n}`, (reading) => reading.held >= n),
      untilFired: (n = 1) => this.#until(id, `fired ${n}`, (reading) => reading.firings >= n),
      remove: () => this.#remove(id),
    };
  }

  async deploy(deployment: Deployment): Promise<void> {
    for (const { name, surfaces } of await this.#members()) {
      if (!this.#deployed.has(name)) this.#deployed.set(name, surfaces);
      await this.#plane.call('POST', `/members/${name}/deploy`, { surfaces: deployment });
    }
    if (this.#finished) await this.#restoreMembers();
  }

  async restart(): Promise<void> {
    const members = await this.#members();
    this.#catchesUp = true;
    for (const { name } of members) {
      await this.#plane.call('POST', `/members/${name}/restart`, { catchUp: 'when told' });
    }
    if (this.#finished) await this.#restoreMembers();
  }

  async catchUp(): Promise<void> {
    this.#catchesUp = false;
    for (const { name } of await this.#members()) await this.#plane.call('POST', `/members/${name}/catch-up`);
  }

  async release(name: string): Promise<number> {
    const { released } = (await this.#plane.call('POST', `/holds/${encodeURIComponent(name)}/release`)) as {
      readonly released: number;
    };
    return released;
  }

  listInstrument(terms: InstrumentTerms): Promise<ListedInstrument> {
    return this.#plane.call('POST', '/instruments', terms) as Promise<ListedInstrument>;
  }

  loadAlgoVersion(terms: Pick<AlgoVersion, 'pool'> & Partial<AlgoVersion>): Promise<AlgoVersion> {
    return this.#plane.call('POST', '/algo-versions', terms) as Promise<AlgoVersion>;
  }

  async moveQuote(quote: VenueQuote): Promise<void> {
    await this.#plane.call('POST', '/quotes', quote);
  }

  async reset(): Promise<void> {
    await this.#plane.call('POST', '/reset', {});
    this.#added.clear();
    this.#hooks.worldReset();
  }

  async mint(options: MintOptions): Promise<string> {
    const { token } = (await this.#plane.call('POST', '/identity/mint', options)) as { readonly token: string };
    this.#hooks.minted(token, options);
    return token;
  }

  read(path: string): Promise<unknown> {
    return this.#plane.call('GET', path);
  }

  /** Takes away every fault that is still there; answers with those that never fired though they should have. */
  async finish(): Promise<readonly string[]> {
    this.#finished = true;
    try {
      await this.#restoreMembers();
    } finally {
      await this.#removeAll();
    }
    return this.#neverFired;
  }

  /** Every member as it was before the check; also where the check was cut off while it changed one. */
  async #restoreMembers(): Promise<void> {
    if (this.#catchesUp) await this.catchUp();
    const deployed = [...this.#deployed];
    this.#deployed.clear();
    for (const [name, surfaces] of deployed) await this.#plane.call('POST', `/members/${name}/deploy`, { surfaces });
  }

  async #removeAll(): Promise<void> {
    for (const id of [...this.#added.keys()]) {
      try {
        await this.#remove(id);
      } catch (error) {
        // Gone already, or the control plane with it: what matters then shows in the next call.
        if (!(error instanceof Unreached)) throw error;
      }
    }
  }

  async #members(): Promise<readonly { readonly name: string; readonly surfaces: Deployment }[]> {
    const { items } = (await this.#plane.call('GET', '/members')) as {
      readonly items: readonly { readonly name: string; readonly surfaces: Deployment }[];
    };
    return items;
  }

  #reading(id: string): Promise<FaultReading> {
    return this.#plane.call('GET', `/faults/${encodeURIComponent(id)}`) as Promise<FaultReading>;
  }

  async #until(id: string, what: string, holds: (reading: FaultReading) => boolean): Promise<void> {
    const untilMs = this.#stopwatch.nowMs() + PATIENCE_MS;
    while (!holds(await this.#reading(id))) {
      if (this.#stopwatch.nowMs() > untilMs) {
        throw new Unreached(`a fault never ${what} times: ${JSON.stringify(this.#added.get(id)?.rule)}`);
      }
      await this.#stopwatch.sleep(LOOK_EVERY_MS);
    }
  }

  async #remove(id: string): Promise<void> {
    const added = this.#added.get(id);
    if (added === undefined) return;
    this.#added.delete(id);
    if (!added.optional && (await this.#reading(id)).firings === 0) this.#neverFired.push(JSON.stringify(added.rule));
    await this.#plane.call('DELETE', `/faults/${encodeURIComponent(id)}`);
  }
}
