/**
 * How many known-bad members a run with a budget kills, of those that a thorough run kills: a sample of them, over several seeds.
 *
 *     node scripts/proof/soak/depths.ts [SAMPLE] [SEEDS] [DEPTH]...
 *
 * Prints a line for each depth and the members that survived it. A member is killed where any check of the run fails.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { hash32 } from '../../../conformance/runner/hash.ts';
import { DEPTHS, type DepthName } from '../../../conformance/runner/plan/depths.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import { DEFECTS } from '../../../gateway/defects/index.ts';
import { judgedAgainst } from '../judged-against.ts';

interface Task {
  readonly name: string;
  readonly depth: DepthName;
  readonly seed: number;
}

const [sample = '200', seeds = '5', ...depths] = process.argv.slice(2);

async function isKilled({ name, depth, seed }: Task): Promise<boolean> {
  const defect = DEFECTS.find((one) => one.name === name);
  if (defect === undefined) throw new Error(`no known-bad member ${name}`);
  const all = await loadChecks();
  const isProving = ({ proves }: { readonly proves: readonly string[] }) =>
    proves.some((id) => defect.breaks.includes(id as never));
  const isOfFrames = defect.breaks.some((id) => /^(WSS|MKT)/.test(id));
  const told = { defects: [defect], seed: 1, ...(isOfFrames && { timeoutMs: 1_000 }), depth, planSeed: seed };
  const first = await judgedAgainst(all, { ...told, isJudged: isProving });
  if (first.checks.some(({ verdict }) => verdict === 'fail')) return true;
  const whole = await judgedAgainst(all, { ...told, isJudged: (check) => !isProving(check) });
  return whole.checks.some(({ verdict }) => verdict === 'fail');
}

if (isMainThread) {
  const drawn = DEFECTS.map(({ name }) => name)
    .toSorted((a, b) => hash32(a) - hash32(b))
    .slice(0, Number(sample));
  const asked = (depths.length === 0 ? ['normal', 'quick'] : depths) as DepthName[];
  const tasks = asked.flatMap((depth) =>
    drawn.map((name, i): Task => ({ name, depth, seed: 1 + (i % Number(seeds)) })),
  );
  const results = await inThreads(tasks);
  for (const depth of asked) {
    const of = results.filter(([task]) => task.depth === depth);
    const survived = of.filter(([, killed]) => !killed);
    console.log(`${depth} (${DEPTHS[depth]} requests): ${of.length - survived.length} of ${of.length} killed`);
    for (const [{ name, seed }] of survived) console.log(`    survived ${depth} with seed ${seed}: ${name}`);
  }
} else {
  parentPort?.on(
    'message',
    (task: Task) => void isKilled(task).then((killed) => parentPort?.postMessage([task, killed])),
  );
}

function inThreads(tasks: readonly Task[]): Promise<readonly (readonly [Task, boolean])[]> {
  const left = [...tasks];
  const done: (readonly [Task, boolean])[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url));
      const next = () => {
        const task = left.shift();
        if (task === undefined) void worker.terminate().then(() => resolve());
        else worker.postMessage(task);
      };
      worker.on('message', (result: readonly [Task, boolean]) => {
        done.push(result);
        if (done.length % 20 === 0) console.error(`${done.length} of ${tasks.length}`);
        next();
      });
      worker.on('error', reject);
      next();
    });
  return Promise.all(Array.from({ length: availableParallelism() }, work)).then(() => done);
}
