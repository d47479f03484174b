/**
 * The records of a sequence in memory, all of them, byte for byte (`kept-records.test.ts`). A heartbeat without changes
 * states only its time, so it is stored as its time in runs of even steps, and rebuilt on reading: an idle month is one
 * run on a virtual clock, and some 60 bytes a heartbeat on a running one. Other records stay objects while they are
 * new, and are packed when they are old.
 */
import type { SequencedRecord } from '../../gateway/facts.ts';
import { readingCommand } from '../venues/balance-feed.ts';
import { PACKING, PackedRecords, type Packing } from './packed-records.ts';

/** Consecutive heartbeats at even intervals. */
interface Run {
  /** The position of the first. */
  readonly first: number;
  readonly startNs: bigint;
  stepNs: bigint;
  count: number;
  /** The number of heartbeats of all earlier runs. */
  readonly before: number;
}

const COMMAND = readingCommand([], true);

/** The records of a sequence by position, in compact form. */
export class KeptRecords {
  /** All records but the heartbeats. */
  #others: PackedRecords;
  #runs: Run[] = [];
  #length = 0;

  constructor(records: Iterable<SequencedRecord> = [], packing: Packing = PACKING) {
    this.#others = new PackedRecords(packing);
    for (const record of records) this.push(record);
  }

  get length(): number {
    return this.#length;
  }

  /** The number of held objects: unpacked records, and runs of heartbeats. */
  get held(): number {
    return this.#others.length - this.#others.packed + this.#runs.length;
  }

  /** Appends the record of the next position. */
  push(record: SequencedRecord): void {
    this.#length += 1;
    if (isQuiet(record)) this.#beat(record.position, BigInt(record.atNs));
    else this.#others.push(record);
  }

  at(position: number): SequencedRecord | undefined {
    if (!(position >= 1 && position <= this.#length)) return undefined;
    const run = this.#runs[this.#runsUpTo(position) - 1];
    if (run === undefined) return this.#others.at(position - 1);
    const { first, startNs, stepNs, count, before } = run;
    const index = position - first;
    if (index < count) return quietHeartbeat(position, startNs + BigInt(index) * stepNs);
    return this.#others.at(position - 1 - before - count);
  }

  /** In order, at most `limit`. */
  after(position: number, limit = Number.POSITIVE_INFINITY): readonly SequencedRecord[] {
    const count = Math.max(0, Math.min(limit, this.#length - position));
    return Array.from({ length: count }, (_, index) => this.at(position + index + 1) as SequencedRecord);
  }

  /** An independent copy of the records up to a position. */
  upTo(position: number): KeptRecords {
    const copy = new KeptRecords();
    const runs = this.#runs.slice(0, this.#runsUpTo(position));
    copy.#runs = runs.map((run) => ({ ...run, count: Math.min(run.count, position - run.first + 1) }));
    const last = copy.#runs.at(-1);
    copy.#length = Math.min(position, this.#length);
    copy.#others = this.#others.upTo(copy.#length - (last === undefined ? 0 : last.before + last.count));
    return copy;
  }

  #beat(position: number, atNs: bigint): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && last.first + last.count === position) {
      if (last.count === 1) last.stepNs = atNs - last.startNs;
      if (last.startNs + BigInt(last.count) * last.stepNs === atNs) {
        last.count += 1;
        return;
      }
    }
    const before = last === undefined ? 0 : last.before + last.count;
    this.#runs.push({ first: position, startNs: atNs, stepNs: 0n, count: 1, before });
  }

  /** The number of runs that begin at this position or before it. */
  #runsUpTo(position: number): number {
    let [from, to] = [0, this.#runs.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#runs[middle] as Run).first <= position) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function quietHeartbeat(position: number, ns: bigint): SequencedRecord {
  const atNs = `${ns}`;
  return { position, atNs, command: COMMAND, verdict: { facts: [{ kind: 'BalancesRestated', observedAtNs: atNs }] } };
}

/** Compared by its text: a heartbeat that a fault changed, or with further members, is stored unchanged. */
function isQuiet(record: SequencedRecord): boolean {
  const { position, atNs, command } = record;
  if (command.body.kind !== 'reading' || command.operation !== COMMAND.operation || command.body.readings.length > 0)
    return false;
  return JSON.stringify(record) === JSON.stringify(quietHeartbeat(position, BigInt(atNs)));
}
