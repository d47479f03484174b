/**
 * Takes a snapshot of the followed platform after a number of records, and when the log is closed orderly.
 */
import type { OwnerStates, Platform } from '../platform.ts';
import type { Journal } from './journal.ts';
import { LogError } from './log-error.ts';
import type { LogFacts, Stand } from './log-head.ts';
import { type OwnerSnapshot, readSnapshot, snapshotBytes } from './owner-snapshot.ts';
import type { LogContents } from './read-log.ts';

/** The storage of the one snapshot of a log. */
export interface SnapshotStore {
  /** For messages. */
  readonly name: string;
  /** undefined: there is none. */
  read(): Buffer | undefined;
  /** The former one stays until this one is safe. */
  write(bytes: Buffer): Promise<void>;
  remove(): void;
}

/** The journal behind the snapshots of the owners. */
export interface SnapshotJournal extends Pick<Journal, 'at' | 'head'> {
  /** Its newest safe place. */
  mark(): Stand;
}

export interface SnapshotsOptions {
  readonly store: SnapshotStore;
  readonly size: LogFacts['size'];
  /** Called when a snapshot cannot be used or written: the log still holds everything. */
  readonly report: (line: LogError) => void;
  /** Records between two snapshots while the log is written. */
  readonly every?: number;
  /** Minimum number of records since the last snapshot for one at the close. */
  readonly atEnd?: number;
}

/** The owners' state at a position of the continued log. */
export interface StatesAtPosition {
  readonly position: number;
  readonly states: OwnerStates;
}

/** The platform of the snapshots: its owners' state at its head. */
export type SnapshotSource = Pick<Platform, 'head' | 'states'>;

export interface Snapshots {
  /** The stored snapshot for a log of this seed; usable if the log contains its place. */
  find(seed: number): OwnerSnapshot | undefined;
  /** undefined: unusable, and reported. */
  use(found: OwnerSnapshot, log: Pick<LogContents, 'records' | 'holds'>): StatesAtPosition | undefined;
  /** Removes a snapshot of a replaced log. */
  forget(): void;
  /** Takes snapshots of this platform and its log from now on. */
  follow(source: SnapshotSource, journal: SnapshotJournal, seed: number): void;
  /** Called when more of the log is safe. */
  grown(position: number): void;
  /** Takes a last snapshot if it is worthwhile, and none after it. */
  end(): Promise<void>;
}

const EVERY = 50_000;
const AT_END = 1_000;

/** Creates the keeper of a log's snapshots. */
export function keepSnapshots({ store, size, report, every = EVERY, atEnd = AT_END }: SnapshotsOptions): Snapshots {
  let followed: { source: SnapshotSource; journal: SnapshotJournal; seed: number } | undefined;
  let last = 0;
  let taking: Promise<void> | undefined;

  const warn = (what: string): void => report(new LogError(what));

  async function take(): Promise<void> {
    if (followed === undefined) return;
    const { source, journal, seed } = followed;
    const of = followed;
    const stand = journal.mark();
    // Between the two the states match neither: the next record tries again.
    if (source.head() !== stand.position) return;
    last = stand.position;
    try {
      const bytes = await snapshotBytes({
        of: { seed, size },
        stand,
        states: source.states(),
        recordAt: journal.at,
      });
      if (followed === of) await store.write(bytes);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      warn(
        `no snapshot was written to ${store.name} (${code ?? message}): the log is whole, and the next start replays more of it`,
      );
    }
  }

  /** One at a time, in a separate turn: by then all safe records are delivered. */
  function begin(): Promise<void> {
    taking ??= new Promise<void>((done) => setImmediate(done)).then(take).finally(() => {
      taking = undefined;
    });
    return taking;
  }

  function ignore(why: string): undefined {
    warn(`${store.name} is ignored because it ${why}: the whole log was replayed instead, with the same result`);
  }

  return {
    find(seed) {
      const bytes = store.read();
      if (bytes === undefined) return undefined;
      const found = readSnapshot(bytes, { seed, size });
      return typeof found === 'string' ? ignore(found) : found;
    },
    use({ stand, states: statesOf }, { records, holds }) {
      const { position } = stand;
      if (!holds) return ignore(`is of another log, or of more of it: it went up to record ${position}`);
      try {
        const states = statesOf(records);
        last = position;
        return { position, states };
      } catch (error) {
        return ignore(`does not fit its log (${(error as Error).message})`);
      }
    },
    forget() {
      [followed, last] = [undefined, 0];
      store.remove();
    },
    follow(source, journal, seed) {
      followed = { source, journal, seed };
    },
    grown(position) {
      if (position - last >= every) void begin();
    },
    async end() {
      await taking;
      if (followed !== undefined && followed.journal.head() - last >= atEnd) await begin();
      followed = undefined;
    },
  };
}
