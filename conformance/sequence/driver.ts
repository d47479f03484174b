/** Sends what the steps of one sequence ask for, keeps its keys, and knows which writes still wait for their answers. */

import type { Actor, RequestOptions } from '../member/actor.ts';
import type { Control, Fault } from '../member/control/control.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import type { OrderBody } from '../member/exchange/order.ts';
import type { Letter, SequenceScene, Write, Writer, Writing } from './writes.ts';
import { CLERK, isOfRegister, SYNC_DEADLINE_MS, WRITERS } from './writes.ts';

/** Longer than all the time that a sequence lets pass. */
const CLERK_TOKEN_MS = 86_400_000;

/** How often the control plane is asked whether a request has arrived or was answered, before it counts as waiting. */
const MOST_LOOKS = 100;

/** Sends a sequence's requests and faults; one for each run. `settle` removes its faults and waits for open answers. */
export class Driver {
  readonly scene: SequenceScene;
  /** Control of faults and of a virtual clock; undefined where the target has none. */
  readonly control: Control | undefined;
  readonly #prefix: string;
  /** Unanswered requests, with the letter of their key. */
  readonly #waiting = new Map<Promise<Exchange>, Letter>();
  readonly #holds = new Map<Letter, readonly Fault[]>();
  #letters = 0;
  #clerk: Promise<string> | undefined;

  private constructor(scene: SequenceScene, control: Control | undefined) {
    this.scene = scene;
    this.control = control;
    this.#prefix = scene.freshKey();
  }

  static begin(scene: SequenceScene): Driver {
    const { control } = scene;
    return new Driver(scene, control?.clockMode === 'virtual' ? control : undefined);
  }

  /** Whether the clerk can act: their token is minted for the check. */
  get hasClerk(): boolean {
    return this.control !== undefined && this.scene.target.strict;
  }

  /** A new key for each call. */
  nextLetter(): Letter {
    this.#letters += 1;
    return `n${this.#letters}`;
  }

  async request(writer: Writer, options: RequestOptions): Promise<Exchange> {
    // A 202 is returned as it came: the model judges the promise and what comes after it.
    const sent = { ...options, settle: false };
    if (writer !== 'clerk') return this.#actor(writer).request(sent);
    return this.scene.trader.request({ ...sent, token: await this.#clerkToken() });
  }

  #actor(writer: Exclude<Writer, 'clerk'>): Actor {
    const { admin, deputy = admin } = this.scene;
    return writer === 'deputy' ? deputy : this.scene[writer];
  }

  #clerkToken(): Promise<string> {
    this.#clerk ??= this.control?.mint({ persona: 'trader', claims: { sub: CLERK }, expiresIn: CLERK_TOKEN_MS });
    return this.#clerk ?? this.scene.trader.token();
  }

  /** One text for both organisations. Users of one organisation share the key where that is decided (decision A20). */
  keyOf(writer: Writer, letter: Letter): string {
    const own = this.scene.target.strict || writer === 'trader' || writer === 'outsider' ? '' : `-${writer}`;
    return `${this.#prefix}-${letter}${own}`;
  }

  /** A resting order on the writer's own account. */
  order(writer: Writer, over: OrderBody = {}): OrderBody {
    const { foreignAccount } = this.scene.fixtures;
    return this.scene.order(writer === 'outsider' ? { accountId: foreignAccount.id, ...over } : over);
  }

  /** Returns the answer; undefined where the write waits for a held verdict. */
  async write(writer: Writer, letter: Letter, write: Write): Promise<Exchange | undefined> {
    return (await this.writeAtOnce([{ writer, letter, write }]))[0];
  }

  /** Sends several requests, each before another one is answered. */
  async writeAtOnce(writes: readonly Writing[]): Promise<readonly (Exchange | undefined)[]> {
    const held = this.control !== undefined && writes.some(({ letter }) => this.#holds.has(letter));
    // Tokens first: a request that has yet to fetch one is not in flight.
    for (const { writer } of writes) await (writer === 'clerk' ? this.#clerkToken() : this.#actor(writer).token());
    const timersBefore = held ? await this.#timers() : 0;
    const sent = writes.map(({ writer, letter, write: { ifMatch, ...write } }) => {
      const headers = ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } };
      const key = this.keyOf(writer, letter);
      return this.#wait(this.request(writer, { method: 'POST', ...write, ...headers, key }), letter);
    });
    if (held)
      await this.#until((timers) => timers - timersBefore + sent.filter(isDone).length >= sent.length, timersBefore);
    else await Promise.all(sent.map(({ answer }) => answer));
    return sent.map(({ done }) => done());
  }

  get(writer: Writer, path: string, query?: Record<string, string | number>, label?: string): Promise<Exchange> {
    // The member chooses the register's default view (decision A58).
    const stated = isOfRegister(path) ? { view: 'latest', ...query } : query;
    return this.request(writer, {
      method: 'GET',
      path,
      ...(stated && { query: stated }),
      ...(label !== undefined && { label }),
    });
  }

  /** Holds the verdicts of owners on what arrives under the key, until `release`. */
  async hold(letter: Letter): Promise<void> {
    const { control } = this;
    if (control === undefined || this.#holds.has(letter)) return;
    const keys = new Set(WRITERS.map((writer) => this.keyOf(writer, letter)));
    const rules = [...keys].map((key) => ({ on: { edge: 'verdict', key }, hold: key }) as const);
    this.#holds.set(letter, await Promise.all(rules.map((rule) => control.fault(rule, { optional: true }))));
  }

  /** Holds the engine's verdicts on documents staged under the key, until `release`. */
  async holdEngine(writer: Writer, letter: Letter): Promise<void> {
    const key = this.keyOf(writer, letter);
    const fault = await this.control?.fault({ on: { edge: 'engine', key }, hold: `engine ${key}` }, { optional: true });
    if (fault !== undefined) this.#holds.set(letter, [...(this.#holds.get(letter) ?? []), fault]);
  }

  async release(letter: Letter): Promise<void> {
    const faults = this.#holds.get(letter) ?? [];
    this.#holds.delete(letter);
    for (const fault of faults) await fault.remove();
    // Others may still wait for verdicts of their own.
    await this.#until(() => ![...this.#waiting.values()].includes(letter));
  }

  /** Drops the next response under the key. */
  async loseAnswer(writer: Writer, letter: Letter): Promise<void> {
    const on = { edge: 'answer', key: this.keyOf(writer, letter) } as const;
    await this.control?.fault({ on, drop: 'answer', times: 1 }, { optional: true });
  }

  async advance(ms: number): Promise<void> {
    await this.control?.advance(ms);
    if (ms >= SYNC_DEADLINE_MS) await this.#until(() => this.#waiting.size === 0);
  }

  /** Removes every fault and waits for every answer. */
  async settle(): Promise<void> {
    for (const letter of this.#holds.keys()) await this.release(letter);
    await Promise.all(this.#waiting.keys());
  }

  #wait(answer: Promise<Exchange>, letter: Letter) {
    let done: Exchange | undefined;
    this.#waiting.set(answer, letter);
    const settled = answer.then((exchange) => {
      done = exchange;
      this.#waiting.delete(answer);
    });
    // `settle` reports the error, and may not wait for it yet.
    settled.catch(() => undefined);
    return { answer: settled, done: () => done };
  }

  /** Polls the control plane in between, so that the target can continue. `timers`: how many it had at last. */
  async #until(holds: (timers: number) => boolean, timers = 0): Promise<void> {
    let latest = timers;
    for (let looks = 0; looks < MOST_LOOKS && !holds(latest); looks += 1) latest = await this.#timers();
  }

  /** Timers on the target's clock: a write that waits for its verdict has one, whether it was sent on or attached. */
  async #timers(): Promise<number> {
    return (await this.control?.clock())?.timers ?? 0;
  }
}

function isDone({ done }: { readonly done: () => Exchange | undefined }): boolean {
  return done() !== undefined;
}
