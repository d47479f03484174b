/** The seats of one world in other processes, by their reports and the orders to them. */
import type { MemberPlan } from '../../members/member-seat.ts';
import type { MemberProcessEntry, MemberProcesses } from './member-processes.ts';
import type { SeatOrder, SeatStatus } from './messages.ts';
import type { BusWorld } from './platform-bus.ts';
import { type RemoteSeat, remoteSeat } from './remote-seat.ts';

export interface RemoteSeats {
  /** Of the processes that are there, in the order of their names. */
  list(): readonly RemoteSeat[];
  has(name: string): boolean;
  /** Those of one process. */
  of(process: string): readonly RemoteSeat[];
  /** Takes the last report of a process. */
  receive(entry: MemberProcessEntry): void;
  /** Another seat in the process that has the fewest here; undefined: there is no process. */
  add(plan: MemberPlan): RemoteSeat | undefined;
}

interface Held {
  readonly seat: RemoteSeat;
  /** Its process. */
  readonly of: string;
}

/** @param announce notifies the processes that there are orders */
export function remoteSeats(
  { name: world, addMark }: Pick<BusWorld, 'name' | 'addMark'>,
  processes: MemberProcesses,
  announce: () => void,
): RemoteSeats {
  const held = new Map<string, Held>();
  const processOf = (id: string): MemberProcessEntry | undefined => processes.list().find((one) => one.id === id);

  function hold(status: SeatStatus, of: string): RemoteSeat {
    const { name } = status;
    const give = (order: SeatOrder): void => {
      processOf(of)?.give(world, name, order);
      if (order.does === 'remove') held.delete(name);
      announce();
    };
    const seat = remoteSeat(status, give, addMark);
    held.set(name, { seat, of });
    return seat;
  }

  function forgetGone(): void {
    for (const [name, { of }] of held) if (processOf(of) === undefined) held.delete(name);
  }

  return {
    list() {
      forgetGone();
      return [...held.values()].map(({ seat }) => seat).toSorted(byName);
    },
    has(name) {
      forgetGone();
      return held.has(name);
    },
    of: (process) => [...held.values()].filter(({ of }) => of === process).map(({ seat }) => seat),
    receive(entry) {
      const reported = entry.report.worlds[world]?.seats;
      // While it has orders to carry out, their effect is shown instead of the report.
      if (reported === undefined || entry.orders.length > 0) return;
      for (const [name, { of }] of held) {
        if (of === entry.id && !reported.some((status) => status.name === name)) held.delete(name);
      }
      for (const status of reported) {
        const known = held.get(status.name);
        if (known === undefined) hold(status, entry.id);
        else if (known.of === entry.id) known.seat.receive(status);
      }
    },
    add(plan) {
      forgetGone();
      const seatsOf = (id: string): number => [...held.values()].filter(({ of }) => of === id).length;
      const [fewest] = processes.list().toSorted((one, other) => seatsOf(one.id) - seatsOf(other.id));
      if (fewest === undefined) return undefined;
      const status: SeatStatus = {
        ...{ ...plan, name: processes.freeName(), lagMs: 0, state: 'serving', position: 0 },
        ...{ inFlight: 0, sessions: 0, openSessions: [] },
      };
      fewest.give(world, status.name, { does: 'add', plan });
      return hold(status, fewest.id);
    },
  };
}

/** m2 before m10. */
function byName(one: RemoteSeat, other: RemoteSeat): number {
  return one.name.localeCompare(other.name, 'en', { numeric: true });
}
