/** For tests of reading: a log in memory. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import { type DurableJournal, durableJournal } from '../log/durable.ts';
import { HEAD_BYTES, headChecksum, headOf, LOG_FORMAT, type Mark, markAt, markBytes } from '../log/log-head.ts';
import { SampleDisk } from './sample-disk.ts';

export interface SampleLog {
  readonly disk: SampleDisk;
  readonly journal: DurableJournal;
  readonly failures: Error[];
}

export function sampleLog(grouped = true): SampleLog {
  const disk = new SampleDisk();
  const failures: Error[] = [];
  const head = headOf({ format: LOG_FORMAT, seed: 1, size: 'small' });
  const mark: Mark = { turn: 0, group: 0, position: 0, end: HEAD_BYTES, checksum: headChecksum(head) };
  markBytes(mark).copy(head, markAt(mark));
  disk.writeNow(head, 0);
  disk.syncNow();
  const failed = (error: Error): void => void failures.push(error);
  return {
    disk,
    failures,
    journal: durableJournal({
      disk,
      records: [],
      notes: [],
      mark,
      grouped,
      isCreated: true,
      failed,
    }),
  };
}

export function recordAt(position: number): SequencedRecord {
  return {
    position,
    atNs: `${position * 1000}`,
    command: {
      owner: 'orders',
      principal: { orgId: 1, userId: 1 },
      key: `k${position}`,
      operation: 'cancelOrder 1',
      body: { kind: 'cancel', orderId: '1' },
    },
    verdict: { facts: [] },
  };
}

/** Groups of this many records each, all of them safe. */
export async function logOf(...groups: readonly number[]): Promise<SampleLog> {
  const log = sampleLog();
  let position = 0;
  for (const size of groups) {
    const before = position;
    position += size;
    await Promise.all(
      Array.from({ length: size }, async (_, index) => log.journal.append(recordAt(before + index + 1))),
    );
  }
  return log;
}
