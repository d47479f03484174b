/** The hooks that one session began: each is undone at its end, in every case. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { Unreached } from '../sending/unreached.ts';
import type { HookBook } from './hook-book.ts';
import type { HookName } from './hook-names.ts';

export interface HookEvents {
  readonly check: string | null;
  readonly stopwatch: Stopwatch;
  /** Counts the wait as the suite's own. */
  readonly during: <T>(wait: Promise<T>) => Promise<T>;
  /** Called when a hook begins; the function that it returns is called when it has ended. */
  readonly began: (name: HookName) => () => void;
  /** The clock was moved, or back by its undo (below 0). */
  readonly timeMoved: (byMs: number) => void;
}

interface Begun {
  /** In sum, where it was run more than once. */
  readonly seconds: number | undefined;
  readonly ended: () => void;
}

const STEADY = { firstPauseMs: 250, growth: 1 };

export class HookSession {
  readonly #book: HookBook;
  readonly #events: HookEvents;
  readonly #begun = new Map<HookName, Begun>();
  readonly #halt = new AbortController();
  /** Settles with the last command; never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #used = false;
  /** By hooks that succeeded and were not undone. */
  #movedMs = 0;

  constructor(book: HookBook, events: HookEvents) {
    this.#book = book;
    this.#events = events;
  }

  /** Whether the session used a hook: an answer may then come from a platform in that state. */
  get used(): boolean {
    return this.#used;
  }

  /** Whether writes may be answered 202 for the session's own sake. */
  get isSlow(): boolean {
    return this.#begun.has('slowOwner');
  }

  /** Whether the session ends: nothing is awaited any longer. */
  get isHalted(): boolean {
    return this.#halt.signal.aborted;
  }

  limitMs(name: HookName): number {
    return this.#book.hook(name)?.timeoutMs ?? 0;
  }

  /** Rejects with Unreached where the command fails: what it had begun is undone. */
  async begin(name: HookName, seconds?: number): Promise<void> {
    if (this.isHalted) throw new Unreached(`the hook ${name} was not run: the check had ended`);
    if (this.#book.hook(name) === undefined) throw new Unreached(`the profile states no hooks.${name}`);
    this.#used = true;
    const { check } = this.#events;
    const before = this.#begun.get(name);
    const sum = seconds === undefined ? undefined : seconds + (before?.seconds ?? 0);
    this.#begun.set(name, { seconds: sum, ended: before?.ended ?? this.#events.began(name) });
    const problem = await this.#alone(() => this.#book.run(name, 'run', { check, seconds, signal: this.#halt.signal }));
    if (problem === undefined) return this.#moved((seconds ?? 0) * 1_000);
    await this.end(name);
    throw new Unreached(`the hook ${name} ${problem}`);
  }

  /** Nothing where it has ended. */
  async end(name: HookName): Promise<void> {
    const begun = this.#begun.get(name);
    if (begun === undefined) return;
    this.#begun.delete(name);
    const { check } = this.#events;
    const { seconds } = begun;
    await this.#alone(() => this.#book.undo(name, { check, seconds }));
    if (seconds !== undefined && this.#book.hook(name)?.undo !== undefined) this.#moved(-this.#movedMs);
    begun.ended();
  }

  /** The undo of this hook ended, and a minute later the target is as before it: stops the run. */
  undidNothing(name: HookName, seen: string): never {
    this.#book.undidNothing(name, seen);
    throw new Unreached(`the undo of the hook ${name} had no effect`);
  }

  /** Ends the command in progress, and undoes what was begun. */
  async finish(): Promise<void> {
    this.#halt.abort();
    await this.#last;
    const ends = [...this.#begun.keys()].reverse().map((name) => this.end(name));
    // One that fails keeps none of the others from its undo.
    await Promise.allSettled(ends);
    await Promise.all(ends);
    // Another call may have begun the last undo.
    await this.#last;
  }

  /**
   * Asks the target until `isDone`, within the limit; resolves to the last answer. `growth`: how much longer each pause is
   * than the one before.
   */
  async until<T>(
    ask: () => Promise<T>,
    isDone: (last: T) => boolean,
    limitMs: number,
    { firstPauseMs, growth } = STEADY,
  ): Promise<T> {
    const { stopwatch, during } = this.#events;
    const untilMs = stopwatch.nowMs() + limitMs;
    for (let pauseMs = firstPauseMs; ; pauseMs *= growth) {
      const last = await ask();
      if (isDone(last) || stopwatch.nowMs() + pauseMs > untilMs || this.isHalted) return last;
      await during(stopwatch.sleep(pauseMs));
    }
  }

  #moved(byMs: number): void {
    this.#movedMs += byMs;
    this.#events.timeMoved(byMs);
  }

  async #alone<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.#last.then(act);
    this.#last = acting.catch(() => undefined);
    return await this.#events.during(acting);
  }
}
