/**
 * What an attacker of one address takes from others of the same port. Each attack has a sandbox of its own, whose other
 * clients send at a fixed pace: in rounds, without the attack and with it, in turn. Printed are the others' p50 and p99 as a
 * ratio of what they are without it (median of the rounds, least to most), how many of their answers are missing, and the most
 * memory that the sandbox ever had. The last rows are loads of three times what the sandbox gets through: the goodput
 * (2xx within a second) as a ratio of that at capacity.
 *
 *     node scripts/proof/soak/attacks.ts [ROUNDS] [NAME]... [--program FILE]
 *
 * FILE is another sandbox to attack, such as one of an older tree: ROOT/scripts/touchstone.mjs. Best run with priority over
 * whatever else the machine does. Exits 1 where an attack succeeds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type LoadTaken, measured } from '../../load/measured.ts';
import { LEAST_GOODPUT, overloaded } from '../../load/overload.ts';
import { getRequest, placeOrders, postRequest } from '../../load/requests.ts';
import { type SandboxProcess, startSandboxProcess } from '../../load/sandbox-process.ts';
import type { Attack } from './attacks/attack-client.ts';

const ATTACK_CLIENT = fileURLToPath(new URL('attacks/attack-client.ts', import.meta.url));

const MOST_P99_RATIO = 2;
const MOST_RESIDENT_MB = 400;
const SECONDS = 3;
const OTHERS = { connections: 16, perSecond: 300, seconds: SECONDS };

interface Target {
  readonly sandbox: SandboxProcess;
  readonly get: string;
  readonly page: string;
  readonly post: string;
}

const OPEN = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
const TINY = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function manyNames(names: number): string {
  return `{${Array.from({ length: names }, (_, n) => `"n${n}":1`).join(',')}}`;
}

/** Of a write, up to what frames its body. */
function headOf(post: string): string {
  return post.slice(0, post.indexOf('Content-Length')).replace('{key}', 'attack-1');
}

function writeOf(post: string, body: string): string {
  return `${headOf(post)}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const ATTACKS: Readonly<Record<string, (target: Target) => Omit<Attack, 'port'>>> = {
  'pages-unread': ({ page }) => ({ connections: 40, request: page, times: 400, reads: false }),
  'pages-unread-5000': ({ page }) => ({ connections: 50, request: page, times: 5_000, reads: false }),
  documents: () => ({ connections: 20, request: OPEN, times: 2_000, reads: true }),
  'tiny-unread': () => ({ connections: 50, request: TINY, times: 20_000, reads: false }),
  'tiny-read': () => ({ connections: 50, request: TINY, times: 20_000, reads: true }),
  'blank-lines': ({ post }) => ({
    connections: 4,
    request: writeOf(post, '\r\n'.repeat(500_000)),
    times: 20,
    reads: true,
  }),
  'tiny-chunks': ({ post }) => ({
    connections: 4,
    request: `${headOf(post)}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(500_000)}0\r\n\r\n`,
    times: 4,
    reads: true,
  }),
  'slow-headers': ({ get }) => ({ connections: 200, request: get, times: 1, reads: true, byteEveryMs: 50 }),
  'many-names': ({ post }) => ({ connections: 4, request: writeOf(post, manyNames(95_000)), times: 20, reads: true }),
};

const LOADS: Readonly<Record<string, (target: Target) => readonly string[]>> = {
  'load-mixed': ({ get, page, post }) => [get, post, page, post],
  'load-writes': ({ post }) => [post],
  'load-reads': ({ get }) => [get],
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { program: { type: 'string' } } });
const rounds = Number(positionals[0] ?? 5);
const chosen = positionals.slice(1);
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

async function start(): Promise<Target & AsyncDisposable> {
  const sandbox = await startSandboxProcess(values);
  const { port, token, order } = sandbox;
  const post = postRequest('/orders', order, token);
  const get = getRequest(`/orders/${await placeOrders(sandbox, 1)}`, token);
  const page = getRequest('/orders?limit=100', token);
  // A page has its hundred rows, and the code is compiled.
  await measured({ port, requests: [post, get, page], seconds: 2, connections: 16 });
  return { sandbox, get, page, post, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() };
}

function spread(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((left, right) => left - right);
  return `${median(ratios).toFixed(2)} (${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)})`;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

async function attacked(name: string, of: (target: Target) => Omit<Attack, 'port'>): Promise<void> {
  await using target = await start();
  const { sandbox, get, post } = target;
  const { port } = sandbox;
  const taken: { readonly base: LoadTaken; readonly under: LoadTaken }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = await measured({ port, requests: [get, get, get, post], ...OTHERS });
    const measuring = measured({ port, requests: [get, get, get, post], ...OTHERS });
    const attacker = spawn(process.execPath, [ATTACK_CLIENT], { stdio: ['pipe', 'ignore', 'inherit'] });
    attacker.stdin.end(JSON.stringify({ ...of(target), port } satisfies Attack));
    const under = await measuring;
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');
    taken.push({ base, under });
  }
  const ratiosOf = (key: 'p50Ms' | 'p99Ms') => taken.map(({ base, under }) => under[key] / base[key]);
  const missing = taken.reduce((sum, { under }) => sum + under.sent - under.good, 0);
  const mostMs = median(taken.map(({ under }) => under.mostMs));
  const [p99, residentMb] = [ratiosOf('p99Ms'), sandbox.mostResidentMb()];
  const isHeld = median(p99) <= MOST_P99_RATIO && residentMb < MOST_RESIDENT_MB && missing === 0;
  const baseMs = median(taken.map(({ base }) => base.p99Ms)).toFixed(1);
  console.log(
    `${name.padEnd(18)} p50 ${spread(ratiosOf('p50Ms'))}; p99 ${spread(p99)} of ${baseMs} ms; longest ${mostMs.toFixed(0)} ms; missing ${missing}; ${residentMb.toFixed(0)} MB${isHeld ? '' : '  NOT HELD'}`,
  );
  if (!isHeld) process.exitCode = 1;
}

async function loaded(name: string, of: (target: Target) => readonly string[]): Promise<void> {
  await using target = await start();
  const { port } = target.sandbox;
  const requests = of(target);
  const goodput: number[] = [];
  const counts = { refused: 0, other: 0 };
  let [p99Ms, capacity] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const { kept, over, ...taken } = await overloaded(port, requests, SECONDS);
    capacity = taken.capacity;
    goodput.push(kept);
    counts.refused += over.refused;
    counts.other += over.late + over.other;
    p99Ms = Math.max(p99Ms, over.p99Ms);
  }
  const isHeld = median(goodput) >= LEAST_GOODPUT;
  console.log(
    `${name.padEnd(18)} goodput ${spread(goodput)} of ${capacity.toFixed(0)} a second; refused ${counts.refused}, neither ${counts.other}; p99 ${p99Ms.toFixed(0)} ms${isHeld ? '' : '  NOT HELD'}`,
  );
  if (!isHeld) process.exitCode = 1;
}

for (const [name, of] of Object.entries(ATTACKS)) if (isChosen(name)) await attacked(name, of);
for (const [name, of] of Object.entries(LOADS)) if (isChosen(name)) await loaded(name, of);
// Connections that a sandbox left half open would hold this process.
process.exit();
