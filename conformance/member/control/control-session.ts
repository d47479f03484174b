/** Gives one session access to the control plane, and reverts the changes of the session. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { toMs } from '../profile/duration.ts';
import type { TraceEvent } from '../sending/run-trace.ts';
import { Unreached } from '../sending/unreached.ts';
import type {
  Advance,
  AlgoVersion,
  ClockReading,
  Control,
  ControlledMember,
  Deployment,
  Fault,
  FaultRule,
  FaultStanding,
  InstrumentTerms,
  ListedInstrument,
  MemberOptions,
  MintOptions,
  OwnerName,
  RejectionReason,
  Roll,
  RollPlan,
  RoutingChange,
  VenueBalance,
  VenueOrder,
  VenueQuote,
  VenueTrade,
} from './control.ts';
import type { ControlPlane } from './control-plane.ts';
import { FaultsAdded } from './faults-added.ts';
import { MembersChanged } from './members-changed.ts';
import { RollsAdded } from './rolls-added.ts';

/** The longest sleep, in real time, that replaces an advance of a clock that cannot be moved. */
const BEARABLE_MS = 10_000;

/** How the target's clock moves, and its rate relative to real time. */
export interface ClockKind {
  readonly mode: ClockReading['mode'];
  readonly rate: number;
}

/** Callbacks for effects that the session must know about. */
export interface ControlHooks {
  readonly timeMoved: (byMs: number, nowMs: number) => void;
  readonly worldReset: () => void;
  /** The clock went back, too: tokens issued since are not valid yet. */
  readonly worldRestored: (nowMs: number) => void;
  readonly minted: (token: string, options: MintOptions) => void;
  /** The session does this to the platform; the returned function ends it. */
  readonly began: (kind: TraceEvent['kind'], what: string) => () => void;
}

/** The `Control` of one session. */
export class ControlSession implements Control {
  readonly #plane: ControlPlane;
  readonly #stopwatch: Stopwatch;
  readonly #hooks: ControlHooks;
  readonly #clock: ClockKind;
  readonly #faults: FaultsAdded;
  readonly #members: MembersChanged;
  readonly #rolls: RollsAdded;
  readonly #away = new Set<OwnerName>();
  readonly #snapshots = new Set<string>();
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
    this.#rolls = new RollsAdded(plane);
  }

  get clockMode(): ClockReading['mode'] {
    return this.#clock.mode;
  }

  /** Whether a fault of this session holds back the outcome of a write with this key. */
  holdsBack(key: string): boolean {
    return this.#faults.holdsBack(key);
  }

  async clock(): Promise<ClockReading & { readonly rate: number }> {
    const { mode, nowNs, rate = 1, timers } = await this.#plane.readClock();
    return { mode, nowNs: BigInt(nowNs), rate, timers };
  }

  /** A running clock is waited for within a limit of real time. */
  async advance(by: string | number): Promise<Advance> {
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

  async fault(rule: FaultRule, { optional = false }: { readonly optional?: boolean } = {}): Promise<Fault> {
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

  async faults(): Promise<readonly FaultStanding[]> {
    return (await this.#plane.listFaults()).items;
  }

  members(): Promise<readonly ControlledMember[]> {
    return this.#members.list();
  }

  deploy(deployment: Deployment, member?: string): Promise<void> {
    return this.#each('deploy', member, (plane, name) => plane.deployMember(name, deployment));
  }

  addMember(options: MemberOptions = {}): Promise<string> {
    this.#began('members', 'add a member')();
    return this.#changing(this.#members.add(options));
  }

  removeMember(member: string): Promise<void> {
    return this.#each('remove', member, (plane, name) => plane.removeMember(name));
  }

  async route(change: RoutingChange): Promise<void> {
    await this.#members.changing();
    await this.#changing(this.#plane.changeRouting(change));
  }

  restart(member?: string): Promise<void> {
    return this.#each('restart', member, (plane, name) => plane.restartMember(name, { catchUp: 'when told' }));
  }

  crash(member?: string): Promise<void> {
    return this.#each('crash', member, (plane, name) => plane.crashMember(name));
  }

  catchUp(member?: string): Promise<void> {
    return this.#each('catch up', member, (plane, name) => plane.catchUpMember(name));
  }

  stall(member?: string): Promise<void> {
    return this.#each('stall', member, (plane, name) => plane.stallMember(name));
  }

  resume(member?: string): Promise<void> {
    return this.#each('resume', member, (plane, name) => plane.resumeMember(name));
  }

  lag(by: string | number, member?: string): Promise<void> {
    return this.#each('lag', member, (plane, name) => plane.lagMember(name, { by }));
  }

  skew(by: string | number, member?: string): Promise<void> {
    return this.#each('skew', member, (plane, name) => plane.skewMember(name, { by }));
  }

  drain(member?: string): Promise<void> {
    return this.#each('drain', member, (plane, name) => plane.drainMember(name));
  }

  takeBack(member?: string): Promise<void> {
    return this.#each('return', member, (plane, name) => plane.returnMember(name));
  }

  async roll(plan: RollPlan): Promise<Roll> {
    await this.#members.changing();
    this.#began('members', 'roll');
    const roll = await this.#changing(this.#rolls.add(plan));
    return {
      ...roll,
      start: () => this.#changing(roll.start()),
      step: () => this.#changing(roll.step()),
    };
  }

  async leave(owner: OwnerName): Promise<void> {
    this.#away.add(owner);
    this.#began('owners', `${owner} away`);
    await this.#changing(this.#plane.leaveOwner(owner));
  }

  async returns(owner: OwnerName): Promise<void> {
    this.#away.delete(owner);
    await this.#plane.returnOwner(owner);
  }

  async release(name: string): Promise<number> {
    return (await this.#plane.release(name)).released;
  }

  listInstrument(terms: InstrumentTerms): Promise<ListedInstrument> {
    return this.#plane.listInstrument(terms);
  }

  loadAlgoVersion(terms: Pick<AlgoVersion, 'pool'> & Partial<AlgoVersion>): Promise<AlgoVersion> {
    return this.#plane.loadAlgoVersion(terms);
  }

  async moveQuote(quote: VenueQuote): Promise<void> {
    await this.#plane.moveQuote(quote);
  }

  async fill(orderId: string, trade: VenueTrade = {}): Promise<VenueOrder> {
    return (await this.#plane.fillOrder(orderId, trade)).order;
  }

  async reject(orderId: string, reason: RejectionReason): Promise<VenueOrder> {
    return (await this.#plane.rejectOrder(orderId, { reason })).order;
  }

  async setBalance(balance: VenueBalance): Promise<void> {
    await this.#plane.setBalance(balance);
  }

  async reset(seed?: number): Promise<void> {
    await this.#plane.reset(seed === undefined ? {} : { seed });
    this.#faults.forget();
    this.#hooks.worldReset();
  }

  async snapshot(name: string): Promise<void> {
    await this.#plane.takeSnapshot({ name });
    this.#snapshots.add(name);
  }

  async restore(name: string): Promise<void> {
    this.#disturbed = true;
    const { nowNs } = await this.#plane.restoreSnapshot(name);
    this.#hooks.worldRestored(msOf(nowNs));
  }

  async mint(options: MintOptions): Promise<string> {
    const { token } = await this.#plane.mintToken(options);
    this.#hooks.minted(token, options);
    return token;
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

  #each(
    what: string,
    member: string | undefined,
    change: (plane: ControlPlane, name: string) => Promise<unknown>,
  ): Promise<void> {
    this.#began('members', `${what} ${member ?? 'every member'}`)();
    return this.#changing(this.#members.each(member, change));
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
    await this.#rolls.abortAll();
    for (const owner of [...this.#away]) await this.returns(owner);
    await this.#members.restore();
    for (const name of this.#snapshots) await this.#plane.forgetSnapshot(name);
    this.#snapshots.clear();
  }
}

/** Epoch milliseconds of epoch nanoseconds. */
function msOf(nowNs: string): number {
  return Number(nowNs) / 1e6;
}

/** `hold 1 at inbox of POST /orders`: what, and where. */
function faultInWords({ on, ...effect }: FaultRule): string {
  const words = (value: object) =>
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => `${name} ${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
      .join(', ');
  return `${words(effect)} on ${words(on)}`;
}
