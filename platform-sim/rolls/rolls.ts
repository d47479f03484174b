/** The rolls of one world: creates and finds them, and allows one to run at a time. */
import { NEWEST, type Version } from '../../gateway/contract/versions.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import { type Fleet, type RollBounds, type RollStep, walked } from './fleet.ts';
import { Roll, RollError, type RolledSeat } from './roll.ts';
import { planRoll } from './roll-plan.ts';

export interface RollTerms extends RollBounds {
  /** The seed of the plan, if none is stated. */
  readonly seed: number;
  readonly plan?: readonly RollStep[] | undefined;
  readonly from?: Version | undefined;
  /** The newest where absent. */
  readonly to?: Version | undefined;
  readonly back?: boolean | undefined;
  readonly everyMs: number;
}

export interface Rolls {
  /** Plans a roll without starting it. @throws RollError that names the invalid step of a stated plan */
  add(terms: RollTerms): Roll;
  /** Oldest first: the last hundred and the running one. */
  list(): readonly Roll[];
  named(id: string): Roll | undefined;
  /** @throws RollError if another is running */
  start(roll: Roll): void;
  step(roll: Roll): void;
  /** Ends the running roll: its members are gone. */
  close(): void;
}

export interface RollsOptions {
  readonly clock: Clock;
  seats(): readonly (RolledSeat & { readonly version: Version })[];
}

const KEPT = 100;

/** Creates an empty set of rolls. */
export function createRolls({ clock, seats }: RollsOptions): Rolls {
  let rolls: readonly Roll[] = [];
  let count = 0;

  /** Two rolls at once would interleave to an unplanned sequence. */
  function requireAlone(roll: Roll): void {
    const other = rolls.find(({ state }) => state === 'running');
    if (other === undefined || other === roll) return;
    throw new RollError(`roll ${other.id} is running: pause or abort it first`);
  }

  return {
    add({ seed, plan, from, to = NEWEST, back, everyMs, ...bounds }) {
      const fleet: Fleet = seats().map(({ name, version, isChosen }) => ({ name, version, isAway: !isChosen }));
      const steps = plan ?? planRoll(fleet, { seed, from, to, back, ...bounds });
      const end = walked(fleet, steps, bounds);
      if (typeof end === 'string') throw new RollError(`plan${end}`);
      count += 1;
      const id = `r${count}`;
      const roll = new Roll({
        id,
        seed: plan === undefined ? seed : null,
        steps,
        everyMs,
        bounds,
        fleet,
        clock,
        seats,
      });
      const forgotten = rolls.length < KEPT ? undefined : rolls.find(({ state }) => state !== 'running');
      rolls = [...rolls.filter((other) => other !== forgotten), roll];
      return roll;
    },
    list: () => rolls,
    named: (id) => rolls.find((roll) => roll.id === id),
    start(roll) {
      requireAlone(roll);
      roll.start();
    },
    step(roll) {
      requireAlone(roll);
      roll.step();
    },
    close() {
      for (const roll of rolls) if (roll.state === 'running') roll.abort();
    },
  };
}
