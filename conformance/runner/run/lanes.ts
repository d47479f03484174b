/**
 * Checks side by side: as many lanes as a target takes requests at once. A check that waits for time to pass gives its
 * lane to another one until it continues, so that a wait delays no other check.
 */
import type { Check } from '../check.ts';
import { opensOf } from '../plan/plan.ts';

/** A check's place in its lane. */
export interface Place {
  /** Frees the lane while `wait` is pending. The check then continues without waiting for a lane, because its next step may be bound to a time. */
  readonly rest: <T>(wait: Promise<T>) => Promise<T>;
  /** Settles once all other checks are done, but those that wait for the same. */
  readonly othersDone: () => Promise<void>;
}

export interface Limits {
  readonly lanes: number;
  /** The most orders that all checks together may leave open at once; absent: no limit. */
  readonly openOrders?: number | undefined;
}

interface Running {
  readonly check: Check;
  /** How many of its waits are pending. */
  resting: number;
  isLast: boolean;
}

type Using = Pick<Check, 'needs' | 'others' | 'holds'>;

/** Whether one of two checks holds what the other uses (`Check.holds`). */
export function areApart(a: Using, b: Using): boolean {
  const isHeld = ({ holds = [] }: Using, { needs, others = [] }: Using) =>
    holds.some((need) => [...needs, ...others].includes(need));
  return isHeld(a, b) || isHeld(b, a);
}

/** Runs each check once, the first ones first, and settles when all are done. `act` must not reject. */
export function inLanes<One extends { readonly check: Check }>(
  ones: readonly One[],
  { lanes, openOrders = Number.POSITIVE_INFINITY }: Limits,
  act: (one: One, place: Place) => Promise<void>,
): Promise<void> {
  const queue = [...ones];
  const running = new Set<Running>();
  const { promise: all, resolve: allDone } = Promise.withResolvers<void>();
  const { promise: others, resolve: othersAreDone } = Promise.withResolvers<void>();

  const isFree = ({ check }: One) => {
    // One that waits for all others holds nothing against them.
    const beside = [...running].filter(({ isLast }) => !isLast);
    const open = beside.reduce((sum, one) => sum + opensOf(one.check), opensOf(check));
    return (beside.length === 0 || open <= openOrders) && !beside.some((one) => areApart(one.check, check));
  };

  const fill = (): void => {
    while (queue.length > 0 && [...running].filter(({ resting }) => resting === 0).length < lanes) {
      const next = queue.findIndex(isFree);
      const [one] = next < 0 ? [] : queue.splice(next, 1);
      if (one === undefined) break;
      start(one);
    }
    if (queue.length > 0) return;
    if ([...running].every(({ isLast }) => isLast)) othersAreDone();
    if (running.size === 0) allDone();
  };

  const start = (started: One): void => {
    const one: Running = { check: started.check, resting: 0, isLast: false };
    running.add(one);
    const rest = async <T>(wait: Promise<T>): Promise<T> => {
      one.resting += 1;
      fill();
      try {
        return await wait;
      } finally {
        one.resting -= 1;
      }
    };
    const othersDone = () => {
      one.isLast = true;
      return rest(others);
    };
    void act(started, { rest, othersDone }).finally(() => {
      running.delete(one);
      fill();
    });
  };

  fill();
  return all;
}
