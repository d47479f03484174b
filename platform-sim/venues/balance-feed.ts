/**
 * When the platform hears of the venues' balances: of a change a moment later, together with whatever else has changed in
 * the account by then, and of all that stands at every heartbeat (BAL-05). One alarm serves both, so what a platform has
 * waiting does not depend on what its members do. A reading that was not taken is made again by the next heartbeat; one
 * that is held is late, and what changes meanwhile is stated when it has come.
 */
import type { BalanceReading, Command, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Submission, Timer } from '../../gateway/platform-port.ts';
import { msUntil } from '../duration.ts';
import { clockNsOf, type Outstanding, type Part } from '../part.ts';
import type { Ledger } from './ledger.ts';

/** Of one account: what trades at once is read once. */
const SETTLED_AFTER_NS = 100_000_000n;
const HEARTBEAT_NS = 30_000_000_000n;

export interface BalanceFeedOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
  /** When the platform began: heartbeats are in step with it, whoever goes on from it. */
  readonly beganNs: bigint;
}

export function createBalanceFeed({ ledger, clock, submit, beganNs }: BalanceFeedOptions): Part {
  /** Accounts with something to state, by when. */
  const dueNs = new Map<number, bigint>();
  const underWay = new Set<number>();
  const changedMeanwhile = new Set<number>();
  let heartbeatNs = beganNs + HEARTBEAT_NS;
  let heartbeatUnderWay = false;
  /** The alarm as it was recalled, and the position after which it was set. */
  let armed = { atNs: 0n, by: 0 };
  let alarm: { readonly atNs: bigint; readonly timer: Timer } | undefined;
  let closed = false;

  function changed(accountId: number): void {
    if (underWay.has(accountId)) changedMeanwhile.add(accountId);
    else if (!dueNs.has(accountId)) {
      dueNs.set(accountId, clock.nowNs() + SETTLED_AFTER_NS);
      arm();
    }
  }

  function nextNs(): bigint {
    return [...dueNs.values()].reduce((least, due) => (due < least ? due : least), heartbeatNs);
  }

  function arm(): void {
    const atNs = nextNs();
    if (closed || alarm?.atNs === atNs) return;
    alarm?.timer.cancel();
    const label = atNs === heartbeatNs ? 'custody: heartbeat' : 'custody: changed balances';
    alarm = { atNs, timer: clock.after(msUntil(atNs, clock), label, ring) };
  }

  function ring(): void {
    alarm = undefined;
    const nowNs = clock.nowNs();
    if (nowNs >= heartbeatNs) {
      heartbeatNs = nextBeatNs(nowNs);
      beat(nowNs);
    }
    const ready = [...dueNs].filter(([, due]) => due <= nowNs).map(([accountId]) => accountId);
    for (const accountId of ready) dueNs.delete(accountId);
    state(ready, nowNs);
    // Not within the clock's own loop: a clock that runs too fast for its host would never come out of it.
    queueMicrotask(arm);
  }

  function nextBeatNs(nowNs: bigint): bigint {
    return nowNs + HEARTBEAT_NS - ((nowNs - beganNs) % HEARTBEAT_NS);
  }

  function beat(nowNs: bigint): void {
    if (heartbeatUnderWay) return;
    heartbeatUnderWay = true;
    const over = (): void => {
      heartbeatUnderWay = false;
    };
    submit(readingCommand(ledger.unstated(`${nowNs}`), true)).then(over, over);
  }

  function state(accountIds: readonly number[], nowNs: bigint): void {
    const readings = ledger.unstated(`${nowNs}`, accountIds);
    if (readings.length === 0) return;
    for (const accountId of accountIds) underWay.add(accountId);
    const over = (): void => {
      for (const accountId of accountIds) {
        underWay.delete(accountId);
        if (changedMeanwhile.delete(accountId)) changed(accountId);
      }
    };
    submit(readingCommand(readings)).then(over, over);
  }

  /** Goes through the alarms as they rang: one that had nothing to state left no record. */
  function recall(record: SequencedRecord): void {
    const { command, position } = record;
    const { body } = command;
    const nowNs = clockNsOf(record);
    for (const [accountId, due] of dueNs) {
      if (due >= nowNs) continue;
      dueNs.delete(accountId);
      recallArmed(position - 1);
    }
    if (body.kind === 'reading') {
      if (body.heartbeat === true) heartbeatNs = nextBeatNs(nowNs);
      else for (const { accountId } of body.readings) dueNs.delete(accountId);
      armed = { atNs: 0n, by: position };
    }
    for (const accountId of ledger.apply(record))
      if (!dueNs.has(accountId)) dueNs.set(accountId, nowNs + SETTLED_AFTER_NS);
    recallArmed(position);
  }

  function recallArmed(position: number): void {
    const atNs = nextNs();
    if (armed.atNs !== atNs) armed = { atNs, by: position };
  }

  function outstanding(): readonly Outstanding[] {
    return [{ position: armed.by, run: arm }];
  }

  return {
    recall,
    outstanding,
    hear(record) {
      for (const accountId of ledger.apply(record)) changed(accountId);
    },
    close() {
      closed = true;
      alarm?.timer.cancel();
    },
  };
}

export function readingCommand(readings: readonly BalanceReading[], heartbeat = false): Command {
  return {
    owner: 'custody',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation: heartbeat ? 'heartbeat' : 'reading',
    body: { kind: 'reading', readings, ...(heartbeat && { heartbeat }) },
  };
}
