/** The seats of one world, in the order in which they were added. */
import type { MemberPlan, MemberSeat } from './member-seat.ts';
import type { MemberState } from './member-states.ts';

export type Seats = readonly [MemberSeat, ...MemberSeat[]];

/** What the seats were deployed with at some moment, for others to be put in their place. */
export interface SeatsMark {
  /** How many names there have been. */
  readonly count: number;
  readonly seats: readonly [SeatMark, ...SeatMark[]];
}

export interface SeatMark extends MemberPlan {
  readonly name: string;
  readonly lagMs: number;
  readonly state: MemberState;
  /** Up to which it had applied the sequence. */
  readonly position: number;
}

export interface MemberSeats {
  /** As they are now: at least one. */
  list(): Seats;
  named(name: string): MemberSeat | undefined;
  /** Named as the next: no name comes twice in one world. */
  add(plan: MemberPlan): MemberSeat;
  /** It answers what it has begun, and is gone. false: there is none of that name, or no other. */
  remove(name: string): boolean;
  /** As MemberSeat.crash, by name: what a fault asks for. A name that nobody has is nobody's to crash. */
  crash(name: string): void;
  /** Ends all of them, with those that were taken away and have promised something still. */
  end(): void;
  mark(): SeatsMark;
}

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
    mark: () => ({ count, seats: mapped(seats, markOf) }),
  };
}

function markOf(seat: MemberSeat): SeatMark {
  const { name, version, socketVersion, surfaces, weight, skewMs, lagMs, state, position } = seat;
  return { name, version, socketVersion, surfaces: { ...surfaces }, weight, skewMs, lagMs, state, position };
}

/** One for each, and so at least one. */
function mapped<From, To>([first, ...others]: readonly [From, ...From[]], to: (from: From) => To): [To, ...To[]] {
  return [to(first), ...others.map(to)];
}
