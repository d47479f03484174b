/**
 * A platform whose sequences are on NATS JetStream, with members in other processes (`--platform nats://...`). One
 * process is active, by a lease; others stand by, and take over by replay.
 */

import type { Clock } from '../../gateway/platform-port.ts';
import type { ClockMode } from '../clock.ts';
import type { PortError } from '../front/port-error.ts';
import { WorldError } from '../hosting/world.ts';
import type { WorldClock, WorldOptions } from '../hosting/world-options.ts';
import type { DurableWorld } from '../log/durable-world.ts';
import { LogError } from '../log/log-error.ts';
import type { WorldSize } from '../seed-data/world.ts';
import { openPlatformBus, type PlatformBus } from './bus/platform-bus.ts';
import type { ListeningProcess } from './bus/process-facts.ts';
import { announceStandby } from './bus/standby-processes.ts';
import { connectNats } from './connection.ts';
import { type ActiveProcess, activeProcess, misfitOf, type ProcessSettings } from './lease/active-process.ts';
import { awaitLease, type Holder, type Lease } from './lease/lease.ts';
import { type NatsWorld, openNatsWorld } from './stream/nats-world.ts';
import { type IssuerName, storedIssuer } from './stream/secrets-bucket.ts';
import { forgetNatsWorld, type StoredWorld, storedWorlds } from './stream/stored-worlds.ts';

/** What a process that takes over makes a world with. */
export type StoredOptions = Pick<WorldOptions, 'route' | 'limits'> & {
  readonly clock: WorldClock;
  /** What the world began with: a reset to another seed keeps its clients. Absent: stored by an older version. */
  readonly firstSeed?: number;
};

export interface NatsPlatformOptions {
  /** `nats://host:4222`. */
  readonly url: string;
  /** Of the default world. */
  readonly clock: WorldClock;
  /** The machine's. */
  readonly machineClock: Clock;
  /** This process, as it announces itself while it stands by. */
  readonly process: ListeningProcess;
  readonly failed: (error: LogError) => void;
  /** Stored in the lease, and compared with those of the active process. */
  readonly settings: ProcessSettings;
  /** Why it has no ports yet: another process has one. Thrown unless that is the active one, at the same control address. */
  readonly taken?: PortError | undefined;
  /** Of tokens; stored by the first process of the deployment. */
  readonly audience: string;
  /** Called when another process is active and this one stands by, and again when yet another takes over. */
  readonly standsBy?: ((active: ActiveProcess) => void) | undefined;
  /** Called with one line for the user when the NATS server does not answer, and when it is back. */
  readonly said?: ((line: string) => void) | undefined;
  /** Gives up standing by. */
  readonly signal?: AbortSignal | undefined;
}

export interface NatsPlatformWorld {
  readonly durable: DurableWorld;
  readonly seed: number;
  readonly firstSeed: number;
  readonly world: WorldSize;
}

export interface NatsPlatform extends Pick<Lease, 'lost' | 'trouble'> {
  readonly bus: PlatformBus;
  /** The name of the process that was active while this one waited. */
  readonly tookOver: string | undefined;
  /** Of the deployment. */
  readonly issuer: IssuerName;
  /** The worlds of the former process. */
  readonly stored: readonly StoredWorld[];
  /** Opens a world's sequence: a stored world keeps its seeds and size. Rejects with LogError. */
  open(
    name: string,
    asked: {
      readonly seed: number;
      readonly firstSeed: number;
      readonly world: WorldSize;
      readonly options: StoredOptions;
    },
  ): Promise<NatsPlatformWorld>;
  /** Ends a world for good, once it is closed; its name can be opened again at once. */
  forget(name: string, closed: Promise<void>): void;
  close(): Promise<void>;
}

/**
 * Waits until this process is the active one. Rejects with LogError, also where it could not continue what the active one
 * does, or with the signal's reason.
 */
export async function openNatsPlatform({
  url,
  clock,
  machineClock,
  process: self,
  failed,
  settings,
  taken,
  audience,
  standsBy,
  said,
  signal,
}: NatsPlatformOptions): Promise<NatsPlatform> {
  const refused = refusalOf(clock);
  if (refused !== undefined) throw new LogError(refused);
  const nc = await connectNats(url, 'touchstone platform');
  try {
    let active: Holder | undefined;
    let reported: string | undefined;
    function reportStandby(): void {
      const shown = activeProcess(active);
      const name = `${shown.holder} ${shown.controlUrl}`;
      if (name !== reported) standsBy?.(shown);
      reported = name;
    }
    const reporting = machineClock.after(STANDBY_AFTER_MS, 'stands by', reportStandby);
    const announced = announceStandby(nc, machineClock, self);
    const opened = new Set<NatsWorld>();
    const lease = await awaitLease({
      ...{ nc, holder: `process ${self.pid} on ${self.host}`, details: settings, clock: machineClock },
      seen(other, isAlive) {
        active = other;
        // A killed process may be started again with other settings, and need not wait for its former lease.
        if (!isAlive) return;
        const misfit = misfitOf(other, settings);
        if (misfit !== undefined) throw new LogError(misfit);
        const isSameAddress =
          activeProcess(other).controlUrl === settings.controlUrl && other.holder.endsWith(` on ${self.host}`);
        if (taken !== undefined && !isSameAddress) throw taken;
        reportStandby();
      },
      async isUnmoved() {
        await Promise.all([...opened].map((world) => world.verify()));
      },
      stalled: () => [...opened].map((world) => world.stalled()).find((why) => why !== undefined),
      ...(said === undefined ? {} : { said }),
      ...(signal === undefined ? {} : { signal }),
    }).finally(announced.stop);
    reporting.cancel();
    const bus = openPlatformBus({ nc, epoch: lease.epoch, clock: machineClock, said });
    const issuer = await storedIssuer(nc, { baseUrl: settings.controlUrl, audience });
    const stored = await storedWorlds(nc);
    /** Of the former process, and not opened yet: later worlds of these names are others. */
    const former = new Map(stored.map((world) => [world.name, world]));
    const forgotten = new Map<string, Promise<void>>();
    return {
      bus,
      tookOver: active?.holder,
      issuer,
      stored,
      async open(name, { options, ...asked }) {
        await forgotten.get(name);
        const found = former.get(name);
        former.delete(name);
        const [seed, size] = [found?.seed ?? asked.seed, found?.size ?? asked.world];
        const { firstSeed = found?.seed ?? asked.firstSeed } = (found?.options ?? {}) as StoredOptions;
        // Worlds that are made later, too.
        const refused = refusalOf(options.clock);
        if (refused !== undefined) throw new WorldError(refused);
        const mode: ClockMode = options.clock === 'real' ? 'real' : 'scaled';
        const stored = { ...options, firstSeed } satisfies StoredOptions;
        const of = { nc, name, seed, size, options: stored, mode, nowNs: machineClock.nowNs(), failed };
        const world = await openNatsWorld(of);
        opened.add(world);
        const durable: DurableWorld = {
          ...world,
          close(closedNs) {
            opened.delete(world);
            return world.close(closedNs);
          },
        };
        return { durable, seed, firstSeed, world: size };
      },
      forget(name, closed) {
        // If it cannot be deleted, the next opening of this name reports the rest of it.
        forgotten.set(
          name,
          closed.then(() => forgetNatsWorld(nc, name)).catch(() => undefined),
        );
      },
      ...{ lost: lease.lost, trouble: lease.trouble },
      async close() {
        await Promise.all(forgotten.values());
        await lease.release();
        await nc.close();
      },
    };
  } catch (error) {
    await nc.close();
    throw error;
  }
}

/** A free lease is taken at once, and an active process renews its own before. */
const STANDBY_AFTER_MS = 2_500;

/** Why it cannot be of such a platform; undefined: it can. */
function refusalOf(clock: WorldClock): string | undefined {
  return clock === 'virtual'
    ? '--clock virtual moves in one process only, and members of others would not see it: use real or xN with --platform'
    : undefined;
}
