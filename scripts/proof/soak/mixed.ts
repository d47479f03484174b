/**
 * A sandbox in a process of its own, used for long: shifts of reads, writes, sockets, rolls and faults (`mixed/shift.ts`), then
 * three times the load that it can take. The mix is of the seed. Every minute, and at the end, it prints requests, refusals
 * by code, memory, open files and the delay of the event loop, and at the end how busy the machine was with others.
 *
 *     npm run -s soak -- --for 30m [--seed N]
 *
 * Exits 1 if memory, open files or delay are not flat over the second half (BOUNDS, by the line of least squares), if a write
 * that was acknowledged is lost, doubled or changed, if an answer is not as published or not to be expected, or if less than
 * 90 per cent of the goodput is left at three times the capacity.
 */
import { fileURLToPath } from 'node:url';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { besideLine, partOfOthers, processorTimes } from '../../load/other-load.ts';
import { LEAST_GOODPUT, overloaded } from '../../load/overload.ts';
import { getRequest, placeOrders, postRequest } from '../../load/requests.ts';
import { type SandboxProcess, startSandboxProcess } from '../../load/sandbox-process.ts';
import { servedDocument } from '../generated/served-document.ts';
import { soakOptions } from '../soak-options.ts';
import { type Bound, fitOf, riseOf, type Sample } from './mixed/flatness.ts';
import { runShift } from './mixed/shift.ts';
import { Tally } from './mixed/tally.ts';
import { MEMBER_VERSIONS } from './mixed/troubles.ts';

const MB = 1_048_576;
const MINUTE_S = 60;
const SHIFT_MS = { least: 1_500, most: 30_000 } as const;
/** Of a run of some minutes: enough for a line through the second half. */
const SHIFTS = 16;

/** By how much a figure may rise over the second half, beyond what chance explains. */
const BOUNDS = {
  heap: { name: 'live heap', unit: 'MB', most: 5 },
  resident: { name: 'resident memory', unit: 'MB', most: 20 },
  descriptors: { name: 'open files', unit: 'files', most: 5 },
  delay: { name: 'p99 of the delay of the event loop', unit: 'ms', most: 10 },
} as const satisfies Record<string, Bound>;

type Figure = keyof typeof BOUNDS;
type Samples = { readonly [Name in Figure]: Sample[] };

export interface Soaked {
  readonly tally: Tally;
  readonly shifts: number;
  readonly troubles: number;
  readonly acknowledged: number;
  /** Of the second half, and what is not flat of it. */
  readonly wrong: readonly string[];
  /** Codes of the refusals under three times the load, and the part of the goodput that was kept. */
  readonly overload: { readonly kept: number; readonly codes: Readonly<Record<string, number>> };
}

export interface Soaking {
  readonly lastsMs: number;
  readonly seed: number;
  /** Of each measurement of the overload. */
  readonly overloadS: number;
  readonly tell?: (line: string) => void;
}

export async function run({ lastsMs, seed, overloadS, tell = () => {} }: Soaking): Promise<Soaked> {
  await using sandbox = await startSandboxProcess({ isWatched: true, options: ['--clock', 'real'] });
  const tally = new Tally(await documentsOf(sandbox, seed));
  const stopwatch = startStopwatch();
  const samples: Samples = { heap: [], resident: [], descriptors: [], delay: [] };
  const shiftMs = Math.min(SHIFT_MS.most, Math.max(SHIFT_MS.least, lastsMs / SHIFTS));
  /** Of each shift, and of the overload. */
  const beside: number[] = [];
  let times = processorTimes([sandbox.pid]);
  const noteOthers = (): void => {
    const now = processorTimes([sandbox.pid]);
    const part = partOfOthers(times, now);
    times = now;
    if (part !== undefined) beside.push(part);
  };
  let [shifts, troubles, acknowledged, toldS] = [0, 0, 0, 0];
  while (stopwatch.nowMs() < lastsMs) {
    const taken = await runShift(sandbox.controlUrl, seed + shifts, shiftMs, tally, stopwatch);
    shifts += 1;
    troubles += taken.troubles;
    acknowledged += taken.acknowledged;
    const atS = stopwatch.nowMs() / 1_000;
    noteOthers();
    await sample(sandbox, atS, samples);
    if (atS - toldS < MINUTE_S) continue;
    toldS = atS;
    tell(`${lineOf(atS, tally, samples)}; ${acknowledged} writes acknowledged, ${troubles} troubles`);
  }
  tell(
    `${lineOf(stopwatch.nowMs() / 1_000, tally, samples)}; ${acknowledged} writes acknowledged, ${troubles} troubles`,
  );
  const figures = Object.keys(BOUNDS) as Figure[];
  for (const name of figures) {
    const { mean, rise, doubt } = fitOf(samples[name]);
    const { name: what, unit, most } = BOUNDS[name];
    tell(
      `${what}, second half: ${mean.toFixed(1)} ${unit}, rise ${rise.toFixed(1)} (within ${doubt.toFixed(1)}), ${most} at most`,
    );
  }
  const wrong = figures.map((name) => riseOf(BOUNDS[name], samples[name])).filter((why) => why !== undefined);
  const overload = await overloadOf(sandbox, overloadS);
  const codes = Object.entries(overload.codes).map(([code, times]) => `${code} ${times}`);
  tell(`three times the load: ${(overload.kept * 100).toFixed(0)} % of the goodput kept; ${codes.join(', ')}`);
  noteOthers();
  tell(besideLine(beside));
  return { tally, shifts, troubles, acknowledged, wrong: [...tally.wrongs, ...wrong, ...overload.wrong], overload };
}

/** The documents of every version that a shift's members have. */
async function documentsOf({ controlUrl }: SandboxProcess, seed: number) {
  const documents = [];
  for (const version of MEMBER_VERSIONS) {
    const stated = { name: `document-${version}`, seed, members: [{ version }] };
    const answer = await fetch(`${controlUrl}/worlds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(stated),
    });
    const { baseUrl } = (await answer.json()) as { readonly baseUrl: string };
    documents.push(await servedDocument(baseUrl));
    await fetch(`${controlUrl}/worlds/${stated.name}`, { method: 'DELETE' });
  }
  return documents;
}

async function sample(sandbox: SandboxProcess, atS: number, samples: Samples): Promise<void> {
  const { heapBytes, residentBytes, delayP99Ms } = await sandbox.figures();
  samples.heap.push({ atS, value: heapBytes / MB });
  samples.resident.push({ atS, value: residentBytes / MB });
  samples.descriptors.push({ atS, value: sandbox.descriptors() });
  samples.delay.push({ atS, value: delayP99Ms });
}

function lineOf(atS: number, { requests, sessions, counts }: Tally, samples: Samples): string {
  const figures = (Object.keys(BOUNDS) as Figure[]).map((name) => {
    return `${BOUNDS[name].name} ${samples[name].at(-1)?.value.toFixed(1)} ${BOUNDS[name].unit}`;
  });
  const answers = [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([what, times]) => `${what} ${times}`);
  return `${(atS / MINUTE_S).toFixed(1)} min: ${requests} requests, ${sessions} sessions; ${answers.join(', ')}; ${figures.join(', ')}`;
}

async function overloadOf(sandbox: SandboxProcess, seconds: number) {
  const { port, token, order } = sandbox;
  const orderId = await placeOrders(sandbox, 100);
  const [read, page] = [getRequest(`/orders/${orderId}`, token), getRequest('/orders?limit=100', token)];
  const post = postRequest('/orders', order, token);
  const { kept, over } = await overloaded(port, [read, post, page, post], seconds);
  const wrong = [];
  if (kept < LEAST_GOODPUT) wrong.push(`at three times the load ${(kept * 100).toFixed(0)} % of the goodput is left`);
  if (over.other > 0) wrong.push(`at three times the load ${over.other} answers are no refusal with Retry-After`);
  return { kept, codes: over.codes, wrong };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = soakOptions(process.argv.slice(2), ['mixed']);
  if (typeof options === 'string') {
    console.error(`soak: ${options}`);
    process.exit(2);
  }
  const { lastsMs, seed } = options;
  const { wrong } = await run({ lastsMs, seed, overloadS: 5, tell: (line) => console.log(line) });
  for (const why of wrong) console.error(why);
  process.exit(wrong.length === 0 ? 0 : 1);
}
