/** One run of a check, or one scenario: actors, the control plane, and the record. */
import type { Actor } from './actor.ts';
import type { Control } from './control/control.ts';
import { type ControlAction, ControlRecord } from './control/control-action.ts';
import { controlPlane } from './control/control-plane.ts';
import { ControlSession } from './control/control-session.ts';
import type { Conversation } from './exchange/conversation.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Met } from './exchange/met-answers.ts';
import type { Note } from './exchange/note.ts';
import { controlOperator } from './hooks/control-operator.ts';
import { hookOperator } from './hooks/hook-operator.ts';
import { HookSession } from './hooks/hook-session.ts';
import type { Operator } from './hooks/operator.ts';
import type { PrincipalName } from './profile/principals.ts';
import type { Run } from './run.ts';
import type { Sender } from './sending/flight.ts';
import { httpActor } from './sending/http-actor.ts';
import type { Manners } from './sending/manners.ts';
import { SessionLog } from './sending/session-log.ts';
import { Unreached } from './sending/unreached.ts';
import { WaitedTime } from './sending/waited-time.ts';

const LONGEST_REAL_WAIT_MS = 20;
const POLLS_OF_A_CLOCK_AT_REST = 5;
const USUAL_TICKETS = 25;

/** A session as the stages of its requests know it. */
export class OpenSession implements Sender {
  readonly run: Run;
  readonly manners: Manners;
  readonly log: SessionLog;
  readonly waited: WaitedTime;
  readonly actors: ReadonlyMap<PrincipalName, Actor>;
  readonly anonymous: Actor;
  readonly control: ControlSession | undefined;
  readonly operator: Operator;
  isHalted = false;
  written: bigint | undefined;
  givenUp: bigint | undefined;
  readonly #actions: ControlRecord;
  readonly #hooks: HookSession;
  readonly #recalled: Exchange[] = [];
  /** Requests in flight. */
  readonly #awaited = new Set<Promise<unknown>>();

  constructor(run: Run, manners: Manners = {}) {
    this.run = run;
    this.manners = manners;
    this.log = new SessionLog(run.redactor, run.identity, run.stopwatch);
    this.waited = new WaitedTime(run.stopwatch, manners.rest);
    this.actors = new Map(run.principals.map((name) => [name, httpActor(this, name, name)]));
    this.anonymous = httpActor(this, 'anonymous');
    this.#actions = new ControlRecord(() => this.log.latest());
    this.control = this.#controlled();
    this.#hooks = this.#hookSession();
    this.operator = this.#operated();
  }

  get check(): string | null {
    return this.manners.check ?? null;
  }

  get judgesBusyAnswers(): boolean {
    return this.manners.waitsWhileBusy !== true;
  }

  /** Whether the check itself set a fault, ran a hook, or changed members or owners: it may then have caused a failing response. */
  disturbed(): boolean {
    return this.#hooks.used || (this.control?.disturbed ?? false);
  }

  /** Whether it was a hook: what the member answers then is its own, as it would be for anybody. */
  get isHooked(): boolean {
    return this.#hooks.used;
  }

  /**
   * A check that sets faults or moves members wants the responses that result from it, and the sandbox's own members need
   * no waiting on a virtual clock.
   */
  repeats(): boolean {
    return !this.disturbed() && !(this.#isVirtual && this.run.profile.strict === true);
  }

  holdsBack(key: string): boolean {
    return this.#hooks.isSlow || this.control?.holdsBack(key) === true;
  }

  wrote(position: bigint | undefined): void {
    if (position !== undefined && position > (this.written ?? -1n)) this.written = position;
  }

  sleep(ms: number): Promise<void> {
    return this.waited.resting(this.run.stopwatch.sleep(ms));
  }

  /** Lets this much of the target's time pass: advances a virtual clock, sleeps otherwise. */
  async elapse(ms: number): Promise<void> {
    if (this.control !== undefined && this.#isVirtual) await this.control.advance(ms);
    else await this.sleep(ms / this.run.clock.rate);
  }

  pause(ms: number): Promise<void> {
    return this.#isVirtual ? this.sleep(ms) : this.elapse(ms);
  }

  async pauseForOutcome(ms: number, polls: number): Promise<void> {
    // Advance a clock that is moved by hand only if nothing else settles the write: checks count its time.
    if (this.#isVirtual) await this.sleep(Math.min(ms, LONGEST_REAL_WAIT_MS));
    if (!this.#isVirtual || polls > POLLS_OF_A_CLOCK_AT_REST) await this.elapse(ms);
  }

  awaiting<T>(answer: Promise<T>): Promise<T> {
    const settled = () => this.#awaited.delete(answer);
    this.#awaited.add(answer);
    answer.then(settled, settled);
    return answer;
  }

  /** Waits until no other check of the run is left to run beside the session. */
  async othersDone(): Promise<void> {
    this.run.ticketRoom.done(this);
    await this.waited.during(this.manners.othersDone?.() ?? Promise.resolve());
  }

  /**
   * Reserves room for `count` tickets of a user, until the session finishes: waits where the suite itself has minted many
   * in the last minute, or means to (TKT-06).
   */
  async makeRoomForTickets(count = USUAL_TICKETS, user: PrincipalName = 'trader'): Promise<void> {
    for (;;) {
      const waitMs = this.run.ticketRoom.reserve(this, user, count);
      if (waitMs === 0) return;
      await this.elapse(waitMs);
    }
  }

  /**
   * Real milliseconds for which the suite itself delayed this session: its pace, room for tickets, `elapse` on a
   * running clock. They do not count as slowness of the target.
   */
  waitedMs(): number {
    return this.waited.ms();
  }

  /** In order of sending; one that still waits for its response is listed as unanswered. */
  exchanges(): readonly Exchange[] {
    return this.log.exchanges();
  }

  /** Answers that the sessions of the run have met so far. The session's own history has them too (`recalled`). */
  recall(met: Met): readonly Exchange[] {
    const known = this.run.met.of(met);
    for (const e of known) this.#recalled.push(e);
    return known;
  }

  recalled(): readonly Exchange[] {
    return this.#recalled;
  }

  /** The WebSocket connections, in order of opening, each with all messages so far. */
  conversations(): readonly Conversation[] {
    return this.log.conversations();
  }

  /** What the session changed through the control plane, in order. */
  controlActions(): readonly ControlAction[] {
    return this.#actions.actions();
  }

  /** Records an observation that is no response of the target. */
  note(label: string, value: unknown): void {
    this.log.note(label, value);
  }

  notes(): readonly Note[] {
    return this.log.notes();
  }

  /**
   * Stops all activity in the session: nothing more is sent, faults are removed, and requests in flight are awaited, at
   * most for the profile's `limits.timeoutMs`.
   */
  async halt(): Promise<void> {
    const { inFlight, pace, stopwatch, timeoutMs } = this.run;
    this.isHalted = true;
    pace.drop(this);
    inFlight.drop(this);
    const answered = Promise.allSettled([...this.#awaited]);
    try {
      // One of the faults or hooks may hold a response back.
      await this.#hooks.finish();
      await this.control?.finish();
    } catch (error) {
      // `finish` reports it again.
      if (!(error instanceof Unreached)) throw error;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = stopwatch.after(timeoutMs, resolve);
    await Promise.race([answered, promise]);
    limit.cancel();
  }

  /** Closes the sockets and removes the added faults; returns those that should have fired but never did. */
  async finish(): Promise<readonly string[]> {
    const { control, run } = this;
    run.ticketRoom.done(this);
    await this.#hooks.finish();
    if (this.isHooked && !this.isHalted) {
      const why = `the target does not answer as before the hooks of ${this.check}`;
      await run.breaker.ascertain(why, run.probe);
    }
    await this.log.closeSockets();
    if (control === undefined) return [];
    return (await run.watched?.insistOn(() => control.finish())) ?? [];
  }

  get #isVirtual(): boolean {
    return this.run.clock.mode === 'virtual';
  }

  #hookSession(): HookSession {
    const { hooks, stopwatch, targetClock, ticketRoom, tokens, trace } = this.run;
    return new HookSession(hooks, {
      ...{ check: this.check, stopwatch, during: (wait) => this.waited.during(wait) },
      began: (name) => {
        this.note('hook', name);
        return trace.began('fault', `hook ${name}`);
      },
      timeMoved(byMs) {
        if (byMs === 0) return;
        targetClock.isAt(targetClock.nowMs() + byMs);
        if (byMs < 0) tokens.drop();
        else ticketRoom.moved(byMs);
      },
    });
  }

  #operated(): Operator {
    const { freshKey, probe, tokens } = this.run;
    const keyRotated = () => tokens.drop();
    return this.control === undefined
      ? hookOperator(this.#hooks, { freshKey, keyRotated, isServing: async () => (await probe()) === undefined })
      : controlOperator(this.control, freshKey, keyRotated);
  }

  #controlled(): ControlSession | undefined {
    const { clock, met, stopwatch, targetClock, ticketRoom, tokens, trace, watched } = this.run;
    if (watched === undefined) return undefined;
    let minted = 0;
    return new ControlSession(controlPlane(this.#actions.through(watched.transport)), stopwatch, clock, {
      timeMoved(byMs, nowMs) {
        targetClock.isAt(nowMs);
        ticketRoom.moved(byMs);
        met.moved(byMs);
      },
      worldReset: () => this.run.worldReset(),
      worldRestored: (nowMs) => {
        targetClock.isAt(nowMs);
        tokens.drop();
        this.run.worldReset();
      },
      minted: (token, { persona }) => {
        minted += 1;
        this.log.learn(token, `minted token ${this.manners.numbersTokens === true ? `${minted} ` : ''}of ${persona}`);
      },
      began: trace.began,
    });
  }
}

/** A session as checks, scenarios and their runners know it. */
export type Session = Omit<OpenSession, 'control' | Exclude<keyof Sender, 'disturbed'>> & {
  readonly control: Control | undefined;
};
