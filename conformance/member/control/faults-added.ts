/** The faults that one session added: waits for them and removes them. */
import type { Stopwatch } from '../../runner/stopwatch.ts';
import { Unreached } from '../sending/unreached.ts';
import type { Fault, FaultEdge, FaultRule, FaultStanding } from './control.ts';
import type { ControlPlane } from './control-plane.ts';

/** The real time that a check waits for a held command or a fired fault. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 2;

/** Edges that no client command passes: holding there delays no write's response. */
const AFTER_THE_ANSWER: readonly (FaultEdge | undefined)[] = [
  ...(['apply', 'engine', 'venue'] as const),
  ...(['token', 'jwks', 'handshake', 'first-frame', 'frame'] as const),
];

function isSlowing({ on, hold, delay, drop }: FaultRule): boolean {
  const isLost = drop === 'command' || drop === 'reply' || drop === 'record';
  return (hold !== undefined || delay !== undefined || isLost) && !AFTER_THE_ANSWER.includes(on.edge);
}

/** Adds, awaits and removes the faults of one session. */
export class FaultsAdded {
  readonly #plane: ControlPlane;
  readonly #stopwatch: Stopwatch;
  readonly #added = new Map<string, { readonly rule: FaultRule; readonly optional: boolean }>();
  readonly #neverFired: string[] = [];

  constructor(plane: ControlPlane, stopwatch: Stopwatch) {
    this.#plane = plane;
    this.#stopwatch = stopwatch;
  }

  /** Descriptions of the removed faults that should have fired but never did. */
  get neverFired(): readonly string[] {
    return this.#neverFired;
  }

  /** Whether one of the faults may cause a 202 for a write with this key. */
  holdsBack(key: string): boolean {
    return [...this.#added.values()].some(({ rule }) => isSlowing(rule) && [undefined, key].includes(rule.on.key));
  }

  async add(rule: FaultRule, optional: boolean): Promise<Fault> {
    const { id } = await this.#plane.addFault(rule);
    this.note(id, rule, optional);
    return {
      id,
      firings: async () => (await this.#plane.readFault(id)).firings,
      untilHeld: (n = 1) => this.#until(id, `held ${n}`, ({ held }) => held >= n),
      untilFired: (n = 1) => this.#until(id, `fired ${n}`, ({ firings }) => firings >= n),
      remove: () => this.#remove(id),
    };
  }

  /** Notes a fault that was added by another way, so that `removeAll` removes it. */
  note(id: string, rule: FaultRule, optional: boolean): void {
    this.#added.set(id, { rule, optional });
  }

  async removeAll(): Promise<void> {
    for (const id of [...this.#added.keys()]) {
      try {
        await this.#remove(id);
      } catch (error) {
        // The fault or the whole control plane may be gone. If that matters, the next call fails.
        if (!(error instanceof Unreached)) throw error;
      }
    }
  }

  /** Forgets the faults: the world they belonged to is gone. */
  forget(): void {
    this.#added.clear();
  }

  async #until(id: string, what: string, holds: (standing: FaultStanding) => boolean): Promise<void> {
    const untilMs = this.#stopwatch.nowMs() + PATIENCE_MS;
    while (!holds(await this.#plane.readFault(id))) {
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
    if (!added.optional && (await this.#plane.readFault(id)).firings === 0)
      this.#neverFired.push(JSON.stringify(added.rule));
    await this.#plane.removeFault(id);
  }
}
