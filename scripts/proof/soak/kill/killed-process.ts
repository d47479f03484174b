/** `touchstone sandbox --data`, as a process of its own that can be killed and started again in the same folder and at the same ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const TOUCHSTONE = new URL('../../../touchstone.ts', import.meta.url).pathname;

export interface Ready {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly profile: string;
  readonly kept: { readonly file: string; readonly from: number; readonly torn: number };
}

export interface KilledProcess {
  readonly ready: Ready;
  /** Resolves when it is gone. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** @param ports of an earlier start; 0 takes free ones. Throws with what it said where it does not come up. */
export async function startKilledProcess(folder: string, ports: readonly [number, number]): Promise<KilledProcess> {
  const [port, controlPort] = ports.map(String) as [string, string];
  const args = ['--data', folder, '--json', '--clock', 'real', '--port', port, '--control-port', controlPort];
  const options = ['sandbox', ...args, '--profile-out', join(folder, 'profile.json')];
  const child = spawn(process.execPath, [TOUCHSTONE, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  const said = text(child.stderr);
  const line = await Promise.race([firstLine(child), gone.then(() => undefined)]);
  if (line === undefined) throw new Error(`it did not come up: ${await said}`);
  return {
    ready: JSON.parse(line) as Ready,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await gone;
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined;
  for await (const line of createInterface(stdout)) return line;
  return undefined;
}
