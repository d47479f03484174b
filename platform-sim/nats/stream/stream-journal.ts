/**
 * A journal in a stream: one message a record or note. What arrives in one turn of the loop is a group, with one promise;
 * many groups are in flight. A new one's beginning is known as soon as it is settled, because it follows from the seed;
 * what comes after it is safe once the whole beginning is.
 */
import { crc32 } from 'node:zlib';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import type { Clock } from '../../../gateway/platform-port.ts';
import type { Disk } from '../../log/disk.ts';
import { type Group, gatherGroups } from '../../log/grouped-writes.ts';
import type { Journal } from '../../log/journal.ts';
import type { LogError } from '../../log/log-error.ts';
import type { Stand } from '../../log/log-head.ts';
import type { Note } from '../../log/note.ts';
import type { SnapshotJournal } from '../../log/snapshot-keeper.ts';
import type { Outgoing, StreamWriter } from './stream-writer.ts';

/** A stream of one generation of a world. */
export interface Upload {
  readonly writer: StreamWriter;
  readonly subjectOf: (kind: 'record' | 'note') => string;
}

export interface StreamJournalOptions {
  /** What the stream holds already; undefined: it does not exist yet, and everything is gathered up to `settle`. */
  readonly held: { readonly upload: Upload; readonly contents: StreamContents } | undefined;
  /** Creates the stream of a new journal. */
  readonly create: () => Promise<Upload>;
  /** Makes a new journal known, once its beginning is whole. */
  readonly publish: () => Promise<void>;
  /** The machine's. */
  readonly clock: Clock;
  /** Faults that a test sets for it. */
  readonly disk: Pick<Disk, 'writeNow' | 'syncNow'>;
  /** Called once, with the first failure. */
  readonly failed: (error: Error) => void;
  /** Called with the new safe position. */
  readonly grown: (position: number) => void;
}

export interface StreamContents {
  readonly records: readonly SequencedRecord[];
  readonly notes: readonly Note[];
  /** The newest place: the sequence of the last message, and the checksum over all. */
  readonly stand: Stand;
}

export interface StreamJournal extends Journal, SnapshotJournal {
  /** Resolves if no other process wrote to its stream. Rejects with LogError if one did. */
  verify(): Promise<void>;
  /** In a few words, while it is stalled. */
  whyStalled(): string | undefined;
  /** Stops accepting. */
  fail(error: LogError): void;
  /** Stops accepting once everything accepted is safe or has failed, or `patience` resolves. */
  end(patience: Promise<void>): Promise<void>;
}

/** Faults alone use the disk. */
const NO_BYTES = Buffer.alloc(0);
/** Without an acknowledgement for so long, it stalls: a restart of the server is shorter. */
const STALLED_AFTER_NS = 1_000_000_000n;

/** Creates a journal in a stream. */
export function streamJournal({ held, disk, clock, ...options }: StreamJournalOptions): StreamJournal {
  let upload = held?.upload;
  let writer = upload?.writer;
  let stand: Stand = held?.contents.stand ?? { position: 0, end: 0, checksum: 0 };
  let isSettled = upload !== undefined;
  let isScheduled = false;
  /** Resolves when everything written up to now is safe or has failed. */
  let written: Promise<void> = Promise.resolve();
  /** Groups that are not safe yet, and since when none has become safe. */
  let unsafe = 0;
  let sinceNs = 0n;
  let moving = Promise.withResolvers<void>();

  const groups = gatherGroups({
    ...options,
    records: held?.contents.records ?? [],
    notes: held?.contents.notes ?? [],
    gathered({ safe }) {
      if (!isSettled) return undefined;
      schedule();
      return safe.promise;
    },
  });

  function schedule(): void {
    if (isScheduled || upload === undefined) return;
    isScheduled = true;
    // In its own turn of the loop, so that all of one poll of the sockets is one group.
    setImmediate(writeGathered);
  }

  function writeGathered(): void {
    isScheduled = false;
    const group = groups.next();
    if (group === undefined || upload === undefined) return;
    written = watched(write(group, upload));
  }

  /** Notes what `stalled` needs of a group that is being written. */
  function watched(writing: Promise<void>): Promise<void> {
    if (unsafe === 0) sinceNs = clock.nowNs();
    unsafe += 1;
    return writing.finally(() => {
      unsafe -= 1;
      sinceNs = clock.nowNs();
      moving.resolve();
      moving = Promise.withResolvers();
    });
  }

  const isStalled = (): boolean => unsafe > 0 && clock.nowNs() - sinceNs > STALLED_AFTER_NS;

  async function write(group: Group, to: Upload): Promise<void> {
    const messages = messagesOf(group, to.subjectOf);
    try {
      disk.writeNow(NO_BYTES, 0);
      disk.syncNow();
      const end = await to.writer.write(messages);
      stand = standAfter(stand, group, messages, end);
      groups.keep(group);
    } catch (error) {
      group.safe.reject(groups.fail(error));
      to.writer.end();
    }
  }

  async function begin(group: Group): Promise<void> {
    try {
      const created = await options.create();
      ({ writer } = created);
      const messages = messagesOf(group, created.subjectOf);
      const end = await created.writer.write(messages);
      await options.publish();
      stand = standAfter(stand, group, messages, end);
      upload = created;
      writeGathered();
    } catch (error) {
      groups.fail(error);
      writer?.end();
    }
  }

  return {
    ...groups.journal,
    settle() {
      if (isSettled) return;
      isSettled = true;
      const group = groups.next();
      if (group === undefined) return;
      groups.keep(group);
      written = watched(begin(group));
    },
    mark: () => stand,
    whyStalled: () => (isStalled() ? (writer?.refused() ?? 'records are not acknowledged') : undefined),
    stalled: () => (isStalled() ? moving.promise : undefined),
    // One that does not exist yet is named by a key that has one writer as well.
    verify: async () => upload?.writer.verify(),
    fail(error) {
      groups.fail(error);
      writer?.fail(error);
    },
    async end(patience) {
      let last: Promise<void> | undefined;
      while (last !== written && !groups.hasFailed()) {
        last = written;
        if (isScheduled) writeGathered();
        await Promise.race([written, patience.then(() => groups.end())]);
      }
      groups.end();
      writer?.end();
    },
  };
}

function messagesOf({ items }: Group, subjectOf: Upload['subjectOf']): readonly Outgoing[] {
  return items.map(([kind, what]) => ({ subject: subjectOf(kind), bytes: Buffer.from(JSON.stringify(what)) }));
}

function standAfter(stand: Stand, { items }: Group, messages: readonly Outgoing[], end: number): Stand {
  return {
    position: stand.position + items.filter(([kind]) => kind === 'record').length,
    end,
    checksum: messages.reduce((before, { bytes }) => crc32(bytes, before), stand.checksum),
  };
}
