/** `replay --watch`: waits until a file of the scenarios changes. */
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';

/** An editor writes a file in several steps. */
const SETTLED_MS = 100;

export interface Watched {
  readonly folder: string;
  /** With the folders below it. */
  readonly deep: boolean;
}

/** Collects the paths that change, from its beginning on. */
export class Changes {
  readonly #paths = new Set<string>();
  readonly #watchers: FSWatcher[] = [];
  readonly #stopwatch = startStopwatch();
  readonly #isOfInterest: (path: string) => boolean;
  #wake: () => void = () => {};

  constructor(watched: readonly Watched[], isOfInterest: (path: string) => boolean) {
    this.#isOfInterest = isOfInterest;
    for (const { folder, deep } of watched) {
      const watcher = watch(folder, { recursive: deep }, (_, name) => this.#changed(join(folder, name ?? '')));
      // A folder that is removed: its files are read again, and the reader says what is missing.
      watcher.on('error', () => this.#changed(folder));
      this.#watchers.push(watcher);
    }
  }

  /** The paths that changed since the last call, once no further change follows for a moment; empty: `stop` is aborted. */
  async next(stop: AbortSignal): Promise<ReadonlySet<string>> {
    const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
    while (!stop.aborted && this.#paths.size === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await Promise.race([promise, stopped]);
    }
    for (let before = -1; !stop.aborted && before !== this.#paths.size; ) {
      before = this.#paths.size;
      await Promise.race([this.#stopwatch.sleep(SETTLED_MS), stopped]);
    }
    const changed = new Set(this.#paths);
    this.#paths.clear();
    return stop.aborted ? new Set() : changed;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #changed(path: string): void {
    if (!this.#isOfInterest(path)) return;
    this.#paths.add(path);
    this.#wake();
  }
}
