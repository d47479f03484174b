import { readFileSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SnapshotStore } from './snapshot-keeper.ts';

/** A snapshot in a file next to its log. */
export function snapshotFile(file: string): SnapshotStore {
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
  const unborn = `${file}.new`;
  await using handle = await open(unborn, 'w', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
  await rename(unborn, file);
  await using folder = await open(dirname(file));
  await folder.sync();
}
