/**
 * A world on NATS JetStream: one stream a generation, and a key that names the stream once its beginning is whole. Who
 * opens it appends a note first, and moves the key's revision: from then on the former process can neither append nor
 * begin another generation.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { type ClockMode, createClock } from '../../clock.ts';
import { createDiskEdge } from '../../faults/disk-edge.ts';
import { beginWith, resumedNs } from '../../log/continued.ts';
import type { Disk } from '../../log/disk.ts';
import type { DurableWorld } from '../../log/durable-world.ts';
import { LogError } from '../../log/log-error.ts';
import { keepSnapshots } from '../../log/snapshot-keeper.ts';
import type { WorldSize } from '../../seed-data/world.ts';
import { ROLLS_BUCKET, RULES_BUCKET } from '../names.ts';
import { takesNoMore } from '../nats-errors.ts';
import { generationsOf } from './generations.ts';
import { namedSnapshots } from './named-snapshots.ts';
import { bucketSecrets } from './secrets-bucket.ts';
import { snapshotObject } from './snapshot-object.ts';
import { openNatsText } from './stored-text.ts';
import { type StoredWorld, worldsOn } from './stored-worlds.ts';
import { type StreamJournal, streamJournal } from './stream-journal.ts';
import { type Opened, takeOver } from './take-over.ts';

export interface NatsWorldOptions {
  readonly nc: NatsConnection;
  readonly name: string;
  readonly seed: number;
  readonly size: WorldSize;
  /** Stored with the world, for the members of other processes. */
  readonly options: unknown;
  /** A virtual one is refused: no other process would move. */
  readonly mode: ClockMode;
  /** The machine's time. */
  readonly nowNs: bigint;
  /** Of new streams and buckets. */
  readonly replicas?: number;
  /** As of `SnapshotsOptions`. */
  readonly snapshots?: { readonly every: number; readonly atEnd: number } | undefined;
  /** The machine's, which is the default. */
  readonly clock?: Clock;
  /** As of `DurableWorldOptions`. */
  readonly failed: (error: LogError) => void;
}

/** A world that other processes may take over. */
export interface NatsWorld extends DurableWorld {
  /** Resolves if no other process claimed it or wrote to it. Rejects with LogError if one did. */
  verify(): Promise<void>;
  /** Why nothing of it is stored now; undefined: it is. */
  stalled(): string | undefined;
}

/** Ends the wait for a server that does not answer any more. */
const PATIENCE_MS = 5_000;

/** Faults alone use it. */
const NO_DISK: Disk = {
  write: () => Promise.resolve(),
  sync: () => Promise.resolve(),
  writeNow: () => undefined,
  syncNow: () => undefined,
};

/**
 * A server that does not answer at the beginning is an error; one that goes away later is waited for. The caller holds the
 * lease: nats-server 2.9 does not bear two processes that create the same stream at once (`one-creator.ts`).
 * @throws LogError
 */
export async function openNatsWorld(options: NatsWorldOptions): Promise<NatsWorld> {
  try {
    return await opened(options);
  } catch (error) {
    if (error instanceof LogError) throw error;
    throw new LogError(
      `the world ${options.name} on NATS cannot be opened: ${(error as Error).message}; see to the NATS server and start again`,
    );
  }
}

async function opened(options: NatsWorldOptions): Promise<NatsWorld> {
  const { nc, name, seed, size, mode, nowNs, replicas = 1, failed, clock = createClock({ mode: 'real' }) } = options;
  if (mode === 'virtual')
    throw new LogError(
      'a virtual clock is moved in one process, and a world on NATS has several: use --clock real or xN',
    );
  const bucket = await worldsOn(nc, replicas);
  const secrets = await bucketSecrets(nc, replicas);
  const store = await snapshotObject(nc, name, replicas);
  const snapshots = keepSnapshots({ store, size, report: failed, ...options.snapshots });
  const generations = generationsOf({ nc, clock, bucket, name, replicas });
  const disks = createDiskEdge(() => NO_DISK);
  const found = snapshots.find(seed);

  async function open(): Promise<Opened | undefined> {
    for (;;) {
      const world = await generations.find();
      if (world === undefined) return undefined;
      requireSame(world, options);
      // First: the former process, if there is one, notices it and appends less than this one can read.
      if (await generations.claim()) return takeOver({ nc, clock, world, stand: found?.stand });
    }
  }

  const former = await open();
  const { starts, lastNs, contents, holds } = former ?? { starts: 1, lastNs: 0n, contents: undefined, holds: false };
  const textIn = (bucket: string, what: string) => openNatsText({ nc, clock, name, bucket, what, replicas, failed });
  const rules = await textIn(RULES_BUCKET, 'the fault rules');
  const rolls = await textIn(ROLLS_BUCKET, 'the rolls');
  const named = await namedSnapshots(nc, name, replicas, failed);
  const file = `the world ${name} on NATS`;
  let startNs: bigint | undefined;
  try {
    startNs = resumedNs(mode, { lastNs, file }, nowNs, 'start with --clock xN, or begin another world');
  } catch (error) {
    former?.upload.writer.end();
    throw error;
  }
  const snapshot = found && snapshots.use(found, { records: contents?.records ?? [], holds });
  /** The stream of the current generation, once its beginning is whole there. */
  let current = former?.stream ?? '';
  let ofSeed = seed;
  let formerEnded: Promise<unknown> = Promise.resolve();
  let journal = journalOf(former);
  if (former === undefined) start();
  else generations.clear();
  const claimed = await generations.watch((error) => journal.fail(error));

  function journalOf(held: Opened | undefined): StreamJournal {
    const [before, world] = [formerEnded, { seed: ofSeed, size, options: options.options }];
    let stream = '';
    const created: StreamJournal = streamJournal({
      held,
      async create() {
        await before;
        const upload = await generations.create();
        ({ stream } = upload);
        return upload;
      },
      async publish() {
        await generations.nameStream({ stream, ...world });
        if (created === journal) current = stream;
      },
      clock,
      disk: disks.under(0),
      grown: snapshots.grown,
      failed(error) {
        // What a former one still had to write is of no world any more.
        if (created !== journal) return;
        const { code, message } = error as NodeJS.ErrnoException;
        failed(error instanceof LogError ? error : takesNoMore(file, code ?? message));
      },
    });
    return created;
  }

  function start(): void {
    void journal.note({ kind: 'start', count: starts, after: 0, atNs: `${lastNs}` });
  }

  const patience = (): Promise<void> =>
    new Promise((resolve) => void clock.after(PATIENCE_MS, 'last acknowledgements of NATS', resolve));

  return {
    file,
    stream: () => current,
    async verify() {
      await Promise.all([generations.verify(), journal.verify()]);
    },
    stalled: () => journal.whyStalled(),
    starts,
    lastNs,
    startNs,
    from: contents?.records.length ?? 0,
    torn: 0,
    ...secrets,
    journal,
    snapshot,
    meet: disks.ask,
    // What is left of a world that was ended is not of this one.
    rules: former === undefined ? { ...rules, found: undefined } : rules,
    rolls: former === undefined ? { ...rolls, found: undefined } : rolls,
    named,
    async settled() {
      await Promise.race([Promise.all([rules.settled(), rolls.settled(), named.settled()]), patience()]);
    },
    follow: (platform) => snapshots.follow(platform, journal, ofSeed),
    startOver(newSeed, beginning) {
      formerEnded = Promise.all([formerEnded, journal.end(patience())]);
      snapshots.forget();
      current = '';
      ofSeed = newSeed;
      journal = journalOf(undefined);
      start();
      if (beginning !== undefined) beginWith(beginning, journal);
      return journal;
    },
    async close(closedNs) {
      void journal.note({ kind: 'stop', after: journal.head(), atNs: `${closedNs}` });
      await Promise.all([formerEnded, journal.end(patience())]);
      claimed.stop();
      await Promise.all([
        ...[rules, rolls].map((text) => text.end(patience())),
        Promise.race([named.settled(), patience()]),
        snapshots.end(),
      ]);
    },
  };
}

function requireSame({ seed, size }: StoredWorld, wanted: NatsWorldOptions): void {
  if (seed === wanted.seed && size === wanted.size) return;
  throw new LogError(
    `the world ${wanted.name} on NATS is of --seed ${seed} --world ${size}, and --seed ${wanted.seed} --world ${wanted.size} was requested: start with those, or name another world`,
  );
}
