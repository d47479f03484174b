/**
 * Judges every known-bad member in threads: first over the recorded histories of all checks. Members that these cannot show
 * are then judged live, against a running sandbox.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Check } from '../../../conformance/runner/check.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import type { Judged } from './judged.ts';
import { type Recorded, recorded } from './recording.ts';

/** The start data of a thread: the recording, or nothing to judge live. */
export interface OfThread {
  readonly recorded: Recorded | undefined;
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

/** More threads than cores: a thread that judges live mostly waits. */
const LIVE_AT_ONCE = 6;

/** @param done called with the number of members that have a verdict */
export async function judgeAll(
  defects: readonly Defect[],
  checks: readonly Check[],
  done: (count: number) => void = () => undefined,
): Promise<JudgedAll> {
  const byName = new Map<string, Judged>();
  const whyLive = new Map<string, string>();
  const take = ({ name, judged }: Answer): void => {
    if (typeof judged === 'string') whyLive.set(name, judged);
    else byName.set(name, judged);
    done(byName.size);
  };
  const names = defects.map(({ name }) => name);
  await inThreads(names, { recorded: await recorded(checks) }, 1, take);
  await inThreads([...whyLive.keys()], { recorded: undefined }, LIVE_AT_ONCE, take);
  return { judged: names.flatMap((name) => byName.get(name) ?? []), whyLive };
}

/** Judges each against a running sandbox, by the checks that prove what it breaks. */
export async function judgeAllLive(
  defects: readonly Defect[],
  done: (count: number) => void,
): Promise<readonly Judged[]> {
  const byName = new Map<string, Judged>();
  const names = defects.map(({ name }) => name);
  await inThreads(names, { recorded: undefined }, LIVE_AT_ONCE, ({ name, judged }) => {
    if (typeof judged !== 'string') byName.set(name, judged);
    done(byName.size);
  });
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** Rejects if a thread fails. @param atOnce how many names a thread has at once */
async function inThreads(
  names: readonly string[],
  workerData: OfThread,
  atOnce: number,
  take: (answer: Answer) => void,
): Promise<void> {
  const waiting = [...names];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData });
      let held = 0;
      const next = (): void => {
        while (held < atOnce && waiting.length > 0) {
          held += 1;
          worker.postMessage(waiting.shift());
        }
        if (held === 0) void worker.terminate().then(() => resolve());
      };
      worker.on('message', (answer: Answer) => {
        take(answer);
        held -= 1;
        next();
      });
      worker.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), names.length) }, work));
}
