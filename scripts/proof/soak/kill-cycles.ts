/**
 * A sandbox with `--data` is killed (SIGKILL) at a moment of the seed's choice with at least 20 writes in flight, started
 * again in the same folder, and held to what its client was told (`kill/oracle.ts`); again and again.
 *
 *     node scripts/proof/soak/kill-cycles.ts [CYCLES] [SEED]
 *
 * Exits 1 at the first cycle of which something does not hold, and says what; the folder is kept then.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { createSeed, type Random } from '../../../platform-sim/seed.ts';
import { type KilledProcess, startKilledProcess } from './kill/killed-process.ts';
import { OWN_KEY, wrongOf, wrongOfRetries } from './kill/oracle.ts';
import { recordsAfter } from './kill/records-after.ts';
import { Writer } from './kill/writer.ts';

export interface Killed {
  readonly cycles: number;
  readonly answered: number;
  readonly unanswered: number;
  /** Of the unanswered: in the sequence all the same. */
  readonly there: number;
  /** Writes in flight at a kill: the least. */
  readonly inFlight: number;
  /** Starts that had a torn tail to cut. */
  readonly torn: number;
  readonly wrong: readonly string[];
}

const CONNECTIONS = 32;
const IN_FLIGHT = 20;
/** A kill comes within so many answers; a folder is left for a new one after so many cycles, for its log only grows. */
const MOST_ANSWERS = 200;
const CYCLES_A_FOLDER = 25;

/** @param told of what was through after each folder. */
export async function run(cycles: number, seed = 1, told?: (sum: Omit<Killed, 'wrong'>) => void): Promise<Killed> {
  const random = createSeed(seed).fresh('kills');
  const sum = { cycles: 0, answered: 0, unanswered: 0, there: 0, inFlight: CONNECTIONS, torn: 0 };
  while (sum.cycles < cycles) {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-kill-'));
    const wrong = await runFolder(folder, Math.min(CYCLES_A_FOLDER, cycles - sum.cycles), random, sum);
    if (wrong.length > 0) return { ...sum, wrong: [`in ${folder}, seed ${seed}`, ...wrong] };
    rmSync(folder, { recursive: true });
    told?.(sum);
  }
  return { ...sum, wrong: [] };
}

type Sum = { -readonly [Name in Exclude<keyof Killed, 'wrong'>]: number };

async function runFolder(folder: string, cycles: number, random: Random, sum: Sum): Promise<readonly string[]> {
  let running = await startKilledProcess(folder, [0, 0]);
  const ports = [portOf(running.ready.baseUrl), portOf(running.ready.controlUrl)] as const;
  const writer = await Writer.of(running.ready);
  let looked = 0;
  const all: SequencedRecord[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const before = writer.writes.length;
    sum.inFlight = Math.min(sum.inFlight, await killAmidst(running, writer, random, cycle));
    running = await startKilledProcess(folder, ports);
    if (running.ready.kept.torn > 0) sum.torn += 1;
    const writes = writer.writes.slice(before);
    const fresh = await recordsAfter(running.ready.controlUrl, looked);
    const wrong = [...wrongOf(writes, fresh)];
    const keys = new Set(fresh.map(({ command }) => command.key));
    for (const write of writes) {
      if (write.answer === undefined) sum.unanswered += 1;
      else sum.answered += 1;
      if (write.answer === undefined && keys.has(write.key)) sum.there += 1;
    }
    // All that nobody answered, and of the answered some: whoever asks again gets the one outcome.
    const again = writes.filter(({ answer }, index) => answer === undefined || index % 8 === 0);
    await Promise.all(
      again.map(async (write) => {
        const retries = [await writer.send(write), await writer.send(write)];
        wrong.push(...wrongOfRetries(write, retries));
        write.answer ??= retries[0];
      }),
    );
    const rest = await recordsAfter(running.ready.controlUrl, looked + fresh.length);
    wrong.push(...wrongOf(writes, [...fresh, ...rest]));
    all.push(...fresh, ...rest);
    looked = all.length;
    if (wrong.length > 0) {
      await running.kill();
      return [`cycle ${cycle + 1} of this folder`, ...wrong];
    }
    sum.cycles += 1;
  }
  // Whatever was there once is there as it was.
  const whole = await recordsAfter(running.ready.controlUrl, 0);
  await running.kill('SIGTERM');
  writer.close();
  const at = all.findIndex((record, index) => JSON.stringify(record) !== JSON.stringify(whole[index]));
  return at === -1 ? [] : [`record ${at + 1} is not what it was`];
}

/** Writes over many connections at once, until a moment of the seed's choice; how many were in flight then. */
async function killAmidst(running: KilledProcess, writer: Writer, random: Random, cycle: number): Promise<number> {
  const [answers, turns] = [random.int(0, MOST_ANSWERS), random.int(0, 20)];
  let [number, answered, inFlight] = [0, 0, 0];
  const { promise: moment, resolve: now } = Promise.withResolvers<void>();
  let dead = false;
  async function client(): Promise<void> {
    while (!dead) {
      number += 1;
      const writing = writer.write(`${OWN_KEY}${cycle}-${number}`, number);
      if (answered >= answers && writer.inFlight >= IN_FLIGHT) now();
      await writing;
      answered += 1;
    }
  }
  const clients = Array.from({ length: CONNECTIONS }, client);
  await moment;
  for (let turn = 0; turn < turns || writer.inFlight < IN_FLIGHT; turn += 1)
    await new Promise((done) => setImmediate(done));
  inFlight = writer.inFlight;
  dead = true;
  await running.kill();
  await Promise.all(clients);
  return inFlight;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [cycles, seed] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 1)];
  const stopwatch = startStopwatch();
  const { wrong, ...sum } = await run(cycles, seed, (sofar) => {
    if (sofar.cycles < cycles) console.log(`${sofar.cycles} kills, ${sofar.answered} writes answered: all well`);
  });
  console.log(
    `${sum.cycles} kills in ${(stopwatch.nowMs() / 1_000).toFixed(0)} s, each with ${sum.inFlight} writes in flight or more: ` +
      `${sum.answered} writes answered, ${wrong.length === 0 ? 'none lost, doubled or changed' : 'and something is wrong'}; ` +
      `${sum.unanswered} not answered, of which ${sum.there} were there; ${sum.torn} torn tails cut`,
  );
  for (const why of wrong) console.error(why);
  if (wrong.length > 0) process.exitCode = 1;
}
