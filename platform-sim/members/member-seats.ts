/** The seats of one world, in the order of their addition. */
import type { Applied } from '../../gateway/member.ts';
import type { MemberPlan, MemberSeat } from './member-seat.ts';
import type { MemberState } from './member-states.ts';

export type Seats = readonly MemberSeat[];

/** The deployments of the seats at some moment, to restore them. */
export interface SeatsMark {
  /** The number of names given so far. */
  readonly count: number;
  readonly seats: readonly SeatMark[];
}

export interface SeatMark extends MemberPlan {
  readonly name: string;
  readonly lagMs: number;
  readonly state: MemberState;
  /** The position up to which it had applied the sequence. */
  readonly position: number;
  /** What it had applied; absent: it applies the sequence again. */
  readonly applied?: Applied | undefined;
}

export interface MemberSeats {
  /** The current seats: none where all members are of other processes. */
  list(): Seats;
  named(name: string): MemberSeat | undefined;
  /** Named in sequence unless a name is stated: no name repeats in one world. */
  add(plan: MemberPlan, name?: string): MemberSeat;
  /** It answers its open requests and is gone. false: there is no such member, or it is the only one. */
  remove(name: string): boolean;
  /** As MemberSeat.crash, by name, for faults. An unknown name has no effect. */
  crash(name: string, fault?: string): void;
  /** Ends all seats, including removed ones that still owe promised writes. */
  end(): void;
  /** @param withApplied whether each seat continues with what it has applied, instead of applying it again */
  mark(withApplied: boolean): SeatsMark;
}

/** Creates the seats of a world, new or from a mark. */
export function createMemberSeats(
  beginning: readonly MemberPlan[] | SeatsMark,
  make: (name: string, plan: MemberPlan, from?: SeatMark) => MemberSeat,
  isTaken: (name: string) => boolean = () => false,
): MemberSeats {
  let count = 0;
  const next = (plan: MemberPlan): MemberSeat => {
    do count += 1;
    while (isTaken(`m${count}`));
    return make(`m${count}`, plan);
  };
  const again = (mark: SeatMark): MemberSeat => make(mark.name, mark, mark);
  let seats: Seats = 'seats' in beginning ? beginning.seats.map(again) : beginning.map(next);
  if ('seats' in beginning) ({ count } = beginning);
  const gone = new Set<MemberSeat>();
  const named = (name: string): MemberSeat | undefined => seats.find((seat) => seat.name === name);

  return {
    list: () => seats,
    named,
    add(plan, name) {
      const seat = name === undefined ? next(plan) : make(name, plan);
      seats = [...seats, seat];
      return seat;
    },
    remove(name) {
      const leaving = named(name);
      if (leaving === undefined || seats.length === 1) return false;
      seats = seats.filter((seat) => seat !== leaving);
      gone.add(leaving);
      void leaving.retire().then(() => gone.delete(leaving));
      return true;
    },
    crash: (name, fault) => named(name)?.crash('at once', fault),
    end() {
      for (const seat of [...seats, ...gone]) seat.end();
    },
    mark: (withApplied) => ({
      count,
      seats: seats.map((seat) => markOf(seat, withApplied ? seat.member.applied() : undefined)),
    }),
  };
}

/** The deployment of a seat now, for another process or a restored snapshot to continue from. */
export function markOf(seat: MemberSeat, applied?: Applied): SeatMark {
  const { name, version, socketVersion, surfaces, weight, skewMs, lagMs, state, position } = seat;
  const plan = { version, socketVersion, surfaces: { ...surfaces }, weight, skewMs };
  return { name, ...plan, lagMs, state, position, applied };
}
