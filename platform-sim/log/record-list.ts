/**
 * The records of a sequence in memory. A heartbeat without changes states only its time, and an idle month on a virtual
 * clock has 86,400 of them: heartbeats at even intervals share one object, and are built again when they are read
 * (`record-list.test.ts`).
 */
import type { SequencedRecord } from '../../gateway/facts.ts';
import { readingCommand } from '../venues/balance-feed.ts';

/** Heartbeats at even intervals. */
interface Heartbeats {
  /** The position and the time of the first. */
  readonly first: number;
  readonly startNs: bigint;
  readonly stepNs: bigint;
}

const COMMAND = readingCommand([], true);

/** The records of a sequence by position, from 1 on. */
export class RecordList {
  #items: (SequencedRecord | Heartbeats)[] = [];

  constructor(records: Iterable<SequencedRecord> = []) {
    for (const record of records) this.push(record);
  }

  get length(): number {
    return this.#items.length;
  }

  /** Appends the record of the next position. */
  push(record: SequencedRecord): void {
    this.#items.push(isQuiet(record) ? this.#heartbeatsOf(record) : record);
  }

  at(position: number): SequencedRecord | undefined {
    const item = this.#items[position - 1];
    if (item === undefined || 'command' in item) return item;
    return quietHeartbeat(position, timeOf(item, position));
  }

  /** In order, at most `limit`. */
  after(position: number, limit = Number.POSITIVE_INFINITY): readonly SequencedRecord[] {
    const count = Math.max(0, Math.min(limit, this.length - position));
    return Array.from({ length: count }, (_, index) => this.at(position + index + 1) as SequencedRecord);
  }

  /** An independent copy of the records up to a position. */
  upTo(position: number): RecordList {
    const copy = new RecordList();
    copy.#items = this.#items.slice(0, position);
    return copy;
  }

  /** The heartbeats before it if it continues them, otherwise new ones. */
  #heartbeatsOf({ position, atNs }: SequencedRecord): Heartbeats {
    const startNs = BigInt(atNs);
    const before = this.#items.at(-1);
    if (before === undefined || 'command' in before) return { first: position, startNs, stepNs: 0n };
    if (timeOf(before, position) === startNs) return before;
    return { first: position, startNs, stepNs: startNs - timeOf(before, position - 1) };
  }
}

function timeOf({ first, startNs, stepNs }: Heartbeats, position: number): bigint {
  return startNs + BigInt(position - first) * stepNs;
}

function quietHeartbeat(position: number, ns: bigint): SequencedRecord {
  const atNs = `${ns}`;
  return { position, atNs, command: COMMAND, verdict: { facts: [{ kind: 'BalancesRestated', observedAtNs: atNs }] } };
}

/** Compared by its text: a heartbeat that a fault changed, or with further members, is held unchanged. */
function isQuiet(record: SequencedRecord): boolean {
  const { position, atNs, command } = record;
  if (command.body.kind !== 'reading' || command.operation !== COMMAND.operation || command.body.readings.length > 0)
    return false;
  return JSON.stringify(record) === JSON.stringify(quietHeartbeat(position, BigInt(atNs)));
}
