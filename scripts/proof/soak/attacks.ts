/**
 * Measures the effect of an attacking client on the others. Each attack has its own sandbox. Other clients send at a fixed rate,
 * in rounds, without the attack and with it. Prints their longest wait, p50 and p99 under the attack (median of the rounds), the
 * number of their requests without an answer within 3 s, and the sandbox's peak memory.
 *
 *     node scripts/proof/soak/attacks.ts [ROUNDS] [NAME]... [--program FILE]
 *
 * FILE is another sandbox to attack, such as that of an older tree: ROOT/scripts/touchstone.mjs. Exits 1 if another client
 * waits longer than 3 s, or the sandbox needs more than 600 MB or ends.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type LoadTaken, measured } from '../../load/measured.ts';
import { getRequest, placeOrders, postRequest } from '../../load/requests.ts';
import { type SandboxProcess, startSandboxProcess } from '../../load/sandbox-process.ts';
import type { Attack } from './attacks/attack-client.ts';

const ATTACK_CLIENT = fileURLToPath(new URL('attacks/attack-client.ts', import.meta.url));

const MOST_WAIT_MS = 3_000;
const MOST_RESIDENT_MB = 600;
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

/** The head of a write, without the headers that frame its body. */
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
  'slow-bodies': ({ post }) => ({
    connections: 600,
    request: `${headOf(post)}Content-Length: 1000000\r\n\r\n${' '.repeat(900_000)}`,
    times: 1,
    reads: true,
  }),
  'slow-headers': ({ get }) => ({ connections: 200, request: get, times: 1, reads: true, byteEveryMs: 50 }),
  'many-names': ({ post }) => ({ connections: 4, request: writeOf(post, manyNames(95_000)), times: 20, reads: true }),
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
  // Fill a page of a hundred rows, and compile the code.
  await measured({ port, requests: [post, get, page], seconds: 2, connections: 16 });
  return { sandbox, get, page, post, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

async function attacked(name: string, of: (target: Target) => Omit<Attack, 'port'>): Promise<void> {
  await using target = await start();
  const { sandbox, get, post } = target;
  const { port } = sandbox;
  const [before, under]: [LoadTaken[], LoadTaken[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    before.push(await measured({ port, requests: [get, get, get, post], ...OTHERS }));
    const measuring = measured({ port, requests: [get, get, get, post], ...OTHERS });
    const attacker = spawn(process.execPath, [ATTACK_CLIENT], { stdio: ['pipe', 'ignore', 'inherit'] });
    attacker.stdin.end(JSON.stringify({ ...of(target), port } satisfies Attack));
    under.push(await measuring);
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');
  }
  const missing = under.reduce((sum, { sent, good }) => sum + sent - good, 0);
  const longestMs = Math.max(...under.map(({ mostMs }) => mostMs));
  const residentMb = sandbox.mostResidentMb();
  const isHeld = longestMs <= MOST_WAIT_MS && residentMb <= MOST_RESIDENT_MB && missing === 0;
  const ms = (taken: readonly LoadTaken[], key: 'p50Ms' | 'p99Ms') => median(taken.map((one) => one[key])).toFixed(1);
  console.log(
    `${name.padEnd(18)} longest ${longestMs.toFixed(0)} ms; p50 ${ms(under, 'p50Ms')} ms (${ms(before, 'p50Ms')} without); p99 ${ms(under, 'p99Ms')} ms (${ms(before, 'p99Ms')}); missing ${missing}; ${residentMb.toFixed(0)} MB${isHeld ? '' : '  NOT HELD'}`,
  );
  if (!isHeld) process.exitCode = 1;
}

for (const [name, of] of Object.entries(ATTACKS)) if (isChosen(name)) await attacked(name, of);
// Half-open connections would keep this process alive.
process.exit();
