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
  /** An admin's, for a day. */
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
  /** The command line's program: absent, this tree's. */
  readonly program?: string;
  /** What stands before the options; absent, the command `sandbox`. */
  readonly words?: readonly string[];
  /** Options of `touchstone sandbox` beyond ports and profile. */
  readonly options?: readonly string[];
  /** Whether it prints what it prints for a user: a line for each request, unless `options` say otherwise. */
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

/** What the profile in a file says of a server that has written it. */
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

/** Of the admin, each another one. */
export async function mintedToken(controlUrl: string): Promise<string> {
  const answer = await fetch(`${controlUrl}/identity/mint`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ persona: 'admin', expiresIn: '24h' }),
  });
  return ((await answer.json()) as { readonly token: string }).token;
}
