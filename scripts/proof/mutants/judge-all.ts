/**
 * Judges every known-bad member in threads: first over the recorded histories of all checks. Members that these cannot show
 * are then judged live, against a running sandbox.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Check } from '../../../conformance/runner/check.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { isKilled, type Judged } from './judged.ts';
import { type Recorded, recorded } from './recording.ts';

/** The start data of a thread: the recording, or nothing to judge live alone. */
export interface OfThread {
  readonly recorded: Recorded | undefined;
}

export interface Asked {
  readonly name: string;
  readonly isLive: boolean;
}

/** The answer of a thread for a name. A text is the reason why the member must be judged live. */
export interface Answer {
  readonly name: string;
  readonly judged: Judged | string;
}

export interface JudgedAll {
  /** In the order of `defects`. */
  readonly judged: readonly Judged[];
  /** The reasons for judging members live, by name. */
  readonly whyLive: ReadonlyMap<string, string>;
}

/** Live members of a thread at once: they mostly wait. */
const LIVE_AT_ONCE = 6;

/** Each member makes and drops long texts: with more room for them, fewer collections move the recording. */
const YOUNG = { maxYoungGenerationSizeMb: 96 };

/** @param done called with the number of members that have a verdict */
export async function judgeAll(
  defects: readonly Defect[],
  checks: readonly Check[],
  done: (count: number) => void = () => undefined,
): Promise<JudgedAll> {
  return inThreads(defects, await recorded(checks), done);
}

/** Judges each against a running sandbox, by the checks that prove what it breaks. */
export async function judgeAllLive(
  defects: readonly Defect[],
  done: (count: number) => void,
): Promise<readonly Judged[]> {
  return (await inThreads(defects, undefined, done)).judged;
}

/** A thread judges live once no member is left to be judged over the recording. Rejects if a thread fails. */
async function inThreads(
  defects: readonly Defect[],
  recording: Recorded | undefined,
  done: (count: number) => void,
): Promise<JudgedAll> {
  const byName = new Map<string, Judged>();
  const whyLive = new Map<string, string>();
  const again = new Set<string>();
  const names = defects.map(({ name }) => name);
  const waiting = recording === undefined ? [] : [...names];
  const live = recording === undefined ? [...names] : [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const workerData: OfThread = { recorded: recording };
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData, resourceLimits: YOUNG });
      let held = 0;
      const ask = (name: string | undefined, isLive: boolean): void => {
        held += 1;
        worker.postMessage({ name, isLive });
      };
      const next = (): void => {
        if (held === 0 && waiting.length > 0) ask(waiting.shift(), false);
        while (waiting.length === 0 && held < LIVE_AT_ONCE && live.length > 0) ask(live.shift(), true);
        if (held === 0) void worker.terminate().then(() => resolve());
      };
      worker.on('message', ({ name, judged }: Answer) => {
        if (typeof judged === 'string') {
          whyLive.set(name, judged);
          live.push(name);
        } else {
          byName.set(name, judged);
          // On a busy machine a check may be inconclusive: a survivor is judged once more.
          if (judged.way === 'live' && !isKilled(judged) && !again.has(name)) {
            again.add(name);
            live.push(name);
          }
        }
        done(byName.size);
        held -= 1;
        next();
      });
      worker.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), names.length) }, work));
  return { judged: names.flatMap((name) => byName.get(name) ?? []), whyLive };
}
