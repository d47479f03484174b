/** Stores of a NATS server that a test fills: up to the server's own limit, or up to the end of a small disk. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectNats } from '../../../platform-sim/nats/connection.ts';
import type { TestNats } from '../../../platform-sim/nats/testing/nats-server.ts';

export interface FullStore extends Disposable {
  /** Lines of the server's configuration. */
  readonly config: string;
  /** Leaves no room. The result makes room again. */
  fill(nats: TestNats): Promise<() => Promise<void>>;
}

const LIMIT_MB = 64;
const DISK_MB = 96;
const CHUNKS = [512_000, 1_000, 10];

/** The server refuses what is past its limit, and takes it again once there is room. */
export function limitedStore(): FullStore {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-limited-'));
  return {
    config: `jetstream { store_dir: "${folder}", max_file: ${LIMIT_MB}MB }`,
    async fill({ url }) {
      const nc = await connectNats(url, 'ballast');
      const jsm = await jetstreamManager(nc);
      await jsm.streams.add({ name: 'ballast', subjects: ['ballast'] });
      for (const bytes of CHUNKS) {
        const chunk = new Uint8Array(bytes);
        const isTaken = () =>
          jsm
            .jetstream()
            .publish('ballast', chunk)
            .then(
              () => true,
              () => false,
            );
        while (await isTaken());
      }
      return async () => {
        await jsm.streams.delete('ballast');
        await nc.close();
      };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * A separate file system, which root alone can make. A server of 2.9 turns JetStream off when its disk is full: it needs
 * a restart once there is room. undefined: this user may not mount one.
 */
export function smallDisk(): FullStore | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-disk-'));
  const ballast = join(folder, 'ballast');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'touchstone', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    config: `jetstream { store_dir: "${join(folder, 'store')}" }`,
    async fill(nats) {
      // It has what there was room for.
      await writeFile(ballast, new Uint8Array(DISK_MB * 1_048_576)).catch(() => undefined);
      return async () => {
        rmSync(ballast);
        await nats.kill();
        await nats.start();
      };
    },
    [Symbol.dispose]() {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
