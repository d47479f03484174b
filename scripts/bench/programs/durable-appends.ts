/**
 * The log engine alone: durable appends of 64 writers that each wait until their record is safe, and the same bytes written and
 * synced by nothing else, in turn with them. Prints records a second.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { openDataFolder } from '../../../platform-sim/log/data-folder.ts';
import { orderRecord } from '../order-record.ts';

const WRITERS = 64;
const RECORDS = 16_000;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-appends-'));
const sample = orderRecord();
/** An order's record, with another position. */
const recordAt = (position: number): SequencedRecord => ({ ...sample, position });
const perSecond = (tookMs: number): number => (RECORDS / tookMs) * 1_000;

async function grouped(): Promise<number> {
  const failed = (error: unknown): never => {
    throw error;
  };
  const data = openDataFolder({ folder: join(folder, 'log'), seed: 1, size: 'small', grouped: true, failed });
  const { journal } = data;
  void journal.append(recordAt(1));
  journal.settle();
  let position = 1;
  const stopwatch = startStopwatch();
  const writer = async (): Promise<void> => {
    while (position < RECORDS) {
      position += 1;
      await journal.append(recordAt(position));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  const rate = perSecond(stopwatch.nowMs());
  await data.close(0n);
  return rate;
}

function alone(): number {
  const bytes = Buffer.alloc(Buffer.byteLength(JSON.stringify(sample)) * WRITERS, 'x');
  const fd = openSync(join(folder, 'alone'), 'w');
  const stopwatch = startStopwatch();
  for (let written = 0; written < RECORDS; written += WRITERS) {
    writeSync(fd, bytes);
    fdatasyncSync(fd);
  }
  const rate = perSecond(stopwatch.nowMs());
  closeSync(fd);
  return rate;
}

const appends = { own: await grouped(), peer: alone() };
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ appends }));
