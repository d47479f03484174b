/** Known-bad members judged side by side, a few in a thread of their own: one run holds one core, and they share nothing. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Defect } from '../../../gateway/defects/defect.ts';
import type { Judged } from './judge-defect.ts';

/** What crosses between threads: a defect goes by its name. */
export type OfThread = Omit<Judged, 'defect'> & { readonly name: string };

interface JudgingAll {
  /** By the whole suite; else by the checks that prove what each breaks. */
  readonly isWhole: boolean;
  /** Called as each is done, with how many are. */
  readonly done: (count: number) => void;
}

/** In the order of `defects`. Rejects where a thread fails. */
export async function judgeAll(defects: readonly Defect[], { isWhole, done }: JudgingAll): Promise<readonly Judged[]> {
  const byName = new Map<string, Judged>();
  const waiting = defects.map(({ name }) => name);

  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { isWhole } });
      const next = (): void => {
        const name = waiting.shift();
        if (name === undefined) void worker.terminate().then(() => resolve());
        else worker.postMessage(name);
      };
      worker.on('message', ({ name, ...judged }: OfThread) => {
        const defect = defects.find((one) => one.name === name);
        if (defect !== undefined) byName.set(name, { defect, ...judged });
        done(byName.size);
        next();
      });
      worker.on('error', reject);
      next();
    });

  await Promise.all(Array.from({ length: Math.min(availableParallelism(), defects.length) }, work));
  return defects.flatMap(({ name }) => byName.get(name) ?? []);
}
