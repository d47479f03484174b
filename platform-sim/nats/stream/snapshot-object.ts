import { type ObjectStore, Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import type { SnapshotStore } from '../../log/snapshot-keeper.ts';
import { keyOf, SNAPSHOTS_BUCKET } from '../names.ts';

/** @param replicas of a new bucket */
export function snapshotsOn(nc: NatsConnection, replicas = 1): Promise<ObjectStore> {
  return new Objm(nc).create(SNAPSHOTS_BUCKET, { replicas });
}

/** The snapshot of a world in the object store, read once. */
export async function snapshotObject(nc: NatsConnection, name: string, replicas?: number): Promise<SnapshotStore> {
  const objects = await snapshotsOn(nc, replicas);
  const key = keyOf(name);
  const bytes = await objects.getBlob(key).catch(() => null);
  /** One at a time. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: `the snapshot ${key} in the object store ${SNAPSHOTS_BUCKET}`,
    read: () => (bytes === null ? undefined : Buffer.from(bytes)),
    write(snapshot) {
      const written = last.then(() => objects.put({ name: key }, new Blob([snapshot]).stream()));
      last = written.catch(() => undefined);
      return written.then(() => undefined);
    },
    remove() {
      // One that stays is ignored: it does not fit the new log.
      last = last.then(() => objects.delete(key)).catch(() => undefined);
    },
  };
}
