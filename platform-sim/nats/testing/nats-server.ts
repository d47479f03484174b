/** Debian's nats-server with JetStream on a free port, with a store folder that outlives its kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../testing/free-port.ts';

const NATS_SERVER = '/usr/sbin/nats-server';

/** Why tests on NATS are skipped; undefined: they run. */
export const WITHOUT_NATS = existsSync(NATS_SERVER)
  ? undefined
  : `skipped: ${NATS_SERVER} is not here; apt-get install nats-server brings it`;
if (WITHOUT_NATS !== undefined) console.warn(WITHOUT_NATS);

export interface TestNats extends AsyncDisposable {
  readonly url: string;
  /** Ends it without a chance to write anything more. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and store. */
  start(): Promise<void>;
  /** Stops it (SIGSTOP): connections stay, and nothing answers. `resume` lets it continue. */
  hang(): void;
  resume(): void;
}

/** @param more lines of its configuration; `jetstream` is on unless they say otherwise. */
export async function startNats(more = ''): Promise<TestNats> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-nats-'));
  const port = await freePort();
  const jetstream = more.includes('jetstream') ? '' : `jetstream { store_dir: "${join(folder, 'store')}" }\n`;
  const conf = join(folder, 'nats.conf');
  writeFileSync(conf, `listen: "127.0.0.1:${port}"\n${jetstream}${more}\n`);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const server = spawn(NATS_SERVER, ['-c', conf], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = server;
    const lines = createInterface({ input: server.stderr });
    const said: string[] = [];
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => {
        if (said.length < 100) said.push(line);
        if (line.includes('Server is ready')) resolve();
      });
      server.once('exit', () => reject(new Error(`nats-server ended:\n${said.join('\n')}`)));
    });
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill,
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
