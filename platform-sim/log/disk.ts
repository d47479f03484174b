/**
 * The operations that a log needs of a disk; a test replaces it by a failing one. Every call throws or rejects with the
 * system's error.
 */
import { fdatasync, fdatasyncSync, write, writeSync } from 'node:fs';

export interface Disk {
  /** Writes all bytes at an offset; they are safe only after a sync. */
  write(bytes: Buffer, at: number): Promise<void>;
  sync(): Promise<void>;
  /** As `write`, synchronously. */
  writeNow(bytes: Buffer, at: number): void;
  syncNow(): void;
}

/** The disk of an open file descriptor. */
export function diskOf(fd: number): Disk {
  return {
    write: (bytes, at) =>
      new Promise((resolve, reject) => {
        const from = (offset: number): void =>
          write(fd, bytes, offset, bytes.length - offset, at + offset, (error, written) => {
            if (error !== null) reject(error);
            else if (offset + written < bytes.length) from(offset + written);
            else resolve();
          });
        from(0);
      }),
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(fd, (error) => (error === null ? resolve() : reject(error)));
      }),
    writeNow(bytes, at) {
      for (let offset = 0; offset < bytes.length; )
        offset += writeSync(fd, bytes, offset, bytes.length - offset, at + offset);
    },
    syncNow: () => fdatasyncSync(fd),
  };
}
