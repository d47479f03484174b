/** The hooks of one run: runs their commands, and records each for the report. */

import type { Stopwatch } from '../../runner/stopwatch.ts';
import type { Entry } from '../effects/entry.ts';
import type { Redactor } from '../exchange/redactor.ts';
import type { CircuitBreaker } from '../sending/circuit-breaker.ts';
import type { Hook, HookName } from './hook-names.ts';
import { runShell } from './shell-command.ts';

/** One command that the run ran. Neither its text nor its environment is part of it. */
export interface HookRow {
  readonly hook: HookName;
  readonly part: 'run' | 'undo';
  /** The check that used it; null: none. */
  readonly check: string | null;
  /** Exit status; null: it did not exit by itself. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why it did not succeed: `ended with status 1: no such deployment`. Absent: it did. */
  readonly problem?: string;
}

/** The hooks that a profile states, and where their commands run. */
export interface ProfileHooks {
  readonly folder: string;
  readonly of: ReadonlyMap<HookName, Hook>;
}

export interface HookUse {
  readonly check: string | null;
  /** For `clock`. */
  readonly seconds?: number | undefined;
  readonly signal?: AbortSignal;
}

export interface HookRun {
  readonly hooks: ProfileHooks;
  readonly stopwatch: Stopwatch;
  readonly redactor: Redactor;
  readonly breaker: CircuitBreaker;
  /** Takes what outlives the process: a hook that begins, and one that was undone. */
  readonly onEffect?: ((entry: Entry) => void) | undefined;
}

export class HookBook {
  readonly rows: HookRow[] = [];
  readonly #run: HookRun;

  constructor(run: HookRun) {
    this.#run = run;
  }

  hook(name: HookName): Hook | undefined {
    return this.#run.hooks.of.get(name);
  }

  /** Resolves to the problem; undefined: the command succeeded, or there is none. */
  async run(name: HookName, part: 'run' | 'undo', { check, seconds, signal }: HookUse): Promise<string | undefined> {
    const hook = this.hook(name);
    const command = hook?.[part];
    if (hook === undefined || command === undefined) return undefined;
    const { hooks, redactor, stopwatch } = this.#run;
    if (part === 'run' && hook.undo !== undefined)
      this.#run.onEffect?.({ what: 'hook', hook: name, isOver: false, seconds });
    const { problem, said, status, tookMs } = await runShell({
      ...{ command, folder: hooks.folder, timeoutMs: hook.timeoutMs, stopwatch, signal },
      variables: { TOUCHSTONE_HOOK: name, ...(seconds !== undefined && { TOUCHSTONE_SECONDS: `${seconds}` }) },
    });
    const why = problem && redactor.clean(said === '' ? problem : `${problem}: ${said}`);
    const row = { hook: name, part, check, status, durationMs: Math.round(tookMs) };
    this.rows.push(why === undefined ? row : { ...row, problem: why });
    return why;
  }

  /** Ends what a hook began, whatever came of it: tries twice, then stops the run, since later results would mislead. */
  async undo(name: HookName, use: Omit<HookUse, 'signal'>): Promise<void> {
    const first = await this.run(name, 'undo', use);
    const problem = first === undefined ? undefined : await this.run(name, 'undo', use);
    if (problem === undefined) {
      if (this.hook(name)?.undo !== undefined) this.#run.onEffect?.({ what: 'hook', hook: name, isOver: true });
      return;
    }
    this.#left(name, problem);
  }

  /** Its undo ended, and the target is still as it was. */
  undidNothing(name: HookName, seen: string): void {
    this.#run.onEffect?.({ what: 'hook', hook: name, isOver: false });
    this.#left(name, `ended with status 0, and ${seen}`);
  }

  #left(name: HookName, why: string): void {
    this.#run.breaker.stop(`the undo of hooks.${name} ${why}: THE TARGET IS LEFT AS THE HOOK MADE IT`);
  }
}
