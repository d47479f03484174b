/**
 * The generations of one world: each has its own stream, and the key of the world names the current one. The
 * key's revision moves with every process that opens the world, so only the last of them can begin another generation.
 */
import type { KV, KvEntry } from '@nats-io/kv';
import { type NatsConnection, nuid } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { LogError } from '../../log/log-error.ts';
import { managerOf } from '../connection.ts';
import { generationOf, keyOf, streamOf, subjectOf, subjectsOf } from '../names.ts';
import { answered, codeOf, isOutOfOrder, TakenOver } from '../nats-errors.ts';
import { watchKey } from '../watch-key.ts';
import { type Claimed, deleteStreams, type StoredWorld, worldIn } from './stored-worlds.ts';
import type { Upload } from './stream-journal.ts';
import { createStreamWriter } from './stream-writer.ts';

export interface GenerationsOptions {
  readonly nc: NatsConnection;
  readonly clock: Clock;
  readonly bucket: KV;
  readonly name: string;
  /** Of new streams. */
  readonly replicas: number;
}

export interface Generations {
  /** Reads the key. */
  find(): Promise<StoredWorld | undefined>;
  /** Moves the revision of the key that was found; false: another process was faster. */
  claim(): Promise<boolean>;
  /** Reads the key again. Rejects with LogError if another process claimed the world, or it was forgotten. */
  verify(): Promise<void>;
  /** Calls `lost` when another process claims the world, or it is forgotten. */
  watch(lost: (error: LogError) => void): Promise<{ stop(): void }>;
  /** Deletes the streams of former generations, and of beginnings that were cut short. */
  clear(): void;
  /** Creates the stream of another generation, which counts once it is named. */
  create(): Promise<Upload & { readonly stream: string }>;
  /** Names a stream. @throws TakenOver if another process opened the world */
  nameStream(world: Omit<StoredWorld, 'name' | 'generation'>): Promise<void>;
}

/** "stream name already in use" */
const NAME_IN_USE = 10058;
/** For a message that is sent again at once: its order and id refuse every other repetition. */
const DUPLICATES_WITHIN_NS = 2_000_000_000;

/** Reads and moves the key of one world. */
export function generationsOf({ nc, clock, bucket, name, replicas }: GenerationsOptions): Generations {
  const key = keyOf(name);
  const me = nuid.next();
  let current: StoredWorld | undefined;
  /** 0: there is no such key. */
  let revision = 0;
  /** Never while another generation begins: it would be deleted as well. */
  let cleared: Promise<void> = Promise.resolve();
  /** Entries up to here are known. */
  let known = 0;

  async function find(): Promise<StoredWorld | undefined> {
    const entry = await bucket.get(key);
    current = worldIn(entry);
    known = entry?.revision ?? 0;
    revision = current === undefined ? 0 : known;
    return current;
  }

  /** False: another process moved it. */
  async function put(world: StoredWorld): Promise<boolean> {
    const text = JSON.stringify({ ...world, claim: me } satisfies Claimed);
    try {
      revision = await answered({ nc, clock }, () =>
        revision === 0 ? bucket.create(key, text) : bucket.update(key, text, revision),
      );
    } catch (error) {
      if (!isOutOfOrder(codeOf(error))) throw error;
      // An earlier attempt may have arrived although its answer did not.
      const entry = await answered({ nc, clock }, () => bucket.get(key));
      if (entry === null || entry.operation !== 'PUT' || entry.string() !== text) return false;
      revision = entry.revision;
    }
    [current, known] = [world, revision];
    return true;
  }

  function clear(): void {
    // What is left is deleted by the next process.
    if (current !== undefined) cleared = deleteStreams(nc, name, current.stream).catch(() => undefined);
  }

  /** Why this process may not write any more, by an entry of the key; undefined: it may. */
  function lossIn(entry: KvEntry): LogError | undefined {
    if (entry.revision <= known) return undefined;
    if (entry.operation !== 'PUT') return new LogError(`the world ${name} was ended: this process no longer writes`);
    return entry.json<Claimed>().claim === me ? undefined : new TakenOver(`the world ${name}`);
  }

  return {
    find,
    async verify() {
      const entry = await bucket.get(key);
      const loss = entry === null ? undefined : lossIn(entry);
      if (loss !== undefined) throw loss;
    },
    claim: async () => current !== undefined && put(current),
    watch: (lost) =>
      watchKey({
        ...{ nc, clock, bucket, key },
        each(entry) {
          const loss = lossIn(entry);
          if (loss !== undefined) lost(loss);
        },
      }),
    clear,
    async create() {
      await cleared;
      const jsm = await managerOf(nc);
      // Unique, so that an attempt that is made again finds its own stream, and no other one's.
      const description = nuid.next();
      for (let generation = (current?.generation ?? 0) + 1; ; generation += 1) {
        const stream = streamOf(name, generation);
        try {
          const subjects = [subjectsOf(name, generation)];
          await answered({ nc, clock }, () =>
            jsm.streams.add({
              ...{ name: stream, subjects, description, num_replicas: replicas },
              duplicate_window: DUPLICATES_WITHIN_NS,
            }),
          );
          const writer = createStreamWriter({ nc, clock, stream, last: 0 });
          return { stream, writer, subjectOf: (kind) => subjectOf(name, generation, kind) };
        } catch (error) {
          // A beginning that was cut short has it.
          if (codeOf(error) !== NAME_IN_USE) throw error;
        }
      }
    },
    async nameStream(world) {
      const named = { name, generation: generationOf(world.stream), ...world };
      if (!(await put(named))) throw new TakenOver(`the world ${name}`);
      clear();
    },
  };
}
