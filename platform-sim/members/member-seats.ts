/** The seats of one world, in the order in which they were added. */
import type { MemberPlan, MemberSeat } from '../sandbox-members.ts';

export type Seats = readonly [MemberSeat, ...MemberSeat[]];

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
}

export function createMemberSeats(
  plans: readonly [MemberPlan, ...MemberPlan[]],
  make: (name: string, plan: MemberPlan) => MemberSeat,
): MemberSeats {
  let count = 0;
  const next = (plan: MemberPlan): MemberSeat => {
    count += 1;
    return make(`m${count}`, plan);
  };
  const [first, ...others] = plans;
  let seats: Seats = [next(first), ...others.map(next)];
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
      const gone = named(name);
      const [one, ...more] = seats.filter((seat) => seat !== gone);
      if (gone === undefined || one === undefined) return false;
      seats = [one, ...more];
      gone.retire();
      return true;
    },
    crash: (name) => named(name)?.crash(),
  };
}
