/** Gives one session access to the control plane, and reverts the changes of the session. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { toMs } from '../profile/duration.ts';
import type { TraceEvent } from '../sending/run-trace.ts';
import { Unreached } from '../sending/unreached.ts';
import type * as of from './control.ts';
import { type ControlPlane, ControlRefused, type OperationId, type OperationParts } from './control-plane.ts';
import { FaultsAdded } from './faults-added.ts';
import { MembersChanged } from './members-changed.ts';
import { OPERATIONS } from './operations.gen.ts';

/** The longest sleep, in real time, that replaces an advance of a clock that cannot be moved. */
const BEARABLE_MS = 10_000;

/** How the target's clock moves, and its rate relative to real time. */
export interface ClockKind {
  readonly mode: of.ClockReading['mode'];
  readonly rate: number;
}

/** Callbacks for effects that the session must know about. */
export interface ControlHooks {
  readonly timeMoved: (byMs: number, nowMs: number) => void;
  readonly worldReset: () => void;
  /** The clock went back, too: tokens issued since are not valid yet. */
  readonly worldRestored: (nowMs: number) => void;
  readonly minted: (token: string, options: of.MintOptions) => void;
  /** The session does this to the platform; the returned function ends it. */
  readonly began: (kind: TraceEvent['kind'], what: string) => () => void;
}

export class ControlSession {
  readonly #plane: ControlPlane;
  readonly #stopwatch: Stopwatch;
  readonly #hooks: ControlHooks;
  readonly #clock: ClockKind;
  readonly #faults: FaultsAdded;
  readonly #members: MembersChanged;
  readonly #rolls = new Set<string>();
  readonly #away = new Set<of.OwnerName>();
  readonly #snapshots = new Set<string>();
  readonly #worlds = new Set<string>();
  readonly #ends: (() => void)[] = [];
  #finished = false;
  #disturbed = false;

  constructor(plane: ControlPlane, stopwatch: Stopwatch, clock: ClockKind, hooks: ControlHooks) {
    this.#clock = clock;
    this.#plane = plane;
    this.#stopwatch = stopwatch;
    this.#hooks = hooks;
    this.#faults = new FaultsAdded(plane, stopwatch);
    this.#members = new MembersChanged(plane);
  }

  /** How the clock moves: the same for as long as the target exists. */
  get clockMode(): of.ClockReading['mode'] {
    return this.#clock.mode;
  }

  /** Whether a fault of this session holds back the outcome of a write with this key. */
  holdsBack(key: string): boolean {
    return this.#faults.holdsBack(key);
  }

  async clock(): Promise<of.ClockReading> {
    const { mode, nowNs, timers } = await this.#plane.readClock();
    return { mode, nowNs: BigInt(nowNs), timers };
  }

  /**
   * Moves a virtual clock by `'2s'`, `'90m'` or a number of milliseconds. A running clock is waited for, up to ten
   * seconds of real time (a check that advances further needs `virtual-clock`). The suite then fetches new tokens.
   */
  async advance(by: string | number): Promise<of.Advance> {
    const { mode, rate } = this.#clock;
    if (mode !== 'virtual') {
      const waitMs = toMs(by) / rate;
      if (waitMs > BEARABLE_MS)
        throw new Unreached(`the target's clock is ${mode}: ${by} of it is too long to wait for`);
      await this.#stopwatch.sleep(waitMs);
      return { nowNs: (await this.clock()).nowNs, fired: [], held: [] };
    }
    const { nowNs, fired, held } = await this.#plane.advanceClock({ by });
    this.#hooks.timeMoved(toMs(by), msOf(nowNs));
    return { nowNs: BigInt(nowNs), fired, held };
  }

  /** Whether the session set a fault or changed members or owners: a response may then come from a broken platform. */
  get disturbed(): boolean {
    return this.#disturbed;
  }

  /** `optional: true`: no error if it never fires. */
  async fault(rule: of.FaultRule, { optional = false }: { readonly optional?: boolean } = {}): Promise<of.Fault> {
    this.#disturbed = true;
    const end = this.#began('fault', faultInWords(rule));
    const fault = await this.#faults.add(rule, optional);
    // The check was cut off while the fault was being added, so nothing else would remove it.
    if (this.#finished) await fault.remove();
    return {
      ...fault,
      async remove() {
        await fault.remove();
        end();
      },
    };
  }

  /** All faults, including those that others added. */
  async faults(): Promise<readonly of.FaultStanding[]> {
    return (await this.#plane.listFaults()).items;
  }

  members(): Promise<readonly of.ControlledMember[]> {
    return this.#members.list();
  }

  /**
   * Absent properties stay unchanged. A new version means a new process: the old one answers the requests in flight and
   * closes its sessions, the new one catches up at once.
   */
  deploy(deployment: of.Deployment, member?: string): Promise<void> {
    return this.#each('deploy', member, (name) => this.#plane.deployMember(name, deployment));
  }

  /** Adds a member behind the address under the given name; of the newest version where none is stated. */
  async addMember(options: of.MemberOptions = {}): Promise<string> {
    this.#began('members', 'add a member')();
    return (await this.#changing(this.#members.changed(() => this.#plane.addMember(options)))).name;
  }

  removeMember(member: string): Promise<void> {
    return this.#each('remove', member, (name) => this.#plane.removeMember(name));
  }

  /** Selects which of several members serves a request. */
  async route(change: of.RoutingChange): Promise<void> {
    await this.#changing(this.#members.changed(() => this.#plane.changeRouting(change)));
  }

  /**
   * Restarts a member with no records applied: it catches up on `catchUp` or after the check. Its own memory of keys
   * and sessions is lost; the platform's is not.
   */
  restart(member?: string): Promise<void> {
    return this.#each('restart', member, (name) => this.#plane.restartMember(name, { catchUp: 'when told' }));
  }

  /**
   * Kills the member's process, leaving requests in flight unanswered. Another process replaces it and catches up at
   * once.
   */
  crash(member?: string): Promise<void> {
    return this.#each('crash', member, (name) => this.#plane.crashMember(name));
  }

  /** Lets restarted members catch up with the platform. */
  catchUp(member?: string): Promise<void> {
    return this.#each('catch up', member, (name) => this.#plane.catchUpMember(name));
  }

  /**
   * Partitions the member from the platform: it receives no records, and its commands hang, until `resume` or the end
   * of the check.
   */
  stall(member?: string): Promise<void> {
    return this.#each('stall', member, (name) => this.#plane.stallMember(name));
  }

  resume(member?: string): Promise<void> {
    return this.#each('resume', member, (name) => this.#plane.resumeMember(name));
  }

  /** Delays each record to the member by this time (`'2s'`, milliseconds); 0 ends the delay. */
  lag(by: string | number, member?: string): Promise<void> {
    return this.#each('lag', member, (name) => this.#plane.lagMember(name, { by }));
  }

  /** Sets the member's clock ahead of the target's, or behind if `by` is negative; 0 ends the skew. */
  skew(by: string | number, member?: string): Promise<void> {
    return this.#each('skew', member, (name) => this.#plane.skewMember(name, { by }));
  }

  /** Drains the member: no new requests, sessions closed, until `takeBack` or the end of the check. */
  drain(member?: string): Promise<void> {
    return this.#each('drain', member, (name) => this.#plane.drainMember(name));
  }

  takeBack(member?: string): Promise<void> {
    return this.#each('return', member, (name) => this.#plane.returnMember(name));
  }

  /**
   * Starts a plan of upgrades, downgrades and drains over the members. After the check it is aborted and the members
   * are restored.
   */
  async roll(plan: of.RollPlan): Promise<of.Roll> {
    const plane = this.#plane;
    this.#began('members', 'roll');
    const { id } = await this.#changing(
      this.#members.changed(async () => {
        const roll = await plane.addRoll(plan);
        this.#rolls.add(roll.id);
        return roll;
      }),
    );
    return {
      id,
      reading: () => plane.readRoll(id),
      start: async () => void (await this.#changing(plane.startRoll(id))),
      pause: async () => void (await plane.pauseRoll(id)),
      step: () => this.#changing(plane.stepRoll(id)),
    };
  }

  /** The record owner accepts no commands (OWNER_ABSENT) until `returns` or the end of the check. */
  async leave(owner: of.OwnerName): Promise<void> {
    this.#away.add(owner);
    this.#began('owners', `${owner} away`);
    await this.#changing(this.#plane.leaveOwner(owner));
  }

  async returns(owner: of.OwnerName): Promise<void> {
    this.#away.delete(owner);
    await this.#plane.returnOwner(owner);
  }

  /** Releases everything held under a name; returns the number. */
  async release(name: string): Promise<number> {
    return (await this.#plane.release(name)).released;
  }

  /**
   * Lists an instrument permanently. A fault at the edge `apply` can keep members from learning of it; the same holds
   * for `loadAlgoVersion`.
   */
  listInstrument(terms: of.InstrumentTerms): Promise<of.ListedInstrument> {
    return this.#plane.listInstrument(terms);
  }

  /** Loads one more algo version into a pool: a copy of the pool's first one with the stated changes. It stays loaded. */
  loadAlgoVersion(terms: Pick<of.AlgoVersion, 'pool'> & Partial<of.AlgoVersion>): Promise<of.AlgoVersion> {
    return this.#plane.loadAlgoVersion(terms);
  }

  /** Sets the venue's quote for an instrument: subscribers receive it at once, and later orders are priced from it. */
  async moveQuote(quote: of.VenueQuote): Promise<void> {
    await this.#plane.moveQuote(quote);
  }

  /** Fills an open order at its venue, wholly or in part. A fault at the edge `venue` may delay or drop the report. */
  async fill(orderId: string, trade: of.VenueTrade = {}): Promise<of.VenueOrder> {
    return (await this.#plane.fillOrder(orderId, trade)).order;
  }

  /** Rejects an open order at its venue; its earlier fills stay. Faults apply as for `fill`. */
  async reject(orderId: string, reason: of.RejectionReason): Promise<of.VenueOrder> {
    return (await this.#plane.rejectOrder(orderId, { reason })).order;
  }

  /** Sets what the venue holds of an asset in an account, from now on. Faults apply as for `fill`. */
  async setBalance(balance: of.VenueBalance): Promise<void> {
    await this.#plane.setBalance(balance);
  }

  /** Resets the world to a seed, its own if none is stated: orders, keys, users. Needs `destructive`. */
  async reset(seed?: number): Promise<void> {
    await this.#plane.reset(seed === undefined ? {} : { seed });
    this.#wasReset();
  }

  #wasReset(): void {
    this.#faults.forget();
    this.#hooks.worldReset();
  }

  /** Keeps the world's state under a name, until the session ends. */
  async snapshot(name: string): Promise<void> {
    await this.#plane.takeSnapshot({ name });
    this.#snapshots.add(name);
  }

  /** Takes the world back to what was kept: sessions are closed, tokens are fetched again. Needs `destructive`. */
  async restore(name: string): Promise<void> {
    this.#disturbed = true;
    const { nowNs } = await this.#plane.restoreSnapshot(name);
    this.#hooks.worldRestored(msOf(nowNs));
  }

  /** Mints a token, which stays in memory: pass it to a request as `token`. */
  async mint(options: of.MintOptions): Promise<string> {
    const { token } = await this.#plane.mintToken(options);
    this.#hooks.minted(token, options);
    return token;
  }

  /**
   * Calls any operation by its id. Changes of members, owners and faults are reverted as usual, and rolls, snapshots and
   * worlds that it adds are removed; other changes stay. Rejects with ControlRefused or Unreached.
   */
  operate(id: OperationId, parts: OperationParts): Promise<unknown> {
    const line = OPERATIONS[id];
    const call = async () => {
      const answer = await this.#plane.operate(id, parts);
      this.#note(id, parts, answer);
      return answer;
    };
    if (line.startsWith('GET ')) return call();
    return this.#changing(/ \/(members|routing|rolls)\b/.test(line) ? this.#members.changed(call) : call());
  }

  #note(id: OperationId, { params = {}, body = {} }: OperationParts, answer: unknown): void {
    const given = { ...params, ...(body as object) } as Record<string, string>;
    const { name = '', id: added = '', nowNs = '0', token = '' } = (answer ?? {}) as Record<string, string>;
    const notes: Partial<Record<OperationId, () => unknown>> = {
      advanceClock: () => this.#hooks.timeMoved(toMs(given['by'] ?? 0), msOf(nowNs)),
      reset: () => this.#wasReset(),
      restoreSnapshot: () => this.#hooks.worldRestored(msOf(nowNs)),
      mintToken: () => this.#hooks.minted(token, body as of.MintOptions),
      addFault: () => this.#faults.note(added, body as of.FaultRule, true),
      removeFaults: () => this.#faults.forget(),
      addRoll: () => this.#rolls.add(added),
      leaveOwner: () => this.#away.add(given['name'] as of.OwnerName),
      returnOwner: () => this.#away.delete(given['name'] as of.OwnerName),
      takeSnapshot: () => this.#snapshots.add(name),
      forgetSnapshot: () => this.#snapshots.delete(given['name'] ?? ''),
      createWorld: () => this.#worlds.add(name),
      forkWorld: () => this.#worlds.add(name),
      endWorld: () => this.#worlds.delete(given['name'] ?? ''),
    };
    notes[id]?.();
  }

  /** Reverts all changes; returns the faults that should have fired but never did. */
  async finish(): Promise<readonly string[]> {
    this.#finished = true;
    try {
      await this.#restore();
    } finally {
      await this.#faults.removeAll();
      for (const end of this.#ends) end();
    }
    return this.#faults.neverFired;
  }

  #each(what: string, member: string | undefined, change: (name: string) => Promise<unknown>): Promise<void> {
    this.#began('members', `${what} ${member ?? 'every member'}`)();
    const all = async () => {
      const names = member === undefined ? (await this.members()).map(({ name }) => name) : [member];
      for (const name of names) await change(name);
    };
    return this.#changing(this.#members.changed(all));
  }

  /** Reverts the change if the session ended in the meantime. */
  async #changing<Done>(change: Promise<Done>): Promise<Done> {
    this.#disturbed = true;
    const done = await change;
    if (this.#finished) await this.#restore();
    return done;
  }

  #began(kind: TraceEvent['kind'], what: string): () => void {
    const end = this.#hooks.began(kind, what);
    this.#ends.push(end);
    return end;
  }

  async #restore(): Promise<void> {
    for (const id of [...this.#rolls]) {
      this.#rolls.delete(id);
      await this.#plane.abortRoll(id).catch((error: unknown) => {
        // The roll is gone together with its world.
        if (!(error instanceof ControlRefused)) throw error;
      });
    }
    for (const owner of [...this.#away]) await this.returns(owner);
    await this.#members.restore();
    for (const name of this.#snapshots) await this.#plane.forgetSnapshot(name);
    this.#snapshots.clear();
    for (const name of this.#worlds) await this.#plane.endWorld(name);
    this.#worlds.clear();
  }
}

/** Epoch milliseconds of epoch nanoseconds. */
function msOf(nowNs: string): number {
  return Number(nowNs) / 1e6;
}

/** `hold 1 at inbox of POST /orders`: what, and where. */
function faultInWords({ on, ...effect }: of.FaultRule): string {
  const words = (value: object) =>
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => `${name} ${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
      .join(', ');
  return `${words(effect)} on ${words(on)}`;
}
