/**
 * Durable appends of 64 writers that each wait for their record to be safe, beside the same bytes written and synced by
 * nobody else: what grouping, framing and marks cost. In turns, in one run, for a disk's pace changes by the minute.
 *
 *     node scripts/bench/durable-appends.ts [RECORDS]
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { createClock } from '../../platform-sim/clock.ts';
import { openDataFolder } from '../../platform-sim/log/data-folder.ts';
import { diskOf } from '../../platform-sim/log/disk.ts';
import { createPlatform } from '../../platform-sim/platform.ts';
import { createSecrets } from '../../platform-sim/secrets.ts';
import { createSeed } from '../../platform-sim/seed.ts';
import { buildWorld } from '../../platform-sim/seed-data/build-world.ts';
import { countArgument } from './count-argument.ts';

const WRITERS = 64;
const ROUNDS = 5;

const records = countArgument('records', 32_000);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-appends-'));

/** An order's record, with another position. */
const world = buildWorld({ seed: 1, size: 'small' });
const platform = createPlatform({
  clock: createClock({ mode: 'virtual' }),
  seed: createSeed(1),
  world,
  vaultSalt: createSecrets().keyFor('vault'),
});
const sample = platform.records().find(({ command }) => command.body.kind === 'submit') as SequencedRecord;
platform.close();
const recordAt = (position: number): SequencedRecord => ({ ...sample, position });

/** Records a second. */
async function grouped(round: number): Promise<{ readonly perS: number; readonly syncs: number }> {
  let syncs = 0;
  const data = openDataFolder({
    folder: join(folder, `log-${round}`),
    seed: 1,
    size: 'small',
    grouped: true,
    failed: (error) => {
      throw error;
    },
    diskOf(fd) {
      const disk = diskOf(fd);
      const sync = (): Promise<void> => {
        syncs += 1;
        return disk.sync();
      };
      return { ...disk, sync };
    },
  });
  const { journal } = data;
  void journal.append(recordAt(1));
  journal.settle();
  let position = 1;
  const stopwatch = startStopwatch();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (position < records) {
        position += 1;
        await journal.append(recordAt(position));
      }
    }),
  );
  const perS = (records / stopwatch.nowMs()) * 1_000;
  await data.close(0n);
  return { perS, syncs };
}

/** As many bytes in as many writes, each synced: the disk alone. */
function raw(round: number): number {
  const bytes = Buffer.alloc(Buffer.byteLength(JSON.stringify(sample)) * WRITERS, 'x');
  const fd = openSync(join(folder, `raw-${round}`), 'w');
  const stopwatch = startStopwatch();
  for (let written = 0; written < records; written += WRITERS) {
    writeSync(fd, bytes);
    fdatasyncSync(fd);
  }
  const perS = (records / stopwatch.nowMs()) * 1_000;
  closeSync(fd);
  return perS;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const rounds: { readonly grouped: number; readonly raw: number; readonly syncs: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const { perS, syncs } = await grouped(round);
  rounds.push({ grouped: perS, raw: raw(round), syncs });
}
rmSync(folder, { recursive: true });
const ratios = rounds.map((round) => round.grouped / round.raw);
console.log(
  `${WRITERS} writers: ${median(rounds.map(({ grouped: perS }) => perS)).toFixed(0)} records/s safe, ` +
    `${(records / median(rounds.map(({ syncs }) => syncs))).toFixed(0)} a sync; write and fdatasync alone, ${WRITERS} a sync: ` +
    `${median(rounds.map(({ raw: perS }) => perS)).toFixed(0)} records/s; ratio ${median(ratios).toFixed(2)} ` +
    `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
);
