/**
 * How long the sandbox takes from the start of its process to its ready line, and to its first answer, beside a bare Koa
 * server of the same minute (S5): interleaved, medians with their spread. What a process took of the processors is told,
 * too, where the system says it (Linux): that is what is left of the figure on a machine that others use meanwhile.
 *
 *     node scripts/bench/start.ts [RUNS] [PROGRAM]
 *
 * PROGRAM is another form of the command line: dist/scripts/touchstone.js. Exits 1 where the median is past a second, or
 * past 2.5 times bare Koa's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { countArgument } from './count-argument.ts';

const MOST_MS = 1_000;
const MOST_TIMES_KOA = 2.5;

const runs = countArgument('runs', 7);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-start-'));
const options = ['sandbox', '--json', '--port', '0', '--control-port', '0', '--profile-out', join(folder, 'p.json')];
const program = process.argv[3] ?? 'scripts/touchstone.ts';

const KINDS = {
  'bare Koa': ['scripts/bench/bare-start.mjs'],
  sandbox: [program, ...options],
  'npm start, behind npm': ['scripts/setup.mjs', ...options],
} as const satisfies Record<string, readonly string[]>;
type Kind = keyof typeof KINDS;

interface Start {
  readonly readyMs: number;
  readonly servedMs: number;
  /** Of all threads, up to the ready line. */
  readonly processorMs: number | undefined;
}

async function start(args: readonly string[]): Promise<Start> {
  const stopwatch = startStopwatch();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const readyMs = stopwatch.nowMs();
  const processorMs = processorMsOf(child.pid ?? 0);
  const { baseUrl } = JSON.parse(String(line)) as { readonly baseUrl: string };
  const { status } = await fetch(`${baseUrl}/openapi.json`);
  if (status !== 200) throw new Error(`${args[0]} answered ${status}`);
  const servedMs = stopwatch.nowMs();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { readyMs, servedMs, processorMs };
}

function processorMsOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ofEach = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return ofEach.reduce((sum, ns) => sum + Number(ns), 0) / 1e6;
  } catch {
    return undefined;
  }
}

const kinds = Object.keys(KINDS) as Kind[];
const starts = Object.fromEntries(kinds.map((kind) => [kind, [] as Start[]])) as Record<Kind, Start[]>;
// Once each before: what is compiled is kept from then on, as on any machine where it ran before.
for (let run = -1; run < runs; run += 1) {
  for (const kind of kinds) {
    const taken = await start(KINDS[kind]);
    if (run >= 0) starts[kind].push(taken);
  }
}
rmSync(folder, { recursive: true });

function sorted(kind: Kind, figure: keyof Start): readonly number[] {
  return starts[kind].map((taken) => taken[figure] ?? Number.NaN).sort((left, right) => left - right);
}

function median(kind: Kind, figure: keyof Start): number {
  return sorted(kind, figure)[runs >> 1] ?? Number.NaN;
}

const ratio = (kind: Kind, figure: keyof Start) => median(kind, figure) / median('bare Koa', figure);

function told(kind: Kind, figure: keyof Start): string {
  const all = sorted(kind, figure);
  const spread = `${all[0]?.toFixed(0)} to ${all.at(-1)?.toFixed(0)}`;
  return `${median(kind, figure).toFixed(0)} ms (${spread}; ${ratio(kind, figure).toFixed(2)} of bare Koa)`;
}

console.log(`${runs} starts each, interleaved; median (least to most; ratio)`);
for (const kind of kinds) {
  console.log(`${kind}:
  to the ready line   ${told(kind, 'readyMs')}
  to the first 200    ${told(kind, 'servedMs')}
  processors' time    ${told(kind, 'processorMs')}`);
}
if (median('sandbox', 'readyMs') > MOST_MS || ratio('sandbox', 'readyMs') > MOST_TIMES_KOA) process.exitCode = 1;
