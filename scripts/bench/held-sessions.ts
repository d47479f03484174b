/** Sockets that are opened and then say nothing, many of them, against a server of a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openRawPeer, type RawPeer } from '../frames/raw-peer.ts';

/** Handshakes under way at a time. */
const AT_ONCE = 100;

export interface ServerProcess {
  readonly child: ChildProcess;
  /** The first line that it printed. */
  readonly line: string;
  /** What the process keeps in memory now. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** Starts a program of this repository and waits for its first line. */
export async function startServer(program: string, ...args: readonly string[]): Promise<ServerProcess> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    child,
    line: first.toString('utf8').trim(),
    residentBytes: () => residentBytesOf(child.pid ?? 0),
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function residentBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+([0-9]+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
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
