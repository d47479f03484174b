/**
 * When the platform hears of the venues' balances: of a change a moment later, together with whatever else has changed in
 * the account by then, and of all that stands at every heartbeat (BAL-05). One alarm serves both, so what a platform has
 * waiting does not depend on what its members do. A reading that was not taken is made again by the next heartbeat; one
 * that is held is late, and what changes meanwhile is stated when it has come.
 */
import type { BalanceReading, Command, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Following, Submission, Timer } from '../../gateway/platform-port.ts';
import type { Ledger } from './ledger.ts';

/** Of one account: what trades at once is read once. */
const SETTLED_AFTER_NS = 100_000_000n;
const HEARTBEAT_NS = 30_000_000_000n;
const NS_PER_MS = 1_000_000;

export interface BalanceFeed {
  close(): void;
}

export interface BalanceFeedOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
  readonly follow: (apply: (record: SequencedRecord) => void) => Following;
}

export function createBalanceFeed({ ledger, clock, submit, follow }: BalanceFeedOptions): BalanceFeed {
  /** Accounts with something to state, by when. */
  const dueNs = new Map<number, bigint>();
  const underWay = new Set<number>();
  const changedMeanwhile = new Set<number>();
  let heartbeatNs = clock.nowNs() + HEARTBEAT_NS;
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

  function arm(): void {
    const atNs = [...dueNs.values()].reduce((least, due) => (due < least ? due : least), heartbeatNs);
    if (closed || alarm?.atNs === atNs) return;
    alarm?.timer.cancel();
    const label = atNs === heartbeatNs ? 'custody: heartbeat' : 'custody: changed balances';
    alarm = { atNs, timer: clock.after(Number(atNs - clock.nowNs()) / NS_PER_MS, label, ring) };
  }

  function ring(): void {
    alarm = undefined;
    const nowNs = clock.nowNs();
    if (nowNs >= heartbeatNs) {
      heartbeatNs += HEARTBEAT_NS * ((nowNs - heartbeatNs) / HEARTBEAT_NS + 1n);
      beat(nowNs);
    }
    const ready = [...dueNs].filter(([, due]) => due <= nowNs).map(([accountId]) => accountId);
    for (const accountId of ready) dueNs.delete(accountId);
    state(ready, nowNs);
    // Not within the clock's own loop: a clock that runs too fast for its host would never come out of it.
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

  arm();
  const following = follow((record) => {
    for (const accountId of ledger.apply(record)) changed(accountId);
  });

  return {
    close() {
      closed = true;
      following.stop();
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
