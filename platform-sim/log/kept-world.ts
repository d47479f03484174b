/** What a sandbox's first world is given where it is kept in a folder: an open log, and the clock's time to go on from. */
import type { ClockMode } from '../clock.ts';
import { createDiskEdge, type DiskEdge } from '../faults/disk-edge.ts';
import type { WorldSize } from '../seed-data/world.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import type { Disk } from './disk.ts';
import { LogError } from './log-error.ts';
import { resumedNs } from './resumed-clock.ts';

export interface KeptWorld extends DataFolder {
  /** undefined: the clock begins as it would anyway. */
  readonly startNs: bigint | undefined;
  /** Whose rules of the edge `log` its disk meets from now on. */
  readonly meet: DiskEdge['ask'];
}

export interface KeptWorldOptions {
  readonly folder: string;
  readonly seed: number;
  readonly size: WorldSize;
  readonly mode: ClockMode;
  /** Of the machine. */
  readonly nowNs: bigint;
  /** As of `DataFolderOptions`. */
  readonly diskOf?: (fd: number) => Disk;
  /** As of `SnapshotsOptions`. */
  readonly snapshots?: { readonly every: number; readonly atEnd: number } | undefined;
  /** Told in a line for a person when the log takes no more, and of a snapshot that is passed over or cannot be written. */
  readonly failed: (error: LogError) => void;
}

/** @throws LogError */
export function openKeptWorld({ mode, nowNs, failed, diskOf, snapshots, ...of }: KeptWorldOptions): KeptWorld {
  const disks = createDiskEdge(diskOf);
  const data = openDataFolder({
    ...of,
    diskOf: disks.under,
    // A clock that is told when to move waits for no disk: what is taken at one of its instants is safe within it.
    grouped: mode !== 'virtual',
    failed: (error) => failed(new LogError(takesNoMore(data.file, error))),
    snapshots: { ...snapshots, said: failed },
  });
  try {
    return { ...data, startNs: resumedNs(mode, data, nowNs), meet: disks.ask };
  } catch (error) {
    void data.close(0n);
    throw error;
  }
}

function takesNoMore(file: string, { message, code }: NodeJS.ErrnoException): string {
  const todo = code === 'ENOSPC' ? 'free space and start again' : 'see to the disk and start again';
  return `${file} takes no more (${code ?? message}): reads go on, writes are refused, and what was answered is safe; ${todo}`;
}
