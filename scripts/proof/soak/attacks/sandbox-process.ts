/** A sandbox of its own process, as a user starts it, and what its memory came to. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SandboxProcess extends AsyncDisposable {
  readonly port: number;
  readonly token: string;
  readonly order: Readonly<Record<string, unknown>>;
  /** The most that it ever had resident. */
  mostResidentMb(): number;
}

interface Profile {
  readonly identity: { readonly tokenEndpoint: string };
  readonly principals: { readonly admin: { readonly clientId: string; readonly clientSecret: string } };
  readonly fixtures: { readonly account: { id: number }; readonly instrument: { id: number; price: string } };
}

export async function startSandboxProcess(program: string): Promise<SandboxProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-attacks-'));
  const profilePath = join(folder, 'profile.json');
  const options = ['sandbox', '--json', '--port', '0', '--control-port', '0', '--profile-out', profilePath];
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { baseUrl } = JSON.parse(String(line)) as { readonly baseUrl: string };
  const { identity, principals, fixtures } = JSON.parse(readFileSync(profilePath, 'utf8')) as Profile;
  rmSync(folder, { recursive: true });
  const { clientId, clientSecret } = principals.admin;
  const answer = await fetch(identity.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: token } = (await answer.json()) as { readonly access_token: string };
  return {
    port: Number(new URL(baseUrl).port),
    token,
    order: {
      accountId: fixtures.account.id,
      instrumentId: fixtures.instrument.id,
      side: 'BUY',
      price: fixtures.instrument.price,
      qty: '1',
    },
    mostResidentMb() {
      const kilobytes = /VmHWM:\s+([0-9]+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) / 1_024;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
