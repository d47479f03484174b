/** The platform processes that stand by: each announces itself every second, and the active one lists them. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../gateway/platform-port.ts';
import { GONE_AFTER_NS, type StandbyReport } from './messages.ts';
import type { ListeningProcess } from './process-facts.ts';
import { publish, SUBJECTS } from './subjects.ts';

const ANNOUNCE_EVERY_MS = 1_000;

export interface StandbyProcesses {
  receive(report: StandbyReport): void;
  /** Those that are there, in the order of their first report. */
  list(): readonly ListeningProcess[];
}

/** @param clock the machine's */
export function standbyProcesses(clock: Clock): StandbyProcesses {
  const known = new Map<string, { readonly facts: ListeningProcess; readonly seenNs: bigint }>();
  return {
    receive({ leaving, ...facts }) {
      if (leaving) known.delete(facts.id);
      else known.set(facts.id, { facts, seenNs: clock.nowNs() });
    },
    list() {
      for (const [id, { seenNs }] of known) if (clock.nowNs() - seenNs > GONE_AFTER_NS) known.delete(id);
      return [...known.values()].map(({ facts }) => facts);
    },
  };
}

/** Announces a process that stands by until it is stopped, which is announced as well. */
export function announceStandby(nc: NatsConnection, clock: Clock, facts: ListeningProcess): { stop(): void } {
  const report = (now: StandbyReport): void => publish(nc, SUBJECTS.standby, now);
  let timer = clock.after(0, 'announces itself', announce);
  function announce(): void {
    report(facts);
    timer = clock.after(ANNOUNCE_EVERY_MS, 'announces itself', announce);
  }
  return {
    stop() {
      timer.cancel();
      report({ ...facts, leaving: true });
    },
  };
}
