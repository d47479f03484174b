/**
 * Peers that are too heavy for everybody's installation: the package scripts/bench-peers, 280 MB, installed by its own lock
 * file when a row first needs it. Each runs in a process of its own on the servers' core.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../platform-sim/testing/free-port.ts';
import { fromRoot } from '../build/setup/root.mjs';
import { startServerProcess } from '../load/server-process.ts';
import { onServerCore } from './cores.ts';
import type { Peer } from './peer.ts';

const FOLDER = 'scripts/bench-peers';
const heavyPackage = JSON.parse(readFileSync(fromRoot(`${FOLDER}/package.json`), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Why they cannot be run; undefined if they are installed, which this does where they are not. */
export function heavyPeersLack(): string | undefined {
  if (Object.keys(heavyPackage.dependencies).every((name) => existsSync(heavyModule(name)))) return undefined;
  process.stderr.write(`installing ${FOLDER} (once) ...\n`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: fromRoot(FOLDER), encoding: 'utf8' });
  return status === 0 ? undefined : `npm ci failed in ${FOLDER}: ${stderr.trim().split('\n').at(-1)}`;
}

/** WireMock's reason is Java, where that is missing. */
export function wireMockLacks(): string | undefined {
  return spawnSync('java', ['-version']).status === 0 ? heavyPeersLack() : 'there is no Java';
}

/** Serves examples of the OpenAPI document in a file. */
export async function startPrism(document: string): Promise<Peer> {
  const port = await freePort();
  const args = ['mock', document, '--port', `${port}`, '--host', '127.0.0.1', '--verboseLevel', 'silent'];
  return startHeavy('@stoplight/prism-cli/dist/index.js', [...args, '--multiprocess', 'false'], port);
}

export async function startMockoon(document: string): Promise<Peer> {
  const port = await freePort();
  const args = ['start', '--data', document, '--port', `${port}`, '--hostname', '127.0.0.1'];
  return startHeavy('@mockoon/cli/bin/run.js', [...args, '--disable-log-to-file'], port);
}

/** Its stubs are those of a folder; without a journal, and asynchronous: its fastest. */
export async function startWireMock(folder: string): Promise<Peer> {
  const port = await freePort();
  const build = heavyModule('wiremock/build');
  const jar = readdirSync(build).find((file) => file.endsWith('.jar')) ?? '';
  const fast = [
    '--no-request-journal',
    '--async-response-enabled',
    'true',
    '--disable-banner',
    '--use-chunked-encoding',
    'never',
  ];
  const args = [join(build, jar), '--port', `${port}`, '--root-dir', folder, ...fast];
  const server = await startServerProcess('-jar', args, { runtime: 'java', wrap: onServerCore, port });
  return { ...server, port };
}

async function startHeavy(program: string, args: readonly string[], port: number): Promise<Peer> {
  return { ...(await startServerProcess(heavyModule(program), args, { wrap: onServerCore, port })), port };
}

function heavyModule(file: string): string {
  return fromRoot(`${FOLDER}/node_modules/${file}`);
}
