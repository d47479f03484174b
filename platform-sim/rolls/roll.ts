/**
 * One roll: a plan over the members of a world, and its progress. Steps follow each other on the world's clock, also in a
 * platform process that takes over.
 */
import type { Version } from '../../gateway/contract/versions.ts';
import type { Clock, Timer } from '../../gateway/platform-port.ts';
import { msUntil, nsOf } from '../duration.ts';
import { MemberStateError } from '../members/member-states.ts';
import { type Fleet, type FleetMember, type RollBounds, type RollStep, walked } from './fleet.ts';
import { rollTree } from './roll-tree.ts';

export type RollMove = 'start' | 'pause' | 'step' | 'abort' | 'finish' | 'fail';
export type RollState = 'planned' | 'running' | 'paused' | 'done' | 'aborted' | 'failed';

/** A missing cell is an invalid transition. Done steps stay done, however a roll ends. */
export const ROLL_MOVES: Readonly<Record<RollState, Readonly<Partial<Record<RollMove, RollState>>>>> = {
  planned: { start: 'running', step: 'paused', abort: 'aborted', finish: 'done' },
  running: { pause: 'paused', abort: 'aborted', finish: 'done', fail: 'failed' },
  paused: { start: 'running', step: 'paused', abort: 'aborted', finish: 'done', fail: 'failed' },
  done: {},
  aborted: {},
  failed: {},
};

/** The states of a roll. */
export const ROLL_STATES = Object.keys(ROLL_MOVES) as [RollState, ...RollState[]];

/** One line for a user: why a roll cannot do this now. */
export class RollError extends Error {}

/** The part of a seat that a roll needs. */
export interface RolledSeat {
  readonly name: string;
  readonly version: Version;
  readonly isChosen: boolean;
  deploy(change: { readonly version?: RollStep['to'] }): void;
  restart(catchUp: 'at once'): void;
  crash(): void;
  move(move: 'drain' | 'return'): void;
}

/** What a roll is, and its progress, as JSON has it. */
export interface RollMark {
  readonly id: string;
  /** null: its plan was stated. */
  readonly seed: number | null;
  readonly steps: readonly RollStep[];
  readonly everyMs: number;
  readonly bounds: RollBounds;
  /** The fleet when the plan was made. */
  readonly fleet: Fleet;
  readonly state?: RollState | undefined;
  readonly why?: string | null | undefined;
  /** The times of its steps so far. */
  readonly doneAtNs?: readonly string[] | undefined;
}

export interface RollOptions extends RollMark {
  readonly clock: Clock;
  /** Real time. */
  readonly machineClock: Clock;
  seats(): readonly RolledSeat[];
  /** Called when its progress changes. */
  changed(): void;
}

/** Members of other processes report to a platform that takes over within a second. */
const MEMBERS_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** A planned roll and its progress. */
export class Roll {
  readonly id: string;
  readonly #options: RollOptions;
  readonly #doneAtNs: string[];
  #state: RollState;
  #why: string | null;
  #timer: Timer | undefined;

  constructor(options: RollOptions) {
    this.id = options.id;
    this.#options = options;
    const { state = 'planned', why = null, doneAtNs = [] } = options;
    [this.#state, this.#why, this.#doneAtNs] = [state, why, [...doneAtNs]];
    if (options.steps.length === 0 && state === 'planned') this.#go('finish');
  }

  get state(): RollState {
    return this.#state;
  }

  get seed(): number | null {
    return this.#options.seed;
  }

  get everyMs(): number {
    return this.#options.everyMs;
  }

  /** Why it failed. */
  get why(): string | null {
    return this.#why;
  }

  get steps(): readonly (RollStep & { readonly done: boolean; readonly atNs: string | null })[] {
    return this.#options.steps.map((step, index) => {
      const atNs = this.#doneAtNs[index] ?? null;
      return { ...step, done: atNs !== null, atNs };
    });
  }

  get tree(): string {
    const { id, seed, everyMs, steps, fleet } = this.#options;
    const [state, done, why] = [this.#state, this.#doneAtNs.length, this.#why];
    return rollTree({ id, seed, state, everyMs, steps, done, why, fleet });
  }

  mark(): RollMark {
    const { id, seed, steps, everyMs, bounds, fleet } = this.#options;
    const progress = { state: this.#state, why: this.#why, doneAtNs: [...this.#doneAtNs] };
    return { id, seed, steps, everyMs, bounds, fleet, ...progress };
  }

  /**
   * Continues a roll of a platform process that ended, once its members are there: they are as its done steps have left
   * them, and its next step comes at its time. It fails if one does not come.
   */
  takeOver(): void {
    if (this.#state === 'running' || this.#state === 'paused') this.#takeOverWithin(MEMBERS_WITHIN_MS);
  }

  #takeOverWithin(leftMs: number): void {
    const { clock, machineClock, everyMs, fleet, seats } = this.#options;
    const there = new Set(seats().map(({ name }) => name));
    const missing = fleet.filter(({ name }) => !there.has(name)).map(({ name }) => name);
    if (missing.length > 0 && leftMs > 0) {
      const wait = (): void => this.#takeOverWithin(leftMs - LOOK_EVERY_MS);
      this.#timer = machineClock.after(LOOK_EVERY_MS, 'roll waits for its members', wait);
    } else if (missing.length > 0) {
      this.#fail(`${missing.join(', ')} did not come back after another platform process took over`);
    } else {
      this.#restoreMembers();
      if (this.#state !== 'running') return;
      const nextNs = BigInt(this.#doneAtNs.at(-1) ?? 0) + nsOf(everyMs);
      this.#timer = clock.after(msUntil(nextNs, clock), 'roll takes a step', () => this.#run());
    }
  }

  /** A step may not have reached its member, and members of the platform's own process were restarted. */
  #restoreMembers(): void {
    const { bounds, fleet, seats, steps } = this.#options;
    const done = steps.slice(0, this.#doneAtNs.length);
    const left = walked(fleet, done, bounds);
    if (typeof left === 'string') return;
    for (const { name, version, isAway } of left.filter(isIn(done))) {
      const seat = seats().find((one) => one.name === name);
      if (seat === undefined) continue;
      if (seat.version !== version) seat.deploy({ version });
      if (seat.isChosen === isAway) seat.move(isAway ? 'drain' : 'return');
    }
  }

  /** Takes the next step at once, and each further one after the interval. @throws RollError */
  start(): void {
    this.#go('start');
    this.#run();
  }

  /** @throws RollError */
  pause(): void {
    this.#go('pause');
  }

  /** Takes exactly one step. @throws RollError */
  step(): void {
    this.#go('step');
    this.#take();
  }

  /** @throws RollError */
  abort(): void {
    this.#go('abort');
  }

  #go(move: RollMove): void {
    const to = ROLL_MOVES[this.#state][move];
    if (to === undefined) throw new RollError(`roll ${this.id} is ${this.#state}: it cannot ${move} now`);
    this.#state = to;
    this.#timer?.cancel();
    this.#options.changed();
  }

  #fail(why: string): void {
    this.#why = why;
    this.#go('fail');
  }

  #run(): void {
    this.#take();
    if (this.#state !== 'running') return;
    const { clock, everyMs } = this.#options;
    this.#timer = clock.after(everyMs, 'roll takes a step', () => this.#run());
  }

  #take(): void {
    const { clock, steps } = this.#options;
    const step = steps[this.#doneAtNs.length];
    if (step === undefined) return;
    try {
      this.#do(step);
    } catch (thrown) {
      if (!(thrown instanceof MemberStateError || thrown instanceof RollError)) throw thrown;
      this.#fail(thrown.message);
      return;
    }
    this.#doneAtNs.push(`${clock.nowNs()}`);
    this.#options.changed();
    if (this.#doneAtNs.length === steps.length) this.#go('finish');
  }

  /** The plan was legal when it was made; a user may have changed a member since. */
  #do({ member, do: does, to }: RollStep): void {
    const { bounds, seats } = this.#options;
    const seat = seats().find(({ name }) => name === member);
    if (seat === undefined) throw new RollError(`${member} is no member any more`);
    switch (does) {
      case 'upgrade':
      case 'downgrade':
        seat.deploy({ version: to });
        return;
      case 'restart':
        seat.restart('at once');
        return;
      case 'crash':
        seat.crash();
        return;
      case 'drain':
        if (bounds.allAway !== true && seats().every((other) => other === seat || !other.isChosen)) {
          throw new RollError(`no member is left without ${member}`);
        }
        seat.move('drain');
        return;
      case 'return':
        seat.move('return');
        return;
    }
  }
}

const isIn =
  (steps: readonly RollStep[]) =>
  ({ name }: FleetMember): boolean =>
    steps.some(({ member }) => member === name);
