/**
 * Counts how many known-bad members a run with a budget kills, of those that a thorough run kills: a sample of them, each with
 * a run of every seed (kills-at-depths.ts).
 *
 *     node scripts/proof/soak/depths.ts [SAMPLE] [SEEDS] [THREADS]
 *
 * Prints the rate of each depth and seed, and the members that survived it.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { hash32 } from '../../../conformance/runner/hash.ts';
import { DEPTHS } from '../../../conformance/runner/plan/depths.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { type Budget, ShortRuns } from '../suite/kills-at-depths.ts';

const [sample = '200', seeds = '5', threads = '2'] = process.argv.slice(2);
const SHORT = ['normal', 'quick'] as const;
const BUDGETS: readonly Budget[] = SHORT.flatMap((depth) =>
  Array.from({ length: Number(seeds) }, (_, i) => ({ depth, seed: i + 1 })),
);

type Result = readonly [name: string, kills: readonly boolean[] | undefined];

if (isMainThread) {
  const drawn = DEFECTS.map(({ name }) => name).toSorted((a, b) => hash32(a) - hash32(b));
  const results = await inThreads(drawn.slice(0, Number(sample)));
  const counted = results.filter((result): result is readonly [string, readonly boolean[]] => result[1] !== undefined);
  console.log(`${counted.length} of ${results.length} known-bad members are killed by a thorough run without control`);
  const percent = (killed: number, of: number) => `${((100 * killed) / of).toFixed(1)} %`;
  for (const depth of SHORT) {
    const places = BUDGETS.flatMap((budget, i) => (budget.depth === depth ? [i] : []));
    const rates = places.map((i) => counted.filter(([, kills]) => kills[i] === true).length);
    const all = rates.reduce((a, b) => a + b, 0);
    const each = rates.map((killed) => percent(killed, counted.length)).join(', ');
    console.log(
      `${depth} (${DEPTHS[depth]} requests): ${percent(all, counted.length * places.length)}; by seed ${each}`,
    );
    for (const [name, kills] of counted) {
      const survived = places.filter((i) => kills[i] === false).map((i) => BUDGETS[i]?.seed);
      if (survived.length > 0) console.log(`    survived ${depth} with seed ${survived.join(', ')}: ${name}`);
    }
  }
} else {
  const runs = new ShortRuns(await loadChecks(), BUDGETS);
  parentPort?.on('message', (name: string) => {
    const defect = DEFECTS.find((one) => one.name === name);
    if (defect === undefined) throw new Error(`no known-bad member ${name}`);
    void runs.kill(defect).then((kills) => parentPort?.postMessage([name, kills]));
  });
}

function inThreads(names: readonly string[]): Promise<readonly Result[]> {
  const left = names.values();
  const done: Result[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
      const next = () => {
        const { value: name, done: isOver } = left.next();
        if (isOver === true) void worker.terminate().then(() => resolve());
        else worker.postMessage(name);
      };
      worker.on('message', (result: Result) => {
        done.push(result);
        if (done.length % 20 === 0) console.error(`${done.length} of ${names.length}`);
        next();
      });
      worker.on('error', reject);
      next();
    });
  return Promise.all(Array.from({ length: Number(threads) }, work)).then(() => done);
}
