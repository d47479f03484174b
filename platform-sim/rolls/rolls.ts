/**
 * The rolls of one world: creates and finds them, and allows one to run at a time. Those of a former platform process
 * continue.
 */
import { NEWEST, type Version } from '../../gateway/contract/versions.ts';
import type { Clock } from '../../gateway/platform-port.ts';
import { type Fleet, type RollBounds, type RollStep, walked } from './fleet.ts';
import { Roll, RollError, type RolledSeat, type RollMark } from './roll.ts';
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
  /** Their state as text, for another process. */
  text(): string;
  /** Ends the running roll: its members are gone. */
  close(): void;
}

export interface RollsOptions {
  readonly clock: Clock;
  /** Real time: members of other processes come by it. */
  readonly machineClock: Clock;
  seats(): readonly RolledSeat[];
  /** The text of a former process. */
  readonly from?: string | undefined;
  /** Called when `text` would return something else. */
  readonly changed?: (() => void) | undefined;
}

interface RollsMark {
  readonly count: number;
  readonly rolls: readonly RollMark[];
}

const KEPT = 100;

/** Creates a set of rolls: empty, or those of a former process. */
export function createRolls({ clock, machineClock, seats, from, changed = () => undefined }: RollsOptions): Rolls {
  const of = { clock, machineClock, seats, changed };
  const found = from === undefined ? { count: 0, rolls: [] } : (JSON.parse(from) as RollsMark);
  let rolls: readonly Roll[] = found.rolls.map((mark) => new Roll({ ...of, ...mark }));
  let { count } = found;
  for (const roll of rolls) roll.takeOver();

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
        ...of,
      });
      const forgotten = rolls.length < KEPT ? undefined : rolls.find(({ state }) => state !== 'running');
      rolls = [...rolls.filter((other) => other !== forgotten), roll];
      changed();
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
    text: () => JSON.stringify({ count, rolls: rolls.map((roll) => roll.mark()) } satisfies RollsMark),
    close() {
      for (const roll of rolls) if (roll.state === 'running') roll.abort();
    },
  };
}
