/** `touchstone sandbox --data`, as a process of its own that can be killed and started again in the same folder and at the same ports. */
import { join } from 'node:path';
import { startOwn } from '../../testing/own-process.ts';

export interface Ready {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly profile: string;
  readonly kept: { readonly file: string; readonly from: number; readonly torn: number };
}

export interface KilledProcess {
  readonly ready: Ready;
  /** Resolves when it is gone. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<unknown>;
}

/** @param ports of an earlier start; 0 takes free ones. Throws with what it said where it does not come up. */
export async function startKilledProcess(folder: string, ports: readonly [number, number]): Promise<KilledProcess> {
  const [port, controlPort] = ports.map(String) as [string, string];
  const args = ['--data', folder, '--json', '--clock', 'real', '--port', port, '--control-port', controlPort];
  const started = startOwn(['sandbox', ...args, '--profile-out', join(folder, 'profile.json')], folder);
  return { ready: (await started.ready) as unknown as Ready, kill: started.kill };
}
