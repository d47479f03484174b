/** The member processes that a platform knows: their seats' names, their last reports, and their orders. */
import type { Clock } from '../../../gateway/platform-port.ts';
import { GONE_AFTER_NS, type Order, type SeatOrder, type SyncRequest } from './messages.ts';

export interface MemberProcessEntry {
  readonly id: string;
  readonly names: readonly string[];
  /** Its last report. */
  readonly report: SyncRequest;
  readonly orders: readonly Order[];
  give(world: string, seat: string, order: SeatOrder): void;
}

interface Entry extends MemberProcessEntry {
  names: readonly string[];
  report: SyncRequest;
  orders: Order[];
  given: number;
  seenNs: bigint;
}

export interface MemberProcesses {
  /** Takes a report; @returns the process, undefined if it leaves. */
  receive(report: SyncRequest): MemberProcessEntry | undefined;
  /** Those that are there, in the order of their first report. */
  list(): readonly MemberProcessEntry[];
  /** A name that no member has. */
  freeName(): string;
}

/** @param isTaken whether a member in the platform's own process has the name */
export function memberProcesses(clock: Clock, isTaken: (name: string) => boolean): MemberProcesses {
  const known = new Map<string, Entry>();

  function isGone({ seenNs }: Entry): boolean {
    return clock.nowNs() - seenNs > GONE_AFTER_NS;
  }

  function forgetGone(): void {
    for (const entry of known.values()) if (isGone(entry)) known.delete(entry.id);
  }

  /** Keeps the names that the process had under a former platform, unless another has them by now. */
  function namesFor({ names, plans }: SyncRequest): readonly string[] {
    const used = new Set([...known.values()].flatMap((entry) => entry.names));
    const isFree = (name: string): boolean => !used.has(name) && !isTaken(name);
    if (names.length === plans.length && names.every(isFree)) return names;
    const given: string[] = [];
    while (given.length < plans.length) given.push(freeName(given));
    return given;
  }

  function freeName(given: readonly string[] = []): string {
    const used = new Set([...given, ...[...known.values()].flatMap((entry) => entry.names)]);
    let number = 1;
    while (used.has(`m${number}`) || isTaken(`m${number}`)) number += 1;
    return `m${number}`;
  }

  function enter(report: SyncRequest): Entry {
    const entry: Entry = {
      id: report.process,
      names: namesFor(report),
      report,
      orders: [],
      given: report.ordersDone,
      seenNs: clock.nowNs(),
      give(world, seat, order) {
        entry.given += 1;
        entry.orders.push({ n: entry.given, world, seat, order });
      },
    };
    known.set(entry.id, entry);
    return entry;
  }

  return {
    receive(report) {
      forgetGone();
      if (report.leaving) {
        known.delete(report.process);
        return undefined;
      }
      const entry = known.get(report.process) ?? enter(report);
      Object.assign(entry, { report, seenNs: clock.nowNs() });
      entry.orders = entry.orders.filter(({ n }) => n > report.ordersDone);
      return entry;
    },
    freeName: () => freeName(),
    list() {
      forgetGone();
      return [...known.values()];
    },
  };
}
