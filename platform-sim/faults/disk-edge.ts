/** The disk under a log: a fault may make it full, or make a sync fail, with the system's own errors. */
import { type Disk, diskOf } from '../log/disk.ts';
import type { Faults } from './faults.ts';

export interface DiskEdge {
  /** The disk under a file. */
  under(fd: number): Disk;
  /** Sets the faults to apply from now on: a log is opened before there is a world, and outlives its resets. */
  ask(faults: () => Pick<Faults, 'now'>): void;
}

/** @param real the disk below; a test replaces it. */
export function createDiskEdge(real: (fd: number) => Disk = diskOf): DiskEdge {
  let faults: (() => Pick<Faults, 'now'>) | undefined;

  function under(fd: number): Disk {
    const disk = real(fd);
    let syncFails = false;

    /** Throws if the disk is full. Half of the bytes are then written, as in a truncated write. */
    function half(bytes: Buffer): Buffer | undefined {
      const outcome = faults?.().now('log', {});
      if (outcome?.act !== 'fail') return undefined;
      if (outcome.how === 'disk full') return bytes.subarray(0, Math.floor(bytes.length / 2));
      syncFails = true;
      return undefined;
    }

    function requireSync(): void {
      if (!syncFails) return;
      syncFails = false;
      throw failure('EIO', 'i/o error, fdatasync');
    }

    return {
      async write(bytes, at) {
        const cut = half(bytes);
        await disk.write(cut ?? bytes, at);
        if (cut !== undefined) throw full();
      },
      async sync() {
        requireSync();
        await disk.sync();
      },
      writeNow(bytes, at) {
        const cut = half(bytes);
        disk.writeNow(cut ?? bytes, at);
        if (cut !== undefined) throw full();
      },
      syncNow() {
        requireSync();
        disk.syncNow();
      },
    };
  }

  return {
    under,
    ask(now) {
      faults = now;
    },
  };
}

function full(): NodeJS.ErrnoException {
  return failure('ENOSPC', 'no space left on device, write');
}

function failure(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
