/** One roll: a plan over the members of a world, and its progress. Steps follow each other on the world's clock. */
import type { Clock, Timer } from '../../gateway/platform-port.ts';
import { MemberStateError } from '../members/member-states.ts';
import type { Fleet, RollBounds, RollStep } from './fleet.ts';
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
  readonly isChosen: boolean;
  deploy(change: { readonly version?: RollStep['to'] }): void;
  restart(catchUp: 'at once'): void;
  crash(): void;
  move(move: 'drain' | 'return'): void;
}

export interface RollOptions {
  readonly id: string;
  /** null: its plan was stated. */
  readonly seed: number | null;
  readonly steps: readonly RollStep[];
  readonly everyMs: number;
  readonly bounds: RollBounds;
  /** The fleet when the plan was made. */
  readonly fleet: Fleet;
  readonly clock: Clock;
  seats(): readonly RolledSeat[];
}

/** A planned roll and its progress. */
export class Roll {
  readonly id: string;
  readonly #options: RollOptions;
  readonly #doneAtNs: string[] = [];
  #state: RollState = 'planned';
  #why: string | null = null;
  #timer: Timer | undefined;

  constructor(options: RollOptions) {
    this.id = options.id;
    this.#options = options;
    if (options.steps.length === 0) this.#go('finish');
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
      this.#why = thrown.message;
      this.#go('fail');
      return;
    }
    this.#doneAtNs.push(`${clock.nowNs()}`);
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
          throw new RollError(`nobody is left without ${member}`);
        }
        seat.move('drain');
        return;
      case 'return':
        seat.move('return');
        return;
    }
  }
}
