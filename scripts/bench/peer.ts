/** Peers, and programs that measure, in processes of their own on the servers' core. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fromRoot } from '../build/setup/root.mjs';
import { type ServerOptions, type ServerProcess, startServerProcess } from '../load/server-process.ts';
import { onServerCore } from './cores.ts';
import type { Samples } from './row.ts';
import type { Tree } from './tree.ts';

export interface Peer extends ServerProcess {
  readonly port: number;
}

/** Starts `peers/NAME`, which prints a JSON line with its port when it is ready. */
export async function startPeer(
  name: string,
  args: readonly string[] = [],
  options: ServerOptions = {},
): Promise<Peer> {
  const program = fromRoot(`scripts/bench/peers/${name}`);
  const server = await startServerProcess(program, args, { wrap: onServerCore, ...options });
  const { port } = JSON.parse(server.line) as { readonly port: number };
  return { ...server, port };
}

/**
 * Runs `programs/NAME` of a tree, which prints its samples as JSON. Rejects with what it wrote if it fails. `where`: absent, on the
 * servers' core.
 */
export async function samplesOf<Name extends string>(
  tree: Tree,
  name: string,
  args: readonly (string | number)[] = [],
  where: typeof onServerCore = onServerCore,
): Promise<Samples<Name>> {
  const program = tree.path(`scripts/bench/programs/${name}`);
  const [first, ...rest] = where([process.execPath, '--expose-gc', program, ...args.map(String)]);
  const { stdout } = await promisify(execFile)(first, rest, { maxBuffer: 1e8 });
  return JSON.parse(stdout) as Samples<Name>;
}
