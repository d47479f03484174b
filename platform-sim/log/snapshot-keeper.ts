/** When a snapshot is taken, and of whom: every so many records, and when the log is let go in peace. */
import { readFileSync, rmSync } from 'node:fs';
import type { OwnerStates, Platform } from '../platform.ts';
import type { DurableJournal } from './durable.ts';
import { LogError } from './log-error.ts';
import type { LogFacts } from './log-head.ts';
import { type OwnerSnapshot, readSnapshot, snapshotBytes, writeSnapshot } from './owner-snapshot.ts';
import type { LogContents } from './read-log.ts';

export interface SnapshotsOptions {
  readonly file: string;
  readonly size: LogFacts['size'];
  /** Told of what is of no use, or could not be written: the log holds all of it. */
  readonly said: (line: LogError) => void;
  /** Records from one to the next while the log is written. */
  readonly every?: number;
  /** Records since the last at which one is worth its while when the log is let go. */
  readonly atEnd?: number;
}

/** What the owners had come to with a position of the log that is gone on from. */
export interface KeptStates {
  readonly position: number;
  readonly states: OwnerStates;
}

/** Whose states: what its owners had come to with its head. */
export type SnapshotSource = Pick<Platform, 'head' | 'states'>;

export interface Snapshots {
  /** What is there for a log of this seed, to be used where the log goes through its stand. */
  find(seed: number): OwnerSnapshot | undefined;
  /** undefined: of no use, and said why. */
  use(found: OwnerSnapshot, log: Pick<LogContents, 'records' | 'holds'>): KeptStates | undefined;
  /** What is there is of a log that is no more. */
  forget(): void;
  /** From now on of this platform and its log. */
  follow(source: SnapshotSource, journal: DurableJournal, seed: number): void;
  /** Told when more of the log is safe. */
  grown(position: number): void;
  /** A last one where it is worth its while, and none after it. */
  end(): Promise<void>;
}

const EVERY = 50_000;
const AT_END = 1_000;

export function keepSnapshots({ file, size, said, every = EVERY, atEnd = AT_END }: SnapshotsOptions): Snapshots {
  let followed: { source: SnapshotSource; journal: DurableJournal; seed: number } | undefined;
  let last = 0;
  let taking: Promise<void> | undefined;

  const say = (what: string): void => said(new LogError(what));

  async function take(): Promise<void> {
    if (followed === undefined) return;
    const { source, journal, seed } = followed;
    const of = followed;
    const stand = journal.mark();
    // Between the two the states are of neither: the next record asks again.
    if (source.head() !== stand.position) return;
    last = stand.position;
    try {
      const bytes = await snapshotBytes({
        of: { seed, size },
        stand,
        states: source.states(),
        recordAt: journal.at,
        packed: journal.packed,
      });
      if (followed === of) await writeSnapshot(file, bytes);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      say(
        `no snapshot was written to ${file} (${code ?? message}): the log is whole, and the next start replays more of it`,
      );
    }
  }

  /** One at a time, in a turn of its own: by then all that is safe has been told. */
  function begin(): Promise<void> {
    taking ??= new Promise<void>((done) => setImmediate(done)).then(take).finally(() => {
      taking = undefined;
    });
    return taking;
  }

  function passOver(why: string): undefined {
    say(`${file} is passed over, for it ${why}: the log was replayed whole, which takes longer and comes to the same`);
  }

  return {
    find(seed) {
      const bytes = bytesOf(file);
      if (bytes === undefined) return undefined;
      const found = readSnapshot(bytes, { seed, size });
      return typeof found === 'string' ? passOver(found) : found;
    },
    use({ stand, states: statesOf }, { records, holds }) {
      const { position } = stand;
      if (!holds) return passOver(`is of another log, or of more of it: it went up to record ${position}`);
      try {
        const states = statesOf(records);
        last = position;
        return { position, states };
      } catch (error) {
        return passOver(`does not fit its log (${(error as Error).message})`);
      }
    },
    forget() {
      [followed, last] = [undefined, 0];
      rmSync(file, { force: true });
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

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
