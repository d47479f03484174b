/** Brings the trouble of a schedule into a running sandbox: faults at once, deeds at their moment. */

import type { Stopwatch } from '../../../conformance/runner/stopwatch.ts';
import { durationMs, nsOf } from '../../../platform-sim/duration.ts';
import type { FaultRule } from '../../../platform-sim/faults/rule-shape.ts';
import type { Sandbox } from '../../../platform-sim/sandbox.ts';
import type { Act, Deed } from '../../../scenarios/schedules/schedule.ts';
import { writeAsOthers } from './others.ts';
import type { ClientRecorder } from './recorder.ts';

/** How often a hold is looked for: the client waits meanwhile. */
const LOOK_MS = 3;

interface Waiting {
  readonly hold: string;
  readonly deed: Deed;
}

export class Troubles {
  readonly #sandbox: Sandbox;
  readonly #recorder: ClientRecorder;
  readonly #stopwatch: Stopwatch;
  readonly #endClient: () => Promise<unknown>;
  #waiting: readonly Waiting[] = [];
  #next: { cancel(): void } | undefined;

  /** @param endClient ends the client's process as a crash does, and resolves once it is gone */
  constructor(sandbox: Sandbox, recorder: ClientRecorder, stopwatch: Stopwatch, endClient: () => Promise<unknown>) {
    this.#sandbox = sandbox;
    this.#recorder = recorder;
    this.#stopwatch = stopwatch;
    this.#endClient = endClient;
  }

  begin(acts: readonly Act[]): void {
    for (const [i, act] of acts.entries()) {
      if ('fault' in act) {
        this.#sandbox.faults.add(act.fault as FaultRule);
        continue;
      }
      const hold = `deed-${i}`;
      // The deed is done while the answer is held: the client cannot be ahead of it.
      this.#sandbox.faults.add({ on: act.at.on, hold, times: { nth: act.at.nth } } as FaultRule);
      this.#waiting = [...this.#waiting, { hold, deed: act.do }];
    }
    this.#lookLater();
  }

  end(): void {
    this.#waiting = [];
    this.#next?.cancel();
    this.#sandbox.faults.clear();
  }

  #lookLater(): void {
    if (this.#waiting.length > 0) this.#next = this.#stopwatch.after(LOOK_MS, () => this.#look());
  }

  #look(): void {
    const held = this.#sandbox.faults.holds().map(({ name }) => name);
    const due = this.#waiting.filter(({ hold }) => held.includes(hold));
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    this.#lookLater();
    // A deed that the sandbox refuses, such as one for a session that is gone, changes nothing.
    for (const { hold, deed } of due)
      void this.#do(deed)
        .catch(() => {})
        .finally(() => this.#sandbox.faults.release(hold));
  }

  async #do(deed: Deed): Promise<void> {
    const { controlUrl, clock } = this.#sandbox;
    // Its answer is held until it cannot receive it.
    if ('restart' in deed) await this.#endClient();
    else if ('jump' in deed) {
      clock.runAt(clock.rate, clock.nowNs() + nsOf(durationMs(deed.jump)));
    } else if ('others' in deed) await writeAsOthers(this.#sandbox, deed.others, this.#recorder.lastPath());
    else {
      const [method, path, body] = deed.control;
      const paths = path.includes('{session}')
        ? (await this.#sessions()).map((id) => path.replace('{session}', encodeURIComponent(id)))
        : [path];
      for (const one of paths) {
        await fetch(`${controlUrl}${one}`, {
          method,
          headers: { 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      }
    }
  }

  async #sessions(): Promise<readonly string[]> {
    const answer = await fetch(`${this.#sandbox.controlUrl}/sessions`);
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] };
    return items.map(({ id }) => id);
  }
}
