/** What a roll may do to the members of a world, judged before anything is done: each step on what the earlier ones left. */
import { VERSIONS, type Version } from '../../gateway/contract/versions.ts';

export const STEPS = ['upgrade', 'downgrade', 'drain', 'return', 'restart', 'crash'] as const;

export interface RollStep {
  readonly member: string;
  readonly do: (typeof STEPS)[number];
  /** Of an upgrade or a downgrade, and of nothing else. */
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
  /** Every member may be away at once: the front then turns requests away. */
  readonly allAway?: boolean | undefined;
}

export const MOST_STEPS = 1_000;

export const ageOf = (version: Version): number => VERSIONS.indexOf(version);

/** The fleet after a step, or why it is none. */
export function after(fleet: Fleet, step: RollStep, { allAway = false }: RollBounds): Fleet | string {
  const at = fleet.find(({ name }) => name === step.member);
  if (at === undefined) return `there is no ${step.member}, there are ${fleet.map(({ name }) => name).join(', ')}`;
  const wrong = wrongOf(at, step) ?? (allAway ? undefined : leavesNobody(fleet, step));
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

function leavesNobody(fleet: Fleet, step: RollStep): string | undefined {
  const isLast = step.do === 'drain' && fleet.every(({ name, isAway }) => isAway || name === step.member);
  return isLast ? `nobody is left without ${step.member}: return another first, or state allAway` : undefined;
}

/** The fleet after all of a plan, or what is wrong with which step. */
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
