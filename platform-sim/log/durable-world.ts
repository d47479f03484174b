/** The storage of a world that outlives its process: an open log, and the clock's time to continue from. */
import type { ClockMode } from '../clock.ts';
import { createDiskEdge } from '../faults/disk-edge.ts';
import type { Faults } from '../faults/faults.ts';
import type { WorldSize } from '../seed-data/world.ts';
import { resumedNs } from './continued.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import type { Disk } from './disk.ts';
import type { Journal } from './journal.ts';
import { LogError } from './log-error.ts';

/** Storage of named snapshots that outlives the process. */
export interface NamedSnapshots {
  /** The views of the stored snapshots, in the order of their creation. */
  readonly found: readonly string[];
  put(name: string, view: string, text: string): void;
  read(name: string): Promise<string>;
  remove(name: string): void;
  /** Resolves once the current text is stored, or its write failed. */
  settled(): Promise<void>;
}

/** A text that is stored as it changes, for a process that takes over. */
export interface StoredText {
  /** The text of the former process; undefined: there is none. */
  readonly found: string | undefined;
  /** Sets the source of the text, and stores it. */
  of(text: () => string): void;
  /** Stores the text soon. Several changes at once cause one write. */
  changed(): void;
  /** Stores the current text, and no later one. */
  leave(): void;
}

export interface DurableWorld extends DataFolder {
  /** undefined: the clock begins as usual. */
  readonly startNs: bigint | undefined;
  /** On JetStream: the stream that members of other processes read; empty while its beginning is not whole. */
  stream?(): string;
  /** Sets the faults: their rules at the edge `log` apply to its disk. */
  meet(faults: () => Pick<Faults, 'now'>): void;
  /** On JetStream: its fault rules, and its rolls. */
  readonly rules?: StoredText;
  readonly rolls?: StoredText;
  /** On JetStream. */
  readonly named?: NamedSnapshots;
  /** On JetStream: resolves once the current rules, rolls and snapshots are stored, or after a short time. */
  settled?(): Promise<void>;
}

export interface DurableWorldOptions {
  readonly folder: string;
  readonly seed: number;
  readonly size: WorldSize;
  readonly mode: ClockMode;
  /** The machine's time. */
  readonly nowNs: bigint;
  /** As of `DataFolderOptions`. */
  readonly diskOf?: (fd: number) => Disk;
  /** As of `SnapshotsOptions`. */
  readonly snapshots?: { readonly every: number; readonly atEnd: number } | undefined;
  /**
   * Called with one line for the user when the log can no longer be written, and when a snapshot is ignored or cannot be
   * written.
   */
  readonly failed: (error: LogError) => void;
}

/** @throws LogError */
export function openDurableWorld({ mode, nowNs, failed, diskOf, snapshots, ...of }: DurableWorldOptions): DurableWorld {
  const disks = createDiskEdge(diskOf);
  const data = openDataFolder({
    ...of,
    diskOf: disks.under,
    // A virtual clock waits for no disk: everything at one of its instants is safe within it.
    grouped: mode !== 'virtual',
    failed: (error) => failed(new LogError(takesNoMore(data.file, error))),
    snapshots: { ...snapshots, report: failed },
  });
  try {
    return { ...data, startNs: resumedNs(mode, data, nowNs), meet: disks.ask };
  } catch (error) {
    void data.close(0n);
    throw error;
  }
}

/** Why a journal accepts nothing more, in one sentence; undefined: it does. */
export function logTrouble({ failure }: Pick<Journal, 'failure'>): string | undefined {
  const error = failure();
  if (error === undefined) return undefined;
  return error instanceof LogError ? error.message : takesNoMore('the log', error);
}

function takesNoMore(file: string, { message, code }: NodeJS.ErrnoException): string {
  const todo = code === 'ENOSPC' ? 'free space and start again' : 'see to the disk and start again';
  return `${file} can no longer be written (${code ?? message}): reads continue, writes are refused, and all answered writes are safe; ${todo}`;
}
