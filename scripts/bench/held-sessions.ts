/** Sockets that are opened and then say nothing, many of them, against a server of a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openRawPeer, type RawPeer } from '../proof/frames/raw-peer.ts';

/** Handshakes under way at a time. */
const AT_ONCE = 100;

export interface ServerProcess {
  readonly child: ChildProcess;
  /** The first line that it printed. */
  readonly line: string;
  /** What the process keeps in memory, its garbage collected. */
  residentBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a program of this repository and waits for its first line. */
export async function startServer(program: string, ...args: readonly string[]): Promise<ServerProcess> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    child,
    line: first.toString('utf8').trim(),
    async residentBytes() {
      const answer = once(child.stdout, 'data');
      child.kill('SIGUSR2');
      return Number(String(((await answer) as [Buffer])[0]));
    },
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Opens `count` sockets; each has had its first frame. */
export async function holdSessions(
  url: string,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<readonly RawPeer[]> {
  const held: RawPeer[] = [];
  const open = async (): Promise<void> => {
    const peer = await openRawPeer(url, headers);
    await peer.next();
    held.push(peer);
  };
  while (held.length < count) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - held.length) }, open));
  }
  return held;
}
