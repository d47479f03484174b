/**
 * Worlds of processes that can be killed and restarted: a sandbox with `--data`, and a deployment of a NATS server, an active and
 * a standby platform, and three members of two versions behind nginx. Also the parts with which a test builds its own world.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ControlPlane, controlPlane } from '../../../conformance/member/control/control-plane.ts';
import { httpTransport } from '../../../conformance/member/sending/transport.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { SandboxProfile } from '../../../platform-sim/hosting/profile.ts';
import { startNats, type TestNats } from '../../../platform-sim/nats/testing/nats-server.ts';
import type { PrincipalName } from '../../../platform-sim/seed-data/world.ts';
import { freePort } from '../../../platform-sim/testing/free-port.ts';
import { type OwnProcess, startOwn } from '../testing/own-process.ts';
import { Client } from './client.ts';
import { nginxBefore } from './nginx.ts';

export type Part = 'sandbox' | 'member' | 'platform' | 'nats';

export interface KilledWorld extends AsyncDisposable {
  readonly baseUrl: string;
  /** The path of the profile. */
  readonly profile: string;
  readonly folder: string;
  /** Whether the folder is kept at the end. */
  keepsFolder: boolean;
  /** The control plane of its process, or of the active platform process; it changes at a takeover. */
  readonly control: ControlPlane;
  /** Starts that cut a torn tail. */
  readonly torn: number;
  /** Kills a part (SIGKILL) and restarts it. Resolves when the whole world serves. @param which index of the member */
  kill(part: Part, which?: number): Promise<void>;
  /** The output of its processes, for the message of a failure. */
  said(): string;
}

export const http = (url: string) => httpTransport(url, startStopwatch());
export const controlAt = (url: string): ControlPlane => controlPlane(http(url));

/** A client with a token from the token endpoint. */
export async function clientOf({ baseUrl, profile }: Pick<KilledWorld, 'baseUrl' | 'profile'>): Promise<Client> {
  return clientAt(baseUrl, await tokenOf(JSON.parse(readFileSync(profile, 'utf8')) as SandboxProfile, 'trader'));
}

export function clientAt(baseUrl: string, token: string): Client {
  return new Client({ transport: http(baseUrl), principal: { actor: 'trader', token, account: { account: 'main' } } });
}

export async function tokenOf({ identity, principals }: SandboxProfile, name: PrincipalName): Promise<string> {
  const { clientId, clientSecret } = principals[name];
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(identity.tokenEndpoint, { method: 'POST', body: new URLSearchParams(grant) });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

const PAGE = 1_000;

/** The records after a position. */
export async function recordsAfter(control: ControlPlane, after: number): Promise<readonly SequencedRecord[]> {
  const all: SequencedRecord[] = [];
  for (;;) {
    const { items } = await control.readJournal({ after: `${after + all.length}`, limit: `${PAGE}` });
    all.push(...(items as unknown as readonly SequencedRecord[]));
    if (items.length < PAGE) return all;
  }
}

function newFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `touchstone-${name}-`));
  return {
    folder,
    profile: join(folder, 'profile.json'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `touchstone sandbox --data`. */
export async function startDurable(): Promise<KilledWorld> {
  const { folder, profile, remove } = newFolder('kill');
  const ports = await Promise.all([freePort(), freePort()]);
  const [baseUrl, controlUrl] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const args = ['--port', `${ports[0]}`, '--control-port', `${ports[1]}`, '--profile-out', profile];
  let torn = 0;
  const start = async (): Promise<OwnProcess> => {
    const own = startOwn(['sandbox', '--data', folder, '--json', '--clock', 'real', ...args], folder);
    const { kept } = (await own.ready) as unknown as { readonly kept: { readonly torn: number } };
    if (kept.torn > 0) torn += 1;
    return own;
  };
  let running = await start();
  const world: KilledWorld = {
    ...{ baseUrl, profile, folder, keepsFolder: false, control: controlAt(controlUrl), said: () => running.said() },
    get torn() {
      return torn;
    },
    async kill() {
      await running.kill();
      running = await start();
    },
    async [Symbol.asyncDispose]() {
      await running.kill('SIGTERM');
      if (!world.keepsFolder) remove();
    },
  };
  return world;
}

/** Processes on a NATS server, with a folder and a free port each. All end with it. */
export interface OnNats extends AsyncDisposable {
  readonly nats: TestNats;
  readonly folder: string;
  readonly ports: readonly string[];
  readonly started: readonly OwnProcess[];
  /** Starts a command with the options for this server. */
  start(args: readonly string[]): OwnProcess;
}

/** @param config more lines of the server's configuration */
export async function startOnNats(portCount: number, config?: string): Promise<OnNats> {
  const { folder, remove } = newFolder('spread');
  const ports = (await Promise.all(Array.from({ length: portCount }, freePort))).map(String);
  const nats = await startNats(config);
  const started: OwnProcess[] = [];
  return {
    ...{ nats, folder, ports, started },
    start(args) {
      const own = startOwn([...args, '--platform', nats.url, '--json'], folder);
      started.push(own);
      return own;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((own) => own.kill()));
      await nats[Symbol.asyncDispose]();
      remove();
    },
  };
}

export const MEMBER_VERSIONS = ['0.14.0', '0.14.0', '0.13.0'] as const;

export interface Deployment extends KilledWorld {
  /** The addresses of the members themselves. */
  readonly memberUrls: readonly string[];
  readonly nats: TestNats;
  /** Kills or stops the active platform. */
  loseActive(how: 'SIGKILL' | 'SIGSTOP'): void;
  /** Waits until another one is active, then lets a stopped one continue, and resolves with its exit status. */
  followActive(): Promise<number | null>;
}

export interface DeploymentOptions {
  /** false: a killed platform is restarted at its address */
  readonly standsBy?: boolean;
  /** As of `startOnNats`. */
  readonly config?: string;
}

export async function startDeployment({ standsBy = true, config }: DeploymentOptions = {}): Promise<Deployment> {
  const on = await startOnNats(3 + MEMBER_VERSIONS.length, config);
  const [publicPort = '', ...free] = on.ports;
  const [controlPorts, ports] = [free.slice(0, 2), free.slice(2)];
  const baseUrl = `http://127.0.0.1:${publicPort}`;
  const profile = join(on.folder, 'profile.json');
  const platform = (controlPort = controlPorts[0] ?? ''): OwnProcess => {
    const clock = ['--clock', 'real', '--profile-out', profile];
    return on.start(['platform', '--public-url', baseUrl, '--control-port', controlPort, ...clock]);
  };
  const member = (index: number): OwnProcess =>
    on.start(['member', '--member', MEMBER_VERSIONS[index] ?? '0.14.0', '--port', ports[index] ?? '']);

  let active = platform();
  await active.ready;
  let standby = standsBy ? platform(controlPorts[1]) : undefined;
  const members = MEMBER_VERSIONS.map((_, index) => member(index));
  await Promise.all(members.map(({ ready }) => ready));
  const nginx = await nginxBefore(ports.map(Number), Number(publicPort));
  let control = controlAt(`http://127.0.0.1:${controlPorts[0]}`);

  /** Restarts processes, like a supervisor: a process that starts while the server is down exits with one line. */
  async function successor(): Promise<OwnProcess> {
    standby ??= platform();
    for (;;) {
      const isReady = await standby.ready.then(
        () => true,
        () => false,
      );
      if (isReady) return standby;
      standby = platform(controlPorts[standsBy ? 1 : 0]);
    }
  }

  async function followActive(): Promise<number | null> {
    const former = active;
    active = await successor();
    if (standsBy) controlPorts.reverse();
    await control.close();
    control = controlAt(`http://127.0.0.1:${controlPorts[0]}`);
    former.signal('SIGCONT');
    const status = await former.gone;
    standby = standsBy ? platform(controlPorts[1]) : undefined;
    return status;
  }

  async function kill(part: Part, which = 0): Promise<void> {
    if (part === 'nats') {
      await on.nats.kill();
      await on.nats.start();
    } else if (part === 'platform') {
      active.signal('SIGKILL');
      await followActive();
    } else {
      await members[which]?.kill();
      members[which] = member(which);
      await members[which]?.ready;
    }
  }

  return {
    ...{ baseUrl, profile, folder: on.folder, keepsFolder: false, torn: 0, kill },
    ...{ nats: on.nats, followActive },
    loseActive: (how) => active.signal(how),
    get control() {
      return control;
    },
    memberUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    said: () => on.started.map((one, index) => `${index}: ${one.said()}`).join('\n'),
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await on[Symbol.asyncDispose]();
    },
  };
}
