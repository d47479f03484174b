/**
 * Trouble of the NATS server under a deployment that clients write to: it is killed, hangs, is full, or hangs while the active
 * platform is lost and another takes over. Every write is answered by its deadlines, and nothing acknowledged is lost or doubled.
 */
import { keyOf, status } from '../../../conformance/member/exchange/exchange.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { DEFAULT_LIMITS } from '../../../gateway/services.ts';
import { createSeed, type Random } from '../../../platform-sim/seed.ts';
import { type Client, OWN_KEY } from './client.ts';
import { limitedStore, smallDisk } from './full-store.ts';
import { writeUntil } from './kills.ts';
import { KINDS, type Kind, type Stage } from './nats-kinds.ts';
import { countAnswers, wrongRecords, wrongWrites } from './oracle.ts';
import { clientAt, clientOf, type Deployment, recordsAfter, startDeployment } from './worlds.ts';

export interface Troubled {
  rounds: number;
  /** Writes that a client sent, retries included, and that were answered. */
  answered: number;
  longestMs: number;
  longestReadMs: number;
  /** Answers by status and code. */
  readonly counts: Map<string, number>;
  readonly wrong: string[];
}

const LANES = 12;
const { syncDeadlineMs, writeDeadlineMs } = DEFAULT_LIMITS;
/** Until a 202, or until its promise could not be stored (`answers.ts`). */
export const LONGEST_MS = syncDeadlineMs + writeDeadlineMs / 2;
const RECOVERED_WITHIN_MS = 60_000;
const { sleep, nowMs } = startStopwatch();

export interface TroubleOptions {
  /** One a round, all in one deployment. */
  readonly kinds: readonly Kind[];
  readonly seed?: number;
  /** How long a trouble lasts, in milliseconds; longer where writes in flight are not answered before. */
  readonly lastsMs: readonly [least: number, most: number];
  /** What the kind `full` fills: a disk, where this user may mount one. */
  readonly isDisk?: boolean;
}

/** Troubles, one after another. */
export async function run({ kinds, seed = 1, lastsMs, isDisk = false }: TroubleOptions): Promise<Troubled> {
  const random = createSeed(seed).fresh('trouble of NATS');
  const disk = isDisk ? smallDisk() : undefined;
  if (isDisk && disk === undefined) console.warn('no disk to fill: this user may not mount one; the store has a limit');
  using store = disk ?? limitedStore();
  await using world = await startDeployment({ config: store.config });
  const sum: Troubled = { rounds: 0, answered: 0, longestMs: 0, longestReadMs: 0, counts: new Map(), wrong: [] };
  for (const [round, kind] of kinds.entries()) {
    if (sum.wrong.length > 0) break;
    const client = await clientOf(world);
    await primed(world, client.principal.token);
    const before = await recordsOf(world);
    await amid({ kind, stage: { world, store, round }, client, sum, random, lastsMs });
    const { entries } = client.log;
    countAnswers(entries, sum.counts);
    const all = await recordsOf(world);
    const records = all.slice(before.length);
    sum.wrong.push(
      ...wrongRecords(before, all),
      ...wrongWrites({ log: entries, records, isSettled: true, isOfVersions: true }),
    );
    await client.close();
    sum.rounds += 1;
  }
  if (sum.wrong.length > 0) sum.wrong.push(world.said());
  return sum;
}

/** Resolves once every member serves: a new one has no keys of the token issuer yet. */
async function primed({ memberUrls }: Deployment, token: string): Promise<void> {
  for (const url of memberUrls) {
    const member = clientAt(url, token);
    while (status(await member.send({ method: 'GET', path: '/me' })) !== 200) await sleep(20);
    await member.close();
  }
}

/** All records. A platform that hung for longer than its lease may have lost it to the one that stands by. */
async function recordsOf(world: Deployment): Promise<readonly SequencedRecord[]> {
  try {
    return await recordsAfter(world.control, 0);
  } catch {
    const left = await world.followActive();
    if (left !== 4) throw new Error(`the active platform ended with ${left}`);
    return recordsAfter(world.control, 0);
  }
}

interface Round extends Pick<TroubleOptions, 'lastsMs'> {
  readonly kind: Kind;
  readonly stage: Stage;
  readonly client: Client;
  readonly sum: Troubled;
  readonly random: Random;
}

async function amid({ kind, stage, client, sum, random, lastsMs }: Round): Promise<void> {
  const note = timed(client, sum);
  let isOver = false;
  const read = async (): Promise<void> => {
    while (!isOver) {
      const entry = await client.send({ method: 'GET', path: '/orders?limit=1' });
      if (status(entry) !== 200)
        sum.wrong.push(`a read was answered ${status(entry)} ${entry.response?.body ?? entry.failure}`);
      await sleep(20);
    }
  };
  /** Writes that wait are sent again, while they wait and after their answer. */
  const again = async (): Promise<void> => {
    while (!isOver) {
      const write = [...client.known.writes.values()].at(-random.int(1, LANES));
      if (write !== undefined) await client.send(write);
      await sleep(50);
    }
  };
  const working = [writeUntil(client, `${kind}${stage.round}`, LANES, () => isOver), again(), again(), read()];
  try {
    await sleep(random.int(100, 500));
    const end = await KINDS[kind](stage);
    // Those in flight are answered while the trouble lasts, and not only by its end.
    await Promise.all([sleep(random.int(...lastsMs)), ...note.pending]);
    await end();
    const probe = client.order(`${OWN_KEY}${kind}${stage.round}-after`, '1', 'BUY');
    if (!(await inTime(async () => status(await client.send(probe)) === 201)))
      sum.wrong.push(`no write succeeded within ${RECOVERED_WITHIN_MS} ms of the end of the trouble`);
  } finally {
    isOver = true;
    await Promise.all(working);
    note.stop();
  }
  await promisesKept(client, sum);
  await Promise.all([...client.known.writes.values()].map((write) => client.settle(write)));
}

/** Asks until it is so; false: it was not after the time to recover. */
async function inTime(isSo: () => Promise<boolean>): Promise<boolean> {
  const untilMs = nowMs() + RECOVERED_WITHIN_MS;
  while (!(await isSo())) {
    if (nowMs() > untilMs) return false;
    await sleep(100);
  }
  return true;
}

/** Notes how long the requests of a client wait. */
function timed(client: Client, sum: Troubled): { readonly pending: Set<Promise<unknown>>; stop(): void } {
  const send = client.send.bind(client);
  const pending = new Set<Promise<unknown>>();
  client.send = async (intent) => {
    const sentMs = nowMs();
    const sending = send(intent);
    pending.add(sending);
    const entry = await sending;
    pending.delete(sending);
    const waitedMs = nowMs() - sentMs;
    if (intent.key === undefined) sum.longestReadMs = Math.max(sum.longestReadMs, waitedMs);
    else {
      sum.longestMs = Math.max(sum.longestMs, waitedMs);
      if (entry.response === null) sum.wrong.push(`${intent.key} got no answer: ${entry.failure}`);
      else sum.answered += 1;
    }
    return entry;
  };
  return {
    pending,
    stop() {
      client.send = send;
    },
  };
}

/** A key that was answered 202 gets its outcome, although no client sends it again. */
async function promisesKept(client: Client, sum: Troubled): Promise<void> {
  const promised = new Set(client.log.entries.filter((entry) => status(entry) === 202).map(keyOf));
  await Promise.all(
    [...promised].map(async (key) => {
      let last = '';
      const isFinal = async (): Promise<boolean> => {
        const entry = await client.send({ method: 'GET', path: `/operations/${key}` });
        last = `${status(entry)} ${entry.response?.body}`;
        return /"status":"(SUCCEEDED|REFUSED)"/.test(last);
      };
      if (!(await inTime(isFinal))) sum.wrong.push(`${key} was answered 202, and is ${last}`);
    }),
  );
}
