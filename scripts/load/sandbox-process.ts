/** A sandbox in a process of its own, as a user starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessFigures } from './process-figures.ts';

export interface SandboxProcess extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly profile: Profile;
  /** An admin's, for a day. */
  readonly token: string;
  /** The body of an order that is filled at once. */
  readonly order: Readonly<Record<string, unknown>>;
  /** The most that it ever had resident. */
  mostResidentMb(): number;
  /** Open files, sockets included. */
  descriptors(): number;
  /** After a collection of its garbage. Rejects if the process was not started as watched. */
  figures(): Promise<ProcessFigures>;
}

export interface Profile {
  readonly sockets: { readonly trading: string; readonly marketData: string };
  readonly identity: { readonly tokenEndpoint: string; readonly jwks: string; readonly audience: string };
  readonly fixtures: {
    readonly account: { readonly id: number };
    readonly instrument: { readonly id: number; readonly price: string };
  };
}

export interface StartOptions {
  /** The command line's program: absent, this tree's. */
  readonly program?: string;
  /** Options of `touchstone sandbox` beyond ports and profile. */
  readonly options?: readonly string[];
  /** Whether `figures` will be called: what it takes is preloaded. */
  readonly isWatched?: boolean;
  /** What stands before the command line, such as `taskset -c 0`. Default: nothing. */
  readonly wrap?: (command: readonly string[]) => readonly [string, ...string[]];
}

const WATCHED = ['--expose-gc', '--import', new URL('process-figures.ts', import.meta.url).href];
const OWN_PROGRAM = fileURLToPath(new URL('../touchstone.ts', import.meta.url));

export async function startSandboxProcess(stated: StartOptions = {}): Promise<SandboxProcess> {
  const {
    program = OWN_PROGRAM,
    options = [],
    isWatched = false,
    wrap = ([first = '', ...rest]) => [first, ...rest],
  } = stated;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-load-'));
  const profilePath = join(folder, 'profile.json');
  const ports = ['--json', '--port', '0', '--control-port', '0', '--profile-out', profilePath];
  const [first, ...rest] = wrap([
    process.execPath,
    ...(isWatched ? WATCHED : []),
    program,
    'sandbox',
    ...ports,
    ...options,
  ]);
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit');
  const [line] = (await Promise.race([once(child.stdout as Readable, 'data'), gone.then(() => [undefined])])) as [
    Buffer?,
  ];
  if (line === undefined) throw new Error('the sandbox did not start');
  const { baseUrl, controlUrl } = JSON.parse(String(line)) as { readonly baseUrl: string; readonly controlUrl: string };
  const profile = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile;
  rmSync(folder, { recursive: true });
  const minted = await fetch(`${controlUrl}/identity/mint`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ persona: 'admin', expiresIn: '24h' }),
  });
  const { token } = (await minted.json()) as { readonly token: string };
  const { account, instrument } = profile.fixtures;
  return {
    pid: child.pid ?? 0,
    port: Number(new URL(baseUrl).port),
    baseUrl,
    controlUrl,
    profile,
    token,
    order: { accountId: account.id, instrumentId: instrument.id, side: 'BUY', price: instrument.price, qty: '1' },
    mostResidentMb() {
      const kilobytes = /VmHWM:\s+([0-9]+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) / 1_024;
    },
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    figures: () => figuresOf(child),
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      kill();
      await gone;
    },
  };
}

async function figuresOf(child: ChildProcess): Promise<ProcessFigures> {
  const answer = once(child, 'message');
  child.send('figures');
  const [figures] = (await answer) as [ProcessFigures];
  return figures;
}
