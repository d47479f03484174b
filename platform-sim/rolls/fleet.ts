/**
 * The effect of a roll on the members of a world, checked before it starts: each step on the result of the earlier
 * ones.
 */
import { VERSIONS, type Version } from '../../gateway/contract/versions.ts';

/** The kinds of steps. */
export const STEPS = ['upgrade', 'downgrade', 'drain', 'return', 'restart', 'crash'] as const;

export interface RollStep {
  readonly member: string;
  readonly do: (typeof STEPS)[number];
  /** Only for an upgrade or a downgrade. */
  readonly to?: Version | undefined;
}

export interface FleetMember {
  readonly name: string;
  readonly version: Version;
  /** Drained: the front does not choose it. */
  readonly isAway: boolean;
}

export type Fleet = readonly FleetMember[];

export interface RollBounds {
  /** Allows all members to be drained at once: the front then refuses requests. */
  readonly allAway?: boolean | undefined;
}

/** Maximum number of steps in a plan. */
export const MOST_STEPS = 1_000;

/** The index of a version in the changelog: a greater one is newer. */
export const ageOf = (version: Version): number => VERSIONS.indexOf(version);

/** The fleet after a step, or why the step is invalid. */
export function after(fleet: Fleet, step: RollStep, { allAway = false }: RollBounds): Fleet | string {
  const at = fleet.find(({ name }) => name === step.member);
  if (at === undefined) return `there is no ${step.member}, there are ${fleet.map(({ name }) => name).join(', ')}`;
  const wrong = wrongOf(at, step) ?? (allAway ? undefined : leavesNoMember(fleet, step));
  if (wrong !== undefined) return wrong;
  const { version, isAway } = at;
  const becomes = { name: at.name, version: step.to ?? version, isAway: isAwayAfter(step, isAway) };
  return fleet.map((member) => (member === at ? becomes : member));
}

function isAwayAfter(step: RollStep, isAway: boolean): boolean {
  return step.do === 'drain' || (step.do !== 'return' && isAway);
}

function wrongOf({ name, version, isAway }: FleetMember, { do: does, to }: RollStep): string | undefined {
  switch (does) {
    case 'upgrade':
    case 'downgrade': {
      if (to === undefined) return `${does}: state the version that it goes to`;
      const isRight = does === 'upgrade' ? ageOf(to) > ageOf(version) : ageOf(to) < ageOf(version);
      return isRight ? undefined : `${name} is at ${version} then: ${to} is no ${does}`;
    }
    default:
      if (to !== undefined) return `${does} goes to no version`;
      if (does === 'drain' && isAway) return `${name} is drained by then`;
      return does === 'return' && !isAway ? `${name} is not drained then` : undefined;
  }
}

function leavesNoMember(fleet: Fleet, step: RollStep): string | undefined {
  const isLast = step.do === 'drain' && fleet.every(({ name, isAway }) => isAway || name === step.member);
  return isLast ? `no member is left without ${step.member}: return another first, or state allAway` : undefined;
}

/** The fleet after a whole plan, or what is wrong with which step. */
export function walked(fleet: Fleet, steps: readonly RollStep[], bounds: RollBounds): Fleet | string {
  if (steps.length > MOST_STEPS) return `a plan has ${MOST_STEPS} steps at the most, not ${steps.length}`;
  let now = fleet;
  for (const [index, step] of steps.entries()) {
    const next = after(now, step, bounds);
    if (typeof next === 'string') return `[${index}]: ${next}`;
    now = next;
  }
  return now;
}
