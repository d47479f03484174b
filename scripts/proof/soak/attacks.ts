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
import type { Result } from 'autocannon';
import { type LoadRequest, measured } from '../../load/measured.ts';
import { type SandboxProcess, startSandboxProcess } from '../../load/sandbox-process.ts';
import type { Attack } from './attacks/attack-client.ts';

const ATTACK_CLIENT = fileURLToPath(new URL('attacks/attack-client.ts', import.meta.url));

const MOST_WAIT_MS = 3_000;
const MOST_RESIDENT_MB = 600;
const PER_SECOND = 300;
const OTHERS = { connections: 16, perSecond: PER_SECOND, amount: 3 * PER_SECOND, timeoutS: MOST_WAIT_MS / 1_000 };

interface Target {
  readonly sandbox: SandboxProcess;
  /** The requests of the other clients. */
  readonly others: readonly LoadRequest[];
  /** Whole requests as bytes. */
  readonly get: string;
  readonly page: string;
  /** The head of a write, without the headers that frame its body. */
  readonly writeHead: string;
}

const OPEN = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
const TINY = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function manyNames(names: number): string {
  return `{${Array.from({ length: names }, (_, n) => `"n${n}":1`).join(',')}}`;
}

function writeOf(writeHead: string, body: string): string {
  return `${writeHead}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const ATTACKS: Readonly<Record<string, (target: Target) => Omit<Attack, 'port'>>> = {
  'pages-unread': ({ page }) => ({ connections: 40, request: page, times: 400, reads: false }),
  'pages-unread-5000': ({ page }) => ({ connections: 50, request: page, times: 5_000, reads: false }),
  documents: () => ({ connections: 20, request: OPEN, times: 2_000, reads: true }),
  'tiny-unread': () => ({ connections: 50, request: TINY, times: 20_000, reads: false }),
  'tiny-read': () => ({ connections: 50, request: TINY, times: 20_000, reads: true }),
  'blank-lines': ({ writeHead }) => ({
    connections: 4,
    request: writeOf(writeHead, '\r\n'.repeat(500_000)),
    times: 20,
    reads: true,
  }),
  'tiny-chunks': ({ writeHead }) => ({
    connections: 4,
    request: `${writeHead}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(500_000)}0\r\n\r\n`,
    times: 4,
    reads: true,
  }),
  'slow-bodies': ({ writeHead }) => ({
    connections: 600,
    request: `${writeHead}Content-Length: 1000000\r\n\r\n${' '.repeat(900_000)}`,
    times: 1,
    reads: true,
  }),
  'slow-headers': ({ get }) => ({ connections: 200, request: get, times: 1, reads: true, byteEveryMs: 50 }),
  'many-names': ({ writeHead }) => ({
    connections: 4,
    request: writeOf(writeHead, manyNames(95_000)),
    times: 20,
    reads: true,
  }),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { program: { type: 'string' } } });
const rounds = Number(positionals[0] ?? 5);
const chosen = positionals.slice(1);
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);

async function start(): Promise<Target & AsyncDisposable> {
  const sandbox = await startSandboxProcess(values);
  const post: LoadRequest = { method: 'POST', path: '/orders', body: JSON.stringify(sandbox.order) };
  const page: LoadRequest = { method: 'GET', path: '/orders?limit=100' };
  // Fill a page of a hundred rows, and compile the code.
  await measured(sandbox, [post, page], { seconds: 2, connections: 16 });
  const authorization = { Authorization: `Bearer ${sandbox.token}` };
  const newest = await (await fetch(`${sandbox.baseUrl}/orders?limit=1`, { headers: authorization })).json();
  const [{ orderId }] = (newest as { readonly items: [{ readonly orderId: string }] }).items;
  const get: LoadRequest = { method: 'GET', path: `/orders/${orderId}` };
  const headOf = ({ method, path }: LoadRequest) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization.Authorization}\r\n`;
  return {
    ...{ sandbox, others: [get, get, get, post], get: `${headOf(get)}\r\n`, page: `${headOf(page)}\r\n` },
    writeHead: `${headOf(post)}Idempotency-Key: attack-1\r\nContent-Type: application/json\r\n`,
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

async function attacked(name: string, of: (target: Target) => Omit<Attack, 'port'>): Promise<void> {
  await using target = await start();
  const { sandbox, others } = target;
  const load = () => measured(sandbox, others, OTHERS);
  const [before, under]: [Result[], Result[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    before.push(await load());
    const measuring = load();
    const attacker = spawn(process.execPath, [ATTACK_CLIENT], { stdio: ['pipe', 'ignore', 'inherit'] });
    attacker.stdin.end(JSON.stringify({ ...of(target), port: sandbox.port } satisfies Attack));
    under.push(await measuring);
    attacker.kill('SIGKILL');
    await once(attacker, 'exit');
  }
  const missing = under.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0);
  const longestMs = Math.max(...under.map(({ latency }) => latency.max));
  const residentMb = sandbox.mostResidentMb();
  const isHeld = longestMs <= MOST_WAIT_MS && residentMb <= MOST_RESIDENT_MB && missing === 0;
  const ms = (taken: readonly Result[], key: 'p50' | 'p99') => median(taken.map(({ latency }) => latency[key]));
  console.log(
    `${name.padEnd(18)} longest ${longestMs.toFixed(0)} ms; p50 ${ms(under, 'p50')} ms (${ms(before, 'p50')} without); p99 ${ms(under, 'p99')} ms (${ms(before, 'p99')}); missing ${missing}; ${residentMb.toFixed(0)} MB${isHeld ? '' : '  NOT HELD'}`,
  );
  if (!isHeld) process.exitCode = 1;
}

for (const [name, of] of Object.entries(ATTACKS)) if (isChosen(name)) await attacked(name, of);
// Half-open connections would keep this process alive.
process.exit();
