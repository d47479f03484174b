/**
 * A team's sandbox of several processes: a NATS server, a platform and one that stands by, three members of two
 * versions behind nginx. Each can be killed and comes back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '../../../platform-sim/log/nats/testing/nats-server.ts';
import { freePort } from '../../../platform-sim/testing/free-port.ts';
import { type OwnProcess, startOwn } from '../testing/own-process.ts';
import { nginxBefore } from './nginx.ts';

export type Part = 'member' | 'platform' | 'nats';

export interface Deployment extends AsyncDisposable {
  /** Of nginx. */
  readonly baseUrl: string;
  /** Of the active platform process: another one after each takeover. */
  readonly controlUrl: string;
  /** The file of the profile. */
  readonly profile: string;
  readonly nats: string;
  /** The addresses of the members themselves. */
  readonly memberUrls: readonly string[];
  /** Kills a part (SIGKILL), and starts it again; resolves once the whole serves. @param which of the members */
  kill(part: Part, which?: number): Promise<void>;
  /** What the processes have said, for a failure. */
  said(): string;
}

export const MEMBER_VERSIONS = ['0.14.0', '0.14.0', '0.13.0'] as const;

export interface DeploymentOptions {
  readonly clock?: string;
  /** false: a platform that was killed is started again at its address. */
  readonly standsBy?: boolean;
}

export async function startDeployment({
  clock = 'real',
  standsBy = true,
}: DeploymentOptions = {}): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-spread-'));
  const profile = join(folder, 'profile.json');
  const [publicPort, ...free] = (await Promise.all(Array.from({ length: 6 }, freePort))) as [number, ...number[]];
  const [controlPorts, ports] = [free.slice(0, 2), free.slice(2)];
  const baseUrl = `http://127.0.0.1:${publicPort}`;
  const nats = await startNats();
  const platform = (controlPort = controlPorts[0]): OwnProcess =>
    startOwn(
      [
        ...['platform', '--platform', nats.url, '--public-url', baseUrl, '--control-port', `${controlPort}`],
        ...['--clock', clock, '--profile-out', profile, '--json'],
      ],
      folder,
    );
  const member = (index: number): OwnProcess =>
    startOwn(
      [
        ...['member', '--platform', nats.url, '--member', MEMBER_VERSIONS[index] ?? '0.14.0'],
        ...['--port', `${ports[index]}`, '--json'],
      ],
      folder,
    );

  let active = platform();
  await active.ready;
  let standby = standsBy ? platform(controlPorts[1]) : undefined;
  const members = MEMBER_VERSIONS.map((_, index) => member(index));
  await Promise.all(members.map(({ ready }) => ready));
  const nginx = await nginxBefore(ports, publicPort);
  const everything = (): readonly OwnProcess[] => [active, standby, ...members].filter((one) => one !== undefined);

  /** One that started while the server was down has ended in a line: whoever supervises it starts it again. */
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

  async function kill(part: Part, which = 0): Promise<void> {
    if (part === 'nats') {
      await nats.kill();
      await nats.start();
    } else if (part === 'platform') {
      await active.kill();
      active = await successor();
      if (standsBy) controlPorts.reverse();
      standby = standsBy ? platform(controlPorts[1]) : undefined;
    } else {
      await members[which]?.kill();
      members[which] = member(which);
      await members[which]?.ready;
    }
  }

  return {
    baseUrl,
    get controlUrl() {
      return `http://127.0.0.1:${controlPorts[0]}`;
    },
    profile,
    nats: nats.url,
    memberUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    kill,
    said: () =>
      everything()
        .map((one, index) => `${index}: ${one.said()}`)
        .join('\n'),
    async [Symbol.asyncDispose]() {
      await Promise.all(everything().map((one) => one.kill()));
      await nginx[Symbol.asyncDispose]();
      await nats[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
