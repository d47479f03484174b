/** For tests: a disk in memory, with the written bytes, the synced bytes, and failures on demand. */
import type { Disk } from '../log/disk.ts';

export class SampleDisk implements Disk {
  bytes: Buffer = Buffer.alloc(0);
  /** The bytes after a power cut. */
  synced: Buffer = Buffer.alloc(0);
  syncs = 0;
  /** The error to throw from now on, by operation. */
  failing: { readonly what: 'write' | 'sync'; readonly code: string } | undefined;
  /** A sync waits for it, once set. */
  gate: Promise<void> | undefined;

  async write(bytes: Buffer, at: number): Promise<void> {
    this.writeNow(bytes, at);
  }

  async sync(): Promise<void> {
    await this.gate;
    this.syncNow();
  }

  writeNow(bytes: Buffer, at: number): void {
    this.#fail('write');
    if (this.bytes.length < at + bytes.length) {
      this.bytes = Buffer.concat([this.bytes, Buffer.alloc(at + bytes.length - this.bytes.length)]);
    }
    bytes.copy(this.bytes, at);
  }

  syncNow(): void {
    this.#fail('sync');
    this.syncs += 1;
    this.synced = Buffer.from(this.bytes);
  }

  #fail(what: 'write' | 'sync'): void {
    if (this.failing?.what === what)
      throw Object.assign(new Error(`${this.failing.code}: ${what}`), { code: this.failing.code });
  }
}
