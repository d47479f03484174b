/** The seats of one world, in the order of their addition. */
import type { Applied } from '../../gateway/member.ts';
import type { MemberPlan, MemberSeat } from './member-seat.ts';
import type { MemberState } from './member-states.ts';

export type Seats = readonly [MemberSeat, ...MemberSeat[]];

/** The deployments of the seats at some moment, to restore them. */
export interface SeatsMark {
  /** The number of names given so far. */
  readonly count: number;
  readonly seats: readonly [SeatMark, ...SeatMark[]];
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
  /** The current seats: at least one. */
  list(): Seats;
  named(name: string): MemberSeat | undefined;
  /** Named in sequence: no name repeats in one world. */
  add(plan: MemberPlan): MemberSeat;
  /** It answers its open requests and is gone. false: there is no such member, or it is the only one. */
  remove(name: string): boolean;
  /** As MemberSeat.crash, by name, for faults. An unknown name has no effect. */
  crash(name: string): void;
  /** Ends all seats, including removed ones that still owe promised writes. */
  end(): void;
  /** @param withApplied whether each seat continues with what it has applied, instead of applying it again */
  mark(withApplied: boolean): SeatsMark;
}

/** Creates the seats of a world, new or from a mark. */
export function createMemberSeats(
  beginning: readonly [MemberPlan, ...MemberPlan[]] | SeatsMark,
  make: (name: string, plan: MemberPlan, from?: SeatMark) => MemberSeat,
): MemberSeats {
  let count = 0;
  const next = (plan: MemberPlan): MemberSeat => {
    count += 1;
    return make(`m${count}`, plan);
  };
  const again = (mark: SeatMark): MemberSeat => make(mark.name, mark, mark);
  let seats: Seats = 'seats' in beginning ? mapped(beginning.seats, again) : mapped(beginning, next);
  if ('seats' in beginning) ({ count } = beginning);
  const gone = new Set<MemberSeat>();
  const named = (name: string): MemberSeat | undefined => seats.find((seat) => seat.name === name);

  return {
    list: () => seats,
    named,
    add(plan) {
      const seat = next(plan);
      seats = [...seats, seat];
      return seat;
    },
    remove(name) {
      const leaving = named(name);
      const [one, ...more] = seats.filter((seat) => seat !== leaving);
      if (leaving === undefined || one === undefined) return false;
      seats = [one, ...more];
      gone.add(leaving);
      void leaving.retire().then(() => gone.delete(leaving));
      return true;
    },
    crash: (name) => named(name)?.crash(),
    end() {
      for (const seat of [...seats, ...gone]) seat.end();
    },
    mark: (withApplied) => ({
      count,
      seats: mapped(seats, (seat) => markOf(seat, withApplied ? seat.member.applied() : undefined)),
    }),
  };
}

function markOf(seat: MemberSeat, applied: Applied | undefined): SeatMark {
  const { name, version, socketVersion, surfaces, weight, skewMs, lagMs, state, position } = seat;
  const plan = { version, socketVersion, surfaces: { ...surfaces }, weight, skewMs };
  return { name, ...plan, lagMs, state, position, applied };
}

/** Maps a non-empty list to a non-empty list. */
function mapped<From, To>([first, ...others]: readonly [From, ...From[]], to: (from: From) => To): [To, ...To[]] {
  return [to(first), ...others.map(to)];
}
