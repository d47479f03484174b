/** A play in progress: its target, and the values saved so far. */
import type { Actor } from '../../conformance/member/actor.ts';
import type { Control } from '../../conformance/member/control/control.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { header } from '../../conformance/member/exchange/exchange.ts';
import type { PrincipalName } from '../../conformance/member/profile/principals.ts';
import type { Session } from '../../conformance/member/session.ts';
import type { Target } from '../../conformance/member/target.ts';
import type { Saved } from '../format/way.ts';
import { follow } from '../format/way.ts';
import type { Answered, RealTime, VirtualTime } from './answer.ts';
import { answerInTime, arrived, lateAnswer } from './answer.ts';
import type { PlayedStep } from './played.ts';

export type Outcome = Omit<PlayedStep, 'step' | 'fromMs' | 'toMs' | 'messages'>;

/** The outcome of a step without an expectation. */
export function done(happened?: string): Outcome {
  return {
    verdict: 'done',
    mismatches: [],
    exchanges: [],
    movedMs: 0,
    ...(happened === undefined ? {} : { happened }),
  };
}

/** An answer, with the times of sending and of the answer since the play began. */
export interface Timed<Answer> extends Answered<Answer> {
  readonly sentMs: number;
  readonly answeredMs: number;
}

const SYNC_MS = 2_000;
/** Real time for messages that the target has already sent to arrive. */
const ON_ITS_WAY_MS = 250;

export interface PlayingOptions {
  readonly stopwatch: RealTime;
  /** The member's sync deadline in milliseconds; 2,000 where absent. */
  readonly syncMs?: number;
}

/** The state of one play: its target, its session, and the saved values. */
export class Playing {
  readonly session: Session;
  readonly saved: Map<string, unknown>;
  readonly stopwatch: RealTime;
  readonly #target: Target;
  readonly #syncMs: number;
  /** When requests were sent that a later step takes the answers of. */
  readonly #sentMs = new WeakMap<object, number>();
  #beganMs = 0;

  constructor(
    target: Target,
    session: Session,
    saved: ReadonlyMap<string, unknown>,
    { stopwatch, syncMs }: PlayingOptions,
  ) {
    this.#target = target;
    this.session = session;
    this.saved = new Map(saved);
    this.stopwatch = stopwatch;
    this.#syncMs = syncMs ?? SYNC_MS;
  }

  async begin(): Promise<void> {
    this.#beganMs = await this.#clockMs();
  }

  /**
   * Milliseconds since `begin`: of a virtual clock, so that they are the same each time, otherwise real ones. A restored
   * snapshot takes a virtual clock back.
   */
  async nowMs(): Promise<number> {
    return (await this.#clockMs()) - this.#beganMs;
  }

  async #clockMs(): Promise<number> {
    return this.virtualTime === undefined ? this.stopwatch.nowMs() : this.targetMs();
  }

  /** When a message of a socket was sent or read, by a step of this time. */
  messageMs({ atMs }: { readonly atMs: number }, stepMs: number): number {
    return this.virtualTime === undefined ? atMs - this.#beganMs : stepMs;
  }

  get control(): Control {
    const { control } = this.session;
    if (control === undefined) throw new Error('no control plane, though the needs of the scenario were met');
    return control;
  }

  /** undefined: the target's time passes by itself. */
  get virtualTime(): VirtualTime | undefined {
    if (this.#target.clockMode !== 'virtual') return undefined;
    return { control: this.control, stopwatch: this.stopwatch, syncMs: this.#syncMs };
  }

  /** The target's clock if it can be read; otherwise real time. */
  async targetMs(): Promise<number> {
    const { control } = this.session;
    return control === undefined ? this.stopwatch.nowMs() : Number((await control.clock()).nowNs / 1_000_000n);
  }

  /**
   * Lets this much of the target's time pass; true: a virtual clock moved and no timer fired, so nothing can have
   * happened.
   */
  async pass(ms: number): Promise<boolean> {
    const time = this.virtualTime;
    if (time !== undefined) return (await time.control.advance(ms)).fired.length === 0;
    await this.session.elapse(ms);
    return false;
  }

  actor(name: PrincipalName | 'anonymous'): Actor {
    const actor = name === 'anonymous' ? this.session.anonymous : this.session.actors.get(name);
    if (actor === undefined) throw new Error(`no principal ${name}, though the needs of the scenario were met`);
    return actor;
  }

  /** Sends, and moves a virtual clock as far as the answer needs. */
  async answer<Answer extends object>(send: () => Promise<Answer>): Promise<Timed<Answer>> {
    const time = this.virtualTime;
    if (time === undefined) return this.answerAtOnce(send);
    const sentMs = await this.nowMs();
    return { ...(await answerInTime(send, time)), sentMs, answeredMs: await this.nowMs() };
  }

  /** As `answer`, where no answer needs time. */
  async answerAtOnce<Answer extends object>(send: () => Promise<Answer>): Promise<Timed<Answer>> {
    const sentMs = await this.nowMs();
    return { answer: await send(), movedMs: 0, sentMs, answeredMs: await this.nowMs() };
  }

  /** As `answer`, for an earlier request. */
  async lateAnswer<Answer extends object>(pending: Promise<Answer>): Promise<Timed<Answer>> {
    const time = this.virtualTime;
    const answered = time === undefined ? { answer: await pending, movedMs: 0 } : await lateAnswer(pending, time);
    const answeredMs = await this.nowMs();
    return { ...answered, sentMs: this.#sentMs.get(pending) ?? answeredMs, answeredMs };
  }

  /** The exchange with its times since `begin`: those of a virtual clock, or those that were measured. */
  timed<E extends Exchange>({ answer, sentMs, answeredMs }: Timed<E>): E {
    if (this.virtualTime !== undefined) return { ...answer, sentAtMs: sentMs, answeredAtMs: answeredMs };
    const { sentAtMs, answeredAtMs } = answer;
    return { ...answer, sentAtMs: sentAtMs - this.#beganMs, answeredAtMs: answeredAtMs - this.#beganMs };
  }

  /** Sends, and continues once it has visibly arrived: a later step takes the answer. */
  async start(send: () => Promise<object>): Promise<void> {
    const time = this.virtualTime;
    const sentMs = await this.nowMs();
    const noted = () => {
      const pending = send();
      this.#sentMs.set(pending, sentMs);
      return pending;
    };
    if (time === undefined) void noted();
    else await arrived(noted, time);
  }

  /**
   * Waits for an answer that must not come, until the sync deadline in the target's time, by which the member would
   * have answered 202 at least. Moves a virtual clock by exactly that, at any speed of the machine.
   */
  async silence<Answer extends object>(pending: Promise<Answer>): Promise<Answered<Answer | undefined>> {
    await this.session.elapse(this.#syncMs);
    const answer = await Promise.race([pending, this.stopwatch.sleep(ON_ITS_WAY_MS).then(() => undefined)]);
    return { answer, movedMs: this.virtualTime === undefined ? 0 : this.#syncMs };
  }

  /** Saves parts of an answer; returns the missing one. */
  save(wanted: Readonly<Record<string, Saved>>, answer: unknown, of?: Exchange): string | undefined {
    let missing: string | undefined;
    for (const [name, way] of Object.entries(wanted)) {
      const value = 'header' in way ? of && header(of, way.header) : follow(answer, way);
      if (value === undefined) missing ??= `the answer has nothing to save as '${name}'`;
      else this.saved.set(name, value);
    }
    return missing;
  }
}
