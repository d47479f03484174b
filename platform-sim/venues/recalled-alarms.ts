/**
 * The alarm of the balance reports, as records alone show it: a platform that continues a sequence sets it as the one
 * before had it. An alarm without changes left no record, so it follows from the times of the others.
 */
import type { SequencedRecord } from '../../gateway/facts.ts';
import { clockNsOf } from '../part.ts';
import { STATED_BALANCE } from './ledger.ts';

/** Delay per account, so that simultaneous trades are read once. */
export const SETTLED_AFTER_NS = 100_000_000n;
export const HEARTBEAT_NS = 30_000_000_000n;

export interface AlarmsMark {
  /** The due time of each account with changes, in the order of times. */
  readonly dueNs: ReadonlyMap<number, bigint>;
  readonly heartbeatNs: bigint;
  /** The alarm's time, and the position after which it was set. */
  readonly armed: { readonly atNs: bigint; readonly by: number };
}

/** The first heartbeat after a time: they keep the phase of the platform's beginning. */
export function nextBeatNs(nowNs: bigint, beganNs: bigint): bigint {
  return nowNs + HEARTBEAT_NS - ((nowNs - beganNs) % HEARTBEAT_NS);
}

/** Follows the alarm over the records of a sequence. */
export class RecalledAlarms {
  readonly #beganNs: bigint;
  readonly #dueNs: Map<number, bigint>;
  #heartbeatNs: bigint;
  #armed: AlarmsMark['armed'];

  constructor(beganNs: bigint, from?: AlarmsMark) {
    this.#beganNs = beganNs;
    this.#dueNs = new Map(from?.dueNs);
    this.#heartbeatNs = from?.heartbeatNs ?? beganNs + HEARTBEAT_NS;
    this.#armed = from?.armed ?? { atNs: 0n, by: 0 };
  }

  /** @param changed the accounts whose holdings the record changed. */
  record(record: SequencedRecord, changed: readonly number[]): void {
    const { command, position } = record;
    const { body } = command;
    const nowNs = clockNsOf(record);
    for (const [accountId, due] of this.#dueNs) {
      if (due >= nowNs) break;
      this.#dueNs.delete(accountId);
      this.#arm(position - 1);
    }
    // A stated balance is not of the alarm.
    if (body.kind === 'reading' && command.operation !== STATED_BALANCE) {
      if (body.heartbeat === true) this.#heartbeatNs = nextBeatNs(nowNs, this.#beganNs);
      else for (const { accountId } of body.readings) this.#dueNs.delete(accountId);
      this.#armed = { atNs: 0n, by: position };
    }
    for (const accountId of changed)
      if (!this.#dueNs.has(accountId)) this.#dueNs.set(accountId, nowNs + SETTLED_AFTER_NS);
    this.#arm(position);
  }

  mark(): AlarmsMark {
    return { dueNs: new Map(this.#dueNs), heartbeatNs: this.#heartbeatNs, armed: this.#armed };
  }

  #arm(by: number): void {
    const { value: first = this.#heartbeatNs } = this.#dueNs.values().next();
    const atNs = first < this.#heartbeatNs ? first : this.#heartbeatNs;
    if (this.#armed.atNs !== atNs) this.#armed = { atNs, by };
  }
}
