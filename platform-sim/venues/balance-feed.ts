/**
 * Reports the venues' balances to the platform: a change a moment later, with all other changes of the account, and
 * everything at every heartbeat (BAL-05). One alarm serves both, so the number of timers does not depend on the
 * members. A reading that was not accepted is repeated by the next heartbeat. A held one is late, and later changes are
 * stated after its arrival.
 */
import type { BalanceReading, Command } from '../../gateway/facts.ts';
import type { Clock, Submission, Timer } from '../../gateway/platform-port.ts';
import { msUntil } from '../duration.ts';
import type { Part } from '../part.ts';
import type { Ledger } from './ledger.ts';
import { type AlarmsMark, HEARTBEAT_NS, nextBeatNs, RecalledAlarms, SETTLED_AFTER_NS } from './recalled-alarms.ts';

export interface BalanceFeedOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
  /** When the platform began: heartbeats keep this phase after a continuation. */
  readonly beganNs: bigint;
  /** The feed that this one continues from. */
  readonly from?: AlarmsMark | undefined;
}

/** Creates the balance reports as a part of the platform. */
export function createBalanceFeed({ ledger, clock, submit, beganNs, from }: BalanceFeedOptions): Part<AlarmsMark> {
  const recalled = new RecalledAlarms(beganNs, from);
  /** The due time of each account with changes. */
  const dueNs = new Map<number, bigint>();
  const underWay = new Set<number>();
  const changedMeanwhile = new Set<number>();
  let heartbeatNs = beganNs + HEARTBEAT_NS;
  let heartbeatUnderWay = false;
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
      heartbeatNs = nextBeatNs(nowNs, beganNs);
      beat(nowNs);
    }
    const ready = [...dueNs].filter(([, due]) => due <= nowNs).map(([accountId]) => accountId);
    for (const accountId of ready) dueNs.delete(accountId);
    state(ready, nowNs);
    // Outside the clock's own loop, which a clock that runs too fast for its host would never leave.
    queueMicrotask(arm);
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

  return {
    recall: (record) => recalled.record(record, ledger.apply(record)),
    outstanding() {
      const { armed, ...waiting } = recalled.mark();
      for (const [accountId, due] of waiting.dueNs) dueNs.set(accountId, due);
      heartbeatNs = waiting.heartbeatNs;
      return [{ position: armed.by, run: arm }];
    },
    hear(record) {
      const moved = ledger.apply(record);
      recalled.record(record, moved);
      for (const accountId of moved) changed(accountId);
    },
    mark: () => recalled.mark(),
    close() {
      closed = true;
      alarm?.timer.cancel();
    },
  };
}

/** The custody owner's command for readings. */
export function readingCommand(readings: readonly BalanceReading[], heartbeat = false): Command {
  return {
    owner: 'custody',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation: heartbeat ? 'heartbeat' : 'reading',
    body: { kind: 'reading', readings, ...(heartbeat && { heartbeat }) },
  };
}
