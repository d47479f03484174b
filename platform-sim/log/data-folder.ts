/**
 * The folder of `--data`: the log of one world, the key that signs its tokens, and the root of its other secrets.
 * Readable by the owner only. A log gets its name once its world's beginning is safe in it, so a crash before that
 * leaves no log.
 */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SigningKey } from '../identity/keys.ts';
import { readOrCreateKey, readOrCreateRoot } from '../identity/secret-files.ts';
import type { WorldSize } from '../seed-data/world.ts';
import { beginWith, continuing } from './continued.ts';
import { type Disk, diskOf } from './disk.ts';
import { type DurableJournal, durableJournal } from './durable.ts';
import { lockFolder } from './folder-lock.ts';
import type { Journal } from './journal.ts';
import { LogError } from './log-error.ts';
import {
  HEAD_BYTES,
  headChecksum,
  headOf,
  LOG_FORMAT,
  type LogFacts,
  type Mark,
  markAt,
  markBytes,
  type Stand,
} from './log-head.ts';
import { type LogContents, readLog } from './read-log.ts';
import {
  keepSnapshots,
  type SnapshotSource,
  type SnapshotStore,
  type SnapshotsOptions,
  type StatesAtPosition,
} from './snapshot-keeper.ts';

export interface DataFolderOptions {
  readonly folder: string;
  readonly seed: number;
  readonly size: WorldSize;
  /** As of `DurableOptions`. */
  readonly grouped: boolean;
  readonly failed: (error: Error) => void;
  /** When snapshots are taken, and the receiver of their results. */
  readonly snapshots?: Partial<Pick<SnapshotsOptions, 'every' | 'atEnd' | 'report'>>;
  /** The disk under a file; a test wraps it. */
  readonly diskOf?: (fd: number) => Disk;
}

export interface DataFolder {
  readonly file: string;
  /** How many processes have opened the log, including this one. */
  readonly starts: number;
  /** The clock of the last process, as far as the log states it; 0 if there was none. */
  readonly lastNs: bigint;
  /** The position up to which the log continues; 0 for a new log. */
  readonly from: number;
  /** Bytes after the end, left by a crash and now cut: they were never published. */
  readonly torn: number;
  /** Signs the tokens of this world in each of its processes. */
  readonly signingKey: SigningKey;
  /** The root of the world's other secrets. */
  readonly secretRoot: Buffer;
  /** For the first platform: the log's records, or none. */
  readonly journal: Journal;
  /** The owners' state at some position, so that they judge only later records; undefined: they judge all. */
  readonly snapshot: StatesAtPosition | undefined;
  /** Sets the platform of the journal: snapshots hold the state of its owners. */
  follow(platform: SnapshotSource): void;
  /**
   * A journal for another platform, which replaces the former log once its beginning is safe: the stated one, or a new
   * world's.
   */
  startOver(seed: number, beginning?: Journal): Journal;
  /** The size of the log; absent on JetStream, whose server counts it. */
  bytes?(): number;
  /** Releases the folder once everything accepted is safe. */
  close(nowNs: bigint): Promise<void>;
}

interface OpenJournal extends DurableJournal {
  /** Ends it, and closes its file. */
  close(): Promise<void>;
}

/** The file name of the log. */
export const LOG_FILE = 'sequence.log';

/** The file name of the owners' snapshot. */
export const SNAPSHOT_FILE = 'owners.snapshot';

/** @throws LogError */
export function openDataFolder(options: DataFolderOptions): DataFolder {
  const { folder } = options;
  if (folder.trim() === '') throw new LogError('--data names no folder: name one, such as --data ./kept');
  const unlock = withAdvice(folder, () => {
    makeFolder(folder);
    return lockFolder(folder);
  });
  try {
    return opened(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * One level at a time: Node's `recursive` never returns if the system reports ENOENT below an existing folder, as in
 * /proc.
 */
function makeFolder(folder: string): void {
  const above = dirname(folder);
  if (above !== folder && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function opened(
  { folder, seed, size, grouped, failed, snapshots: when, diskOf: under = diskOf }: DataFolderOptions,
  unlock: () => void,
): DataFolder {
  const file = join(folder, LOG_FILE);
  const snapshots = keepSnapshots({
    store: snapshotFile(join(folder, SNAPSHOT_FILE)),
    size,
    report: () => {},
    ...when,
  });
  const { grown } = snapshots;
  const journalOn = (
    fd: number,
    { records, notes, mark }: Pick<LogContents, 'records' | 'notes' | 'mark'>,
  ): OpenJournal => {
    const isCreated = records.length > 0;
    const journal = durableJournal({ disk: under(fd), records, notes, mark, grouped, isCreated, failed, grown });
    // After its end: nothing may be written to a descriptor that is reused by then.
    return { ...journal, close: () => journal.end().then(() => closeSync(fd)) };
  };

  function fresh(facts: LogFacts): OpenJournal {
    const head = headOf(facts);
    const mark: Mark = { turn: 0, group: 0, position: 0, end: HEAD_BYTES, checksum: headChecksum(head) };
    markBytes(mark).copy(head, markAt(mark));
    const temporary = `${file}.new`;
    const fd = withAdvice(temporary, () => openSync(temporary, 'w+', 0o600));
    const journal = journalOn(fd, { records: [], notes: [], mark });
    let isCreated = false;
    function createFile(): void {
      under(fd).writeNow(head, 0);
      journal.settle();
      renameSync(temporary, file);
      syncFolder(folder);
      isCreated = true;
    }
    return { ...journal, settle: () => (isCreated ? journal.settle() : withAdvice(temporary, createFile)) };
  }

  const found = snapshots.find(seed);
  const contents = contentsOf(file, { seed, size }, found?.stand);
  const snapshot = found && snapshots.use(found, contents ?? { records: [], holds: false });
  let ofSeed = seed;
  let journal: OpenJournal;
  let formerClosed: Promise<unknown> = Promise.resolve();
  if (contents === undefined) journal = fresh({ format: LOG_FORMAT, seed, size });
  else {
    const fd = withAdvice(file, () => openSync(file, constants.O_RDWR));
    if (contents.torn > 0) {
      ftruncateSync(fd, contents.mark.end);
      fsyncSync(fd);
    }
    journal = journalOn(fd, contents);
  }
  const { records = [], notes = [], torn = 0 } = contents ?? {};
  const { starts, lastNs } = continuing(records.at(-1), notes);
  const from = records.length;
  const start = (): void =>
    void journal.note({ kind: 'start', count: starts, after: journal.head(), atNs: `${lastNs}` });
  start();
  // From now on, issued values derive from the number of the start, so it must be safe. A new log writes it with its head.
  if (from > 0) journal.settle();

  return {
    file,
    starts,
    lastNs,
    from,
    torn,
    signingKey: withAdvice(folder, () => readOrCreateKey(join(folder, 'signing-key.pem'))),
    secretRoot: withAdvice(folder, () => readOrCreateRoot(join(folder, 'secret-root.hex'))),
    journal,
    snapshot,
    bytes: () => journal.mark().end,
    follow: (platform) => snapshots.follow(platform, journal, ofSeed),
    startOver(newSeed, beginning) {
      formerClosed = Promise.all([formerClosed, journal.close()]);
      snapshots.forget();
      ofSeed = newSeed;
      journal = fresh({ format: LOG_FORMAT, seed: newSeed, size });
      start();
      if (beginning !== undefined) beginWith(beginning, journal);
      return journal;
    },
    async close(nowNs) {
      void journal.note({ kind: 'stop', after: journal.head(), atNs: `${nowNs}` });
      await Promise.all([formerClosed, journal.close()]);
      await snapshots.end();
      unlock();
    },
  };
}

function contentsOf(file: string, wanted: Omit<LogFacts, 'format'>, stand?: Stand): LogContents | undefined {
  const bytes = withAdvice(file, () => bytesOf(file));
  if (bytes === undefined) return undefined;
  const contents = readLog(bytes, file, stand);
  const { seed, size } = contents.facts;
  if (seed === wanted.seed && size === wanted.size) return contents;
  throw new LogError(
    `${file} is of --seed ${seed} --world ${size}, and --seed ${wanted.seed} --world ${wanted.size} was requested: start with those, or name another folder with --data`,
  );
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file's name is safe once its folder is synced. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, constants.O_RDONLY);
  fsyncSync(fd);
  closeSync(fd);
}

const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];

/** Adds place and advice to the system's error. */
function withAdvice<T>(where: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    if (error instanceof LogError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const isPassing = FULL.includes(code);
    const cure = isPassing ? 'free space and start again, or name' : 'name';
    throw new LogError(`cannot use ${where}: ${code ?? message}; ${cure} another folder with --data`, { isPassing });
  }
}

/** A snapshot in a file next to its log. */
function snapshotFile(file: string): SnapshotStore {
  return {
    name: file,
    read() {
      try {
        return readFileSync(file);
      } catch {
        return undefined;
      }
    },
    write: (bytes) => writeSnapshot(file, bytes),
    remove: () => rmSync(file, { force: true }),
  };
}

/** Writes atomically: the former snapshot stays until this one is safe. */
async function writeSnapshot(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.new`;
  await using handle = await open(temporary, 'w', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
  await rename(temporary, file);
  await using folder = await open(dirname(file));
  await folder.sync();
}
