/** The speed of the disk right now: writes and syncs the bytes of 64 order records at a time. Prints records a second. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';

const AT_ONCE = 64;
const RECORDS = 16_000;
/** Bytes of an order's record in the sandbox's log. */
const RECORD_BYTES = 900;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-synced-'));
const bytes = Buffer.alloc(RECORD_BYTES * AT_ONCE, 'x');
const file = openSync(join(folder, 'records'), 'w');
const stopwatch = startStopwatch();
for (let written = 0; written < RECORDS; written += AT_ONCE) {
  writeSync(file, bytes);
  fdatasyncSync(file);
}
console.log(JSON.stringify({ wallPerSecond: (RECORDS / stopwatch.nowMs()) * 1_000 }));
closeSync(file);
rmSync(folder, { recursive: true });
