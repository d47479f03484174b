import type { NatsConnection } from '@nats-io/transport-node';
import type { ClockMode } from '../../clock.ts';
import type { WorldSize } from '../../seed-data/world.ts';
import type { KeptWorld } from '../kept-world.ts';
import type { LogError } from '../log-error.ts';

/** A world as the bucket of worlds states it, once its beginning is whole in its stream. */
export interface StoredWorld {
  readonly name: string;
  readonly generation: number;
  readonly stream: string;
  readonly seed: number;
  readonly size: WorldSize;
  readonly options: unknown;
}

export interface NatsWorldOptions {
  readonly nc: NatsConnection;
  readonly name: string;
  readonly seed: number;
  readonly size: WorldSize;
  /** For the members of other processes; stored unchanged. */
  readonly options: unknown;
  readonly mode: ClockMode;
  /** The machine's time. */
  readonly nowNs: bigint;
  readonly replicas?: number;
  readonly snapshots?: { readonly every: number; readonly atEnd: number } | undefined;
  /** As of `KeptWorldOptions`. */
  readonly failed: (error: LogError) => void;
}

/** @throws LogError */
export async function openNatsWorld(_options: NatsWorldOptions): Promise<KeptWorld> {
  throw new Error('to come');
}

export async function storedWorlds(_nc: NatsConnection): Promise<readonly StoredWorld[]> {
  throw new Error('to come');
}

/** Ends a world: its key, streams and snapshot. */
export async function forgetNatsWorld(_nc: NatsConnection, _name: string): Promise<void> {
  throw new Error('to come');
}

/** All worlds that are present, and then every change. */
export async function watchWorlds(
  _nc: NatsConnection,
  _heard: (world: StoredWorld | { readonly name: string; readonly gone: true }) => void,
): Promise<{ stop(): void }> {
  throw new Error('to come');
}
