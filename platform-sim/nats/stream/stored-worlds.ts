/** The bucket of worlds: each names the stream that holds it, once its beginning is whole there. */
import { type KV, type KvEntry, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { WorldSize } from '../../seed-data/world.ts';
import { managerOf } from '../connection.ts';
import { keyOf, ROLLS_BUCKET, RULES_BUCKET, subjectsOf, WORLDS_BUCKET } from '../names.ts';
import { isNoStream } from '../nats-errors.ts';
import { forgetNamedSnapshots } from './named-snapshots.ts';
import { snapshotsOn } from './snapshot-object.ts';
import { forgetText } from './stored-text.ts';

export interface StoredWorld {
  readonly name: string;
  /** Another one after each reset, restore and start over. */
  readonly generation: number;
  readonly stream: string;
  readonly seed: number;
  readonly size: WorldSize;
  /** For the members of other processes; stored unchanged. */
  readonly options: unknown;
}

/** What the key holds, with the process that wrote it. */
export interface Claimed extends StoredWorld {
  readonly claim: string;
}

/** @param replicas of a new bucket */
export function worldsOn(nc: NatsConnection, replicas = 1): Promise<KV> {
  return new Kvm(nc).create(WORLDS_BUCKET, { replicas });
}

/** All worlds. */
export async function storedWorlds(nc: NatsConnection): Promise<readonly StoredWorld[]> {
  const bucket = await worldsOn(nc);
  const keys: string[] = [];
  for await (const key of await bucket.keys()) keys.push(key);
  const entries = await Promise.all(keys.map((key) => bucket.get(key)));
  return entries.flatMap((entry) => worldIn(entry) ?? []);
}

/** The world of an entry; undefined: it is gone. */
export function worldIn(entry: Pick<KvEntry, 'operation' | 'json'> | null): StoredWorld | undefined {
  if (entry?.operation !== 'PUT') return undefined;
  const { claim: _, ...world } = entry.json<Claimed>();
  return world;
}

/** Ends a world: its key, its streams, its snapshots, its fault rules and rolls. Processes that use it fail, or are notified. */
export async function forgetNatsWorld(nc: NatsConnection, name: string): Promise<void> {
  const bucket = await worldsOn(nc);
  await bucket.delete(keyOf(name));
  await deleteStreams(nc, name);
  await (await snapshotsOn(nc)).delete(keyOf(name));
  await forgetText(nc, RULES_BUCKET, name);
  await forgetText(nc, ROLLS_BUCKET, name);
  await forgetNamedSnapshots(nc, name);
}

/** Deletes the streams of a world, but for one: those of former generations, and of beginnings that were cut short. */
export async function deleteStreams(nc: NatsConnection, name: string, but?: string): Promise<void> {
  const jsm = await managerOf(nc);
  for await (const stream of jsm.streams.names(subjectsOf(name))) {
    if (stream === but) continue;
    await jsm.streams.delete(stream).catch((error: unknown) => {
      if (!isNoStream(error)) throw error;
    });
  }
}
