/**
 * Kills parts of a world (SIGKILL) in turn, at seeded moments with many writes in flight, and restarts them. Unanswered writes are
 * sent again, and the log of the clients is compared with the records (`oracle.ts`).
 */
import { isReplay, keyOf } from '../../../conformance/member/exchange/exchange.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { createSeed, type Random } from '../../../platform-sim/seed.ts';
import { type Client, hasOutcome, OWN_KEY } from './client.ts';
import { wrongRecords, wrongWrites } from './oracle.ts';
import {
  clientOf,
  type KilledWorld,
  MEMBER_VERSIONS,
  type Part,
  recordsAfter,
  startDeployment,
  startDurable,
} from './worlds.ts';

export interface KillsTaken {
  readonly kills: number;
  /** Writes with an outcome before the retry. */
  readonly answered: number;
  readonly unanswered: number;
  /** Unanswered writes that are in the sequence. */
  readonly there: number;
  /** The minimum of writes in flight at a kill. */
  readonly inFlight: number;
  /** Starts that cut a torn tail. */
  readonly torn: number;
  readonly wrong: readonly string[];
}

export interface KillsOf {
  readonly start: () => Promise<KilledWorld>;
  /** The parts to kill in turn. */
  readonly parts: readonly Part[];
  /** Kills per world. */
  readonly aWorld: number;
}

export const DURABLE: KillsOf = { start: startDurable, parts: ['sandbox'], aWorld: 25 };

export const SPREAD: KillsOf = {
  start: startDeployment,
  // A platform takes seconds to take over, so most kills hit the other parts.
  parts: ['member', 'nats', 'member', 'nats', 'platform', 'nats', 'member', 'nats', 'member'],
  aWorld: Number.POSITIVE_INFINITY,
};

/** The number of writes in flight at a kill. */
const LANES = 32;
/** The maximum of answers before a kill. */
const MOST_ANSWERS = 200;
/** One in this many writes with an outcome is sent again. */
const AGAIN_EVERY = 8;
const PAUSE_MS = 250;
const { sleep } = startStopwatch();

type Sum = { -readonly [Name in keyof Omit<KillsTaken, 'wrong'>]: number };

/** @param onKill called after each kill */
export async function run(of: KillsOf, kills: number, seed = 1, onKill?: (sum: Sum) => void): Promise<KillsTaken> {
  const random = createSeed(seed).fresh('kills');
  const sum: Sum = { kills: 0, answered: 0, unanswered: 0, there: 0, inFlight: LANES, torn: 0 };
  while (sum.kills < kills) {
    await using world = await of.start();
    const parts = Array.from({ length: Math.min(of.aWorld, kills - sum.kills) }, (_, index) => {
      return of.parts[index % of.parts.length] as Part;
    });
    const wrong = await killInTurn(world, parts, { random, sum, onKill });
    sum.torn += world.torn;
    if (wrong.length === 0) continue;
    world.keepsFolder = true;
    return { ...sum, wrong: [`in ${world.folder}, seed ${seed}`, ...wrong, world.said()] };
  }
  return { ...sum, wrong: [] };
}

/** The main function of `node PROGRAM [KILLS] [SEED]`: prints progress, and sets the exit status. */
export async function soakKills(of: KillsOf, most: number): Promise<void> {
  const [kills, seed] = [Number(process.argv[2] ?? most), Number(process.argv[3] ?? 1)];
  const stopwatch = startStopwatch();
  const { wrong, ...sum } = await run(of, kills, seed, (so) => {
    if (so.kills % 25 === 0) console.log(`${so.kills} kills, ${so.answered} writes answered: all well`);
  });
  console.log(
    `${sum.kills} kills in ${(stopwatch.nowMs() / 1_000).toFixed(0)} s, each with ${sum.inFlight} writes in flight or more: ` +
      `${sum.answered} writes answered, ${wrong.length === 0 ? 'none lost, doubled or changed' : 'and something is wrong'}; ` +
      `${sum.unanswered} not answered, of which ${sum.there} were there; ${sum.torn} torn tails cut`,
  );
  for (const why of wrong) console.error(why);
  if (wrong.length > 0) process.exitCode = 1;
}

interface Killing {
  readonly random: Random;
  readonly sum: Sum;
  readonly onKill?: ((sum: Sum) => void) | undefined;
}

/** @returns what is wrong. */
async function killInTurn(world: KilledWorld, parts: readonly Part[], killing: Killing): Promise<readonly string[]> {
  const { random, sum, onKill } = killing;
  const all: SequencedRecord[] = [...(await recordsAfter(world.control, 0))];
  for (const part of parts) {
    // Create a client each time, because a token expires during a soak.
    const client = await clientOf(world);
    sum.inFlight = Math.min(sum.inFlight, await killAmid(world, client, part, { random, cycle: sum.kills }));
    sum.kills += 1;
    await sendAgain(client, sum);
    const fresh = await recordsAfter(world.control, all.length);
    const wrong = wrongWrites({ log: client.log.entries, records: fresh, isSettled: true });
    all.push(...fresh);
    await client.close();
    if (wrong.length > 0) return [`kill ${sum.kills}, of ${part}`, ...wrong];
    onKill?.(sum);
  }
  return wrongRecords(all, await recordsAfter(world.control, 0));
}

/** Writes over many connections until the kill. Returns the number of writes in flight at the kill. */
async function killAmid(
  world: KilledWorld,
  client: Client,
  part: Part,
  { random, cycle }: { readonly random: Random; readonly cycle: number },
): Promise<number> {
  const [answers, turns, which] = [random.int(0, MOST_ANSWERS), random.int(0, 20), random.int(0, 2)];
  const { promise: moment, resolve: now } = Promise.withResolvers<void>();
  let isOver = false;
  let answered = 0;
  const writing = writeUntil(client, `${cycle}`, LANES, () => {
    answered += 1;
    if (answered >= answers) now();
    return isOver;
  });
  await moment;
  for (let turn = 0; turn < turns || client.inFlight < LANES; turn += 1) {
    await new Promise((done) => setImmediate(done));
  }
  const { inFlight } = client;
  isOver = true;
  await world.kill(part, which % MEMBER_VERSIONS.length);
  await writing;
  return inFlight;
}

/** Orders one after another on each lane. @param isOver called before each */
export async function writeUntil(client: Client, keys: string, lanes: number, isOver: () => boolean): Promise<void> {
  let number = 0;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      number += 1;
      const side = number % 3 === 0 ? 'SELL' : 'BUY';
      // Below the most that a policy allows.
      const qty = `${(number % 900) + 1}.0000`;
      const entry = await client.send(client.order(`${OWN_KEY}${keys}-${number}`, qty, side));
      if (entry.response === null) await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Sends each write without an outcome again, and some of the others, twice each: every retry must get the same outcome. */
async function sendAgain(client: Client, sum: Sum): Promise<void> {
  const writes = [...client.known.writes.values()];
  const done = new Set(client.log.entries.filter(hasOutcome).map(keyOf));
  const again = writes.filter(({ key }, index) => !done.has(key) || index % AGAIN_EVERY === 0);
  await Promise.all(
    again.map(async (write) => {
      const first = await client.settle(write);
      await client.settle(write);
      if (done.has(write.key)) return;
      sum.unanswered += 1;
      if (isReplay(first)) sum.there += 1;
    }),
  );
  sum.answered += done.size;
}
