/** A peer in a process of its own, on the servers' core. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../build/setup/root.mjs';
import { onServerCore } from './cores.ts';

export interface Peer extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
}

/** Starts `peers/NAME` and waits for its ready line. */
export async function startPeer(name: string, ...args: readonly string[]): Promise<Peer> {
  const [first, ...rest] = onServerCore([process.execPath, fromRoot(`scripts/bench/peers/${name}`), ...args]);
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit');
  const [line] = (await Promise.race([once(child.stdout, 'data'), gone.then(() => [undefined])])) as [Buffer?];
  if (line === undefined) throw new Error(`the peer ${name} did not start`);
  const { port } = JSON.parse(String(line)) as { readonly port: number };
  return {
    pid: child.pid ?? 0,
    port,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      kill();
      await gone;
    },
  };
}
