/**
 * Plays seeds of the stateful property under random faults, crashes and rolls (`trouble/seeds.ts`), each twice. Both plays must
 * leave the same journal and the same answers, byte for byte, and nothing may be lost, doubled or changed.
 *
 *     node scripts/proof/soak/seeds.ts [COUNT] [FIRST]
 *
 * Default: 10,000 seeds from 1, in as many processes as there are processors. Exits 1 at the first seed with an error, and prints
 * the seed and the place.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { run, type Soaked } from '../trouble/seeds.ts';

const SEEDS_A_SHARD = 100;
const SHARD = '--shard';

const [count, first] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 1)];
if (process.argv[4] === SHARD) process.stdout.write(JSON.stringify(await run(count, first)));
else await runAll();

async function runAll(): Promise<void> {
  const stopwatch = startStopwatch();
  const each = Math.max(SEEDS_A_SHARD, Math.ceil(count / availableParallelism()));
  const shards = Array.from({ length: Math.ceil(count / each) }, (_, shard) => inOwnProcess(shard * each, each));
  const parts = await Promise.all(shards);
  const sum = (of: 'seeds' | 'requests' | 'records') => parts.reduce((total, part) => total + part[of], 0);
  const [seeds, tookS] = [sum('seeds'), stopwatch.nowMs() / 1_000];
  console.log(
    `${seeds} seeds twice in ${tookS.toFixed(1)} s: ${(seeds / tookS).toFixed(1)} a second; ` +
      `a run is ${(sum('requests') / seeds).toFixed(0)} requests and ${(sum('records') / seeds).toFixed(0)} records`,
  );
  for (const why of parts.flatMap(({ wrong }) => wrong)) {
    console.error(why);
    process.exitCode = 1;
  }
}

async function inOwnProcess(from: number, each: number): Promise<Soaked> {
  const args = [import.meta.filename, `${Math.min(each, count - from)}`, `${first + from}`, SHARD];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(child.stdout)) as Soaked;
}
