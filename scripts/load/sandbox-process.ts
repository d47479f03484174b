/** A sandbox in its own process, as a user starts it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerOptions, type ServerProcess, startServerProcess } from './server-process.ts';

export interface SandboxProcess extends ServerProcess {
  readonly port: number;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly profile: Profile;
  /** A token of the admin that is valid for a day. */
  readonly token: string;
  /** The body of an order. */
  readonly order: Readonly<Record<string, unknown>>;
}

interface Profile {
  readonly baseUrl: string;
  readonly control: string;
  readonly sockets: { readonly trading: string; readonly marketData: string };
  readonly identity: { readonly tokenEndpoint: string; readonly jwks: string; readonly audience: string };
  readonly fixtures: {
    readonly account: { readonly id: number };
    readonly instrument: { readonly id: number; readonly price: string };
  };
}

interface StartOptions extends ServerOptions {
  /** The path of the command-line program. Absent: the program of this tree. */
  readonly program?: string;
  /** The words before the options. Absent: the command `sandbox`. */
  readonly words?: readonly string[];
  /** Options of `touchstone sandbox` beyond ports and profile. */
  readonly options?: readonly string[];
  /** Whether it prints as for a user: a line for each request, unless `options` disable that. */
  readonly hasLog?: boolean;
}

const OWN_PROGRAM = fileURLToPath(new URL('../touchstone.mjs', import.meta.url));

export async function startSandboxProcess(stated: StartOptions = {}): Promise<SandboxProcess> {
  const { program = OWN_PROGRAM, words = ['sandbox'], options = [], hasLog = false, ...ofProcess } = stated;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-load-'));
  const profile = join(folder, 'profile.json');
  const ports = ['--port', '0', '--control-port', '0', '--profile-out', profile, ...(hasLog ? [] : ['--json'])];
  const server = await startServerProcess(program, [...words, ...ports, ...options], ofProcess);
  const sandbox = await sandboxAt(server, profile);
  rmSync(folder, { recursive: true });
  return sandbox;
}

/** Reads the address and the ports of a server from the profile file that it wrote. */
export async function sandboxAt(server: ServerProcess, profilePath: string): Promise<SandboxProcess> {
  const profile = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile;
  const { baseUrl, control, fixtures } = profile;
  return {
    ...server,
    port: Number(new URL(baseUrl).port),
    baseUrl,
    controlUrl: control,
    profile,
    token: await mintedToken(control),
    order: {
      accountId: fixtures.account.id,
      instrumentId: fixtures.instrument.id,
      side: 'BUY',
      price: fixtures.instrument.price,
      qty: '1',
    },
  };
}

/** Mints another token of the admin at each call. */
export async function mintedToken(controlUrl: string): Promise<string> {
  const answer = await fetch(`${controlUrl}/identity/mint`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ persona: 'admin', expiresIn: '24h' }),
  });
  return ((await answer.json()) as { readonly token: string }).token;
}
