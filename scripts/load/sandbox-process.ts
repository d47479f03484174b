/** A sandbox in a process of its own, as a user starts it. */
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
  /** Options of `touchstone sandbox` beyond ports and profile. */
  readonly options?: readonly string[];
}

const OWN_PROGRAM = fileURLToPath(new URL('../touchstone.mjs', import.meta.url));

export async function startSandboxProcess(stated: StartOptions = {}): Promise<SandboxProcess> {
  const { program = OWN_PROGRAM, options = [], ...ofProcess } = stated;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-load-'));
  const profilePath = join(folder, 'profile.json');
  const ports = ['--json', '--port', '0', '--control-port', '0', '--profile-out', profilePath];
  const server = await startServerProcess(program, ['sandbox', ...ports, ...options], ofProcess);
  const { baseUrl, controlUrl } = JSON.parse(server.line) as { readonly baseUrl: string; readonly controlUrl: string };
  const profile = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile;
  rmSync(folder, { recursive: true });
  const { account, instrument } = profile.fixtures;
  return {
    ...server,
    port: Number(new URL(baseUrl).port),
    baseUrl,
    controlUrl,
    profile,
    token: await mintedToken(controlUrl),
    order: { accountId: account.id, instrumentId: instrument.id, side: 'BUY', price: instrument.price, qty: '1' },
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
