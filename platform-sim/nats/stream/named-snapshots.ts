/** The named snapshots of a world in an object store of their own: a process that takes over has them. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ObjectStore, Objm } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import type { NamedSnapshots } from '../../log/durable-world.ts';
import { LogError } from '../../log/log-error.ts';
import { keyOf, NAMED_SNAPSHOTS_BUCKET } from '../names.ts';

function namedOn(nc: NatsConnection, replicas = 1): Promise<ObjectStore> {
  return new Objm(nc).create(NAMED_SNAPSHOTS_BUCKET, { replicas });
}

/** Escaped names have no dot. */
const prefixOf = (world: string): string => `${keyOf(world)}.`;

/** @param failed called with one line for the user, if a snapshot cannot be stored */
export async function namedSnapshots(
  nc: NatsConnection,
  world: string,
  replicas: number,
  failed: (error: LogError) => void,
): Promise<NamedSnapshots> {
  const objects = await namedOn(nc, replicas);
  const objectOf = (name: string): string => `${prefixOf(world)}${keyOf(name)}`;
  const found = await viewsOf(objects, world);
  let taken = Math.max(0, ...found.map(({ n }) => n));
  /** One at a time, in the order in which they were asked for. */
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(name: string, what: () => Promise<unknown>): void {
    last = last.then(what).catch((error: Error) => {
      const why = `the snapshot ${name} of the world ${world} was not stored on NATS (${error.message})`;
      failed(new LogError(`${why}: it is of this process only`));
    });
  }

  return {
    found: found.map(({ view }) => view),
    put(name, view, text) {
      taken += 1;
      const metadata = { view, n: `${taken}` };
      inTurn(name, async () => {
        const bytes = await promisify(gzip)(text);
        await objects.put({ name: objectOf(name), metadata }, new Blob([bytes]).stream());
      });
    },
    async read(name) {
      await last;
      const bytes = await objects.getBlob(objectOf(name));
      if (bytes === null) throw new LogError(`the snapshot ${name} of the world ${world} is gone from the NATS server`);
      return (await promisify(gunzip)(bytes)).toString();
    },
    remove: (name) => inTurn(name, () => objects.delete(objectOf(name))),
    settled: async () => void (await last),
  };
}

/** At the end of a world. */
export async function forgetNamedSnapshots(nc: NatsConnection, world: string): Promise<void> {
  const objects = await namedOn(nc);
  for (const { object } of await viewsOf(objects, world)) await objects.delete(object);
}

/** In the order of their creation. */
async function viewsOf(objects: ObjectStore, world: string) {
  const all = await objects.list();
  return all
    .filter(({ name, deleted }) => name.startsWith(prefixOf(world)) && !deleted)
    .map(({ name, metadata }) => ({ object: name, view: metadata?.['view'] ?? '', n: Number(metadata?.['n'] ?? 0) }))
    .toSorted((one, other) => one.n - other.n);
}
