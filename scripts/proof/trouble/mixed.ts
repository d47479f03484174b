/**
 * Uses a sandbox in its own process for a long time, in shifts. A shift has a world of three members of two versions, clients that
 * read, write and hold sessions, and troubles. Then the troubles end, and `oracle.ts` judges. The world of a shift is ended, so
 * anything that it leaves in the process is a leak.
 */
import { keyOf, status } from '../../../conformance/member/exchange/exchange.ts';
import { httpTransport } from '../../../conformance/member/sending/transport.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import { createSeed } from '../../../platform-sim/seed.ts';
import { besideLine, partOfOthers, processorTimes } from '../../load/other-load.ts';
import { type SandboxProcess, startSandboxProcess } from '../../load/sandbox-process.ts';
import { servedDocument } from '../properties/served-document.ts';
import { type Action, actionsOf, intentOf, mixedFor } from './actions.ts';
import { Client, hasOutcome, Log, OWN_KEY } from './client.ts';
import { countAnswers, Published, wrongWrites } from './oracle.ts';
import { befall, endTroubles, isCalm, MEMBERS } from './troubles.ts';
import { controlAt, recordsAfter } from './worlds.ts';

const VERSIONS: readonly Version[] = ['0.13.0', '0.14.0'];
const LANES = 12;
const MB = 1_048_576;
const MINUTE_S = 60;
const SHIFT_MS = { least: 1_500, most: 30_000 } as const;
/** Samples of a run of some minutes: enough for a regression over the second half. */
const SHIFTS = 16;
const CALM_POLL_MS = 50;
const MOST_WRONG = 20;

/** The maximum rise of each figure over the second half, beyond its statistical error. */
const BOUNDS = {
  heap: { name: 'live heap', unit: 'MB', most: 5 },
  resident: { name: 'resident memory', unit: 'MB', most: 20 },
  descriptors: { name: 'open files', unit: 'files', most: 5 },
  delay: { name: 'p99 of the delay of the event loop', unit: 'ms', most: 10 },
} as const satisfies Record<string, Bound>;

type Figure = keyof typeof BOUNDS;
const FIGURES = Object.keys(BOUNDS) as Figure[];

/** The totals of all shifts so far. */
export interface Shifts {
  shifts: number;
  troubles: number;
  requests: number;
  /** Orders that were acknowledged with 201 and are in the sequence. */
  acknowledged: number;
  sessions: number;
  /** Answers by status and code, and how sessions failed. */
  readonly counts: Map<string, number>;
  readonly wrong: string[];
}

export interface Soaking {
  readonly lastsMs: number;
  readonly seed: number;
  readonly print?: (line: string) => void;
}

export async function run({ lastsMs, seed, print = () => {} }: Soaking): Promise<Shifts> {
  await using sandbox = await startSandboxProcess({ isWatched: true, options: ['--clock', 'real'] });
  const published = new Published(await documentsOf(sandbox, seed));
  const { nowMs } = startStopwatch();
  const samples: Record<Figure, Sample[]> = { heap: [], resident: [], descriptors: [], delay: [] };
  const shiftMs = Math.min(SHIFT_MS.most, Math.max(SHIFT_MS.least, lastsMs / SHIFTS));
  const sum: Shifts = {
    shifts: 0,
    troubles: 0,
    requests: 0,
    acknowledged: 0,
    sessions: 0,
    counts: new Map(),
    wrong: [],
  };
  /** The part of the machine that other processes took, by shift. */
  const beside: number[] = [];
  let times = processorTimes([sandbox.pid]);
  const noteOthers = (): void => {
    const now = processorTimes([sandbox.pid]);
    const part = partOfOthers(times, now);
    times = now;
    if (part !== undefined) beside.push(part);
  };
  const reportShifts = (atS: number): void => {
    const figures = FIGURES.map(
      (of) => `${BOUNDS[of].name} ${samples[of].at(-1)?.value.toFixed(1)} ${BOUNDS[of].unit}`,
    );
    const answers = [...sum.counts].toSorted(([, left], [, right]) => right - left).map((pair) => pair.join(' '));
    const { requests, sessions, acknowledged, troubles } = sum;
    print(
      `${(atS / MINUTE_S).toFixed(1)} min: ${requests} requests, ${sessions} sessions; ${answers.join(', ')}; ${figures.join(', ')}; ` +
        `${acknowledged} writes acknowledged, ${troubles} troubles`,
    );
  };
  let reportedS = 0;
  while (nowMs() < lastsMs) {
    await runShift(sandbox.controlUrl, seed + sum.shifts, shiftMs, published, sum);
    const atS = nowMs() / 1_000;
    noteOthers();
    const { heapBytes, residentBytes, delayP99Ms } = await sandbox.figures();
    const figures = { heap: heapBytes / MB, resident: residentBytes / MB, delay: delayP99Ms };
    for (const of of FIGURES) samples[of].push({ atS, value: { ...figures, descriptors: sandbox.descriptors() }[of] });
    if (atS - reportedS < MINUTE_S) continue;
    reportedS = atS;
    reportShifts(atS);
  }
  reportShifts(nowMs() / 1_000);
  for (const of of FIGURES) {
    const { name, unit, most } = BOUNDS[of];
    const { mean, rise, doubt } = fitOf(samples[of]);
    const line = `rise ${rise.toFixed(1)} (within ${doubt.toFixed(1)}), ${most} at most`;
    print(`${name}, second half: ${mean.toFixed(1)} ${unit}, ${line}`);
    sum.wrong.push(...[riseOf(BOUNDS[of], samples[of])].filter((why) => why !== undefined));
  }
  print(besideLine(beside));
  return sum;
}

async function runShift(controlUrl: string, seed: number, lastsMs: number, published: Published, sum: Shifts) {
  const stopwatch = startStopwatch();
  const { nowMs, sleep } = stopwatch;
  const sandbox = controlAt(controlUrl);
  const members = MEMBERS.map((_, index) => ({ version: VERSIONS[index % VERSIONS.length] as Version }));
  const world = await sandbox.createWorld({ seed, clock: 'real', members });
  const control = controlAt(world.controlUrl);
  const transport = httpTransport(world.baseUrl, stopwatch);
  const { token } = await control.mintToken({ persona: 'admin' });
  const socket = `${world.baseUrl.replace(/^http/, 'ws')}/v1/ws/trading`;
  const principal = { actor: 'admin', token, account: { account: 'main' } };
  const log = new Log();
  const clients = Array.from({ length: LANES }, () => new Client({ transport, principal, log }));
  const isOver = () => nowMs() >= lastsMs;

  const working = clients.map(async (client, lane) => {
    for (const action of actionsOf(seed, `mixed/${lane}`, mixedFor(seed, `${lane}`))) {
      if (isOver()) return;
      await act(client, action, socket, sum);
      await sleep(action.pauseMs);
    }
  });
  const random = createSeed(seed).fresh('mixed/troubles');
  const key = () => `${OWN_KEY}${seed}-${random.int(0, LANES - 1)}-${random.int(1, 100)}`;
  while (!isOver()) {
    if (await befall({ control, random, versions: VERSIONS, stallable: MEMBERS.slice(1), key })) sum.troubles += 1;
    await sleep(random.int(50, 500));
  }
  do {
    await endTroubles(control);
    await sleep(CALM_POLL_MS);
  } while (!(await isCalm(control)));
  await Promise.all(working);
  await Promise.all(clients.map((client) => settleAll(client)));
  const { entries } = log;
  const records = await recordsAfter(control, 0);
  sum.shifts += 1;
  sum.requests += entries.length;
  sum.acknowledged += new Set(entries.filter((entry) => status(entry) === 201).map(keyOf)).size;
  countAnswers(entries, sum.counts);
  const wrong = [...wrongWrites({ log: entries, records, isSettled: true }), ...published.wrongAnswers(entries)];
  sum.wrong.push(...wrong.slice(0, MOST_WRONG - Math.min(MOST_WRONG, sum.wrong.length)));
  await transport.close();
  await control.close();
  await sandbox.endWorld(world.name);
  await sandbox.close();
}

async function act(client: Client, action: Action, socket: string, sum: Shifts): Promise<void> {
  const intent = intentOf(client, action);
  if (intent === undefined) return;
  if (action.kind !== 'trade-over-socket') return void (await client.send(intent));
  sum.sessions += 1;
  // A session that a fault ended is not an error.
  await client.trade(socket, intent).catch((error: Error) => {
    const what = `session ${error.message}`;
    sum.counts.set(what, (sum.counts.get(what) ?? 0) + 1);
  });
}

/** Sends each order that has no outcome again until it has one. */
async function settleAll(client: Client): Promise<void> {
  const done = new Set(client.log.entries.filter(hasOutcome).map(keyOf));
  for (const intent of client.known.writes.values()) {
    if (!done.has(intent.key) && intent.expected?.includes(201)) await client.settle(intent);
  }
}

/** The documents of all versions in a shift. */
async function documentsOf({ controlUrl }: SandboxProcess, seed: number) {
  const control = controlAt(controlUrl);
  const documents = [];
  for (const version of VERSIONS) {
    const { name, baseUrl } = await control.createWorld({ seed, members: [{ version }] });
    documents.push(await servedDocument(baseUrl));
    await control.endWorld(name);
  }
  await control.close();
  return documents;
}

/** The trend of a figure: a linear regression over the samples of the second half. */
export interface Sample {
  readonly atS: number;
  readonly value: number;
}

interface Bound {
  readonly name: string;
  readonly unit: string;
  /** The maximum rise of the line over the second half. */
  readonly most: number;
}

/** Fits a least-squares line to the second half of the samples. With fewer than three samples the rise is 0. */
function fitOf(samples: readonly Sample[]) {
  const half = samples.slice(samples.length >> 1);
  const mean = average(half.map(({ value }) => value));
  if (half.length < 3) return { mean, rise: 0, doubt: Number.POSITIVE_INFINITY };
  const middle = average(half.map(({ atS }) => atS));
  const spread = half.reduce((sum, { atS }) => sum + (atS - middle) ** 2, 0);
  const slope = half.reduce((sum, { atS, value }) => sum + (atS - middle) * (value - mean), 0) / spread;
  const residual = half.reduce((sum, { atS, value }) => sum + (value - mean - slope * (atS - middle)) ** 2, 0);
  const lasted = (half.at(-1)?.atS ?? 0) - (half[0]?.atS ?? 0);
  // The doubt is twice the standard error of the rise.
  return { mean, rise: slope * lasted, doubt: 2 * Math.sqrt(residual / (half.length - 2) / spread) * lasted };
}

/** Describes why the figure is not flat; undefined if it is. A rise within its doubt is ignored. */
export function riseOf({ name, unit, most }: Bound, samples: readonly Sample[]): string | undefined {
  const { rise, doubt, mean } = fitOf(samples);
  if (rise - doubt <= most) return undefined;
  return `${name} rises by ${rise.toFixed(1)} ${unit} (within ${doubt.toFixed(1)}) over the second half, ${most} at most; its mean is ${mean.toFixed(1)}`;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
