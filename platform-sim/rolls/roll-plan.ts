/**
 * Plans upgrades, downgrades and drains from a seed. Every member has its own lane, with occasional detours: a
 * deployment within a drain, or one that is undone and repeated. The seed interleaves the lanes, and each step is
 * legal.
 */
import type { Version } from '../../gateway/contract/versions.ts';
import { createSeed, type Random } from '../seed.ts';
import { after, ageOf, type Fleet, type RollBounds, type RollStep } from './fleet.ts';

export interface PlanTerms extends RollBounds {
  readonly seed: number;
  /** The version to which every member is brought first; absent: each stays where it is. */
  readonly from?: Version | undefined;
  readonly to: Version;
  /** Whether members return to `from` at the end, or to their former versions. */
  readonly back?: boolean | undefined;
}

const DRAINED_AROUND = 0.5;
const TAKEN_BACK = 0.25;
const DRAINED_FOR_NOTHING = 0.25;

type Lane = RollStep[];

/** Ends with every member at `to` (or back), and the same members drained as before. At most 27 steps a member. */
export function planRoll(fleet: Fleet, { seed, from, to, back = false, ...bounds }: PlanTerms): readonly RollStep[] {
  const random = createSeed(seed).fresh('roll');
  const steps: RollStep[] = [];
  let now = fleet;
  const homeOf = (name: string): Version => from ?? fleet.find((member) => member.name === name)?.version ?? to;
  const bring = (goals: (name: string) => Version): void => {
    const lanes = now.map(({ name, version, isAway }) => lane({ name, version, isAway, to: goals(name), random }));
    const woven = weave(now, lanes, random, bounds);
    steps.push(...woven.steps);
    now = woven.fleet;
  };
  if (from !== undefined) bring(() => from);
  bring(() => to);
  if (back) bring(homeOf);
  return steps;
}

interface LaneOf {
  readonly name: string;
  readonly version: Version;
  readonly isAway: boolean;
  readonly to: Version;
  readonly random: Random;
}

function lane({ name, version, isAway, to, random }: LaneOf): Lane {
  if (version === to) return !isAway && random.chance(DRAINED_FOR_NOTHING) ? around(name, []) : [];
  const goals = random.chance(TAKEN_BACK) ? [to, version, to] : [to];
  let at = version;
  return goals.flatMap((goal) => {
    const deploys: RollStep = { member: name, do: ageOf(goal) > ageOf(at) ? 'upgrade' : 'downgrade', to: goal };
    at = goal;
    return !isAway && random.chance(DRAINED_AROUND) ? around(name, [deploys]) : [deploys];
  });
}

function around(member: string, steps: readonly RollStep[]): Lane {
  return [{ member, do: 'drain' }, ...steps, { member, do: 'return' }];
}

/** Interleaves the lanes by the seed; a drain that would leave no member waits, or is left out if all wait. */
function weave(fleet: Fleet, lanes: Lane[], random: Random, bounds: RollBounds): { steps: RollStep[]; fleet: Fleet } {
  const steps: RollStep[] = [];
  let now = fleet;
  for (let left = lanes.filter(isLeft); left.length > 0; left = left.filter(isLeft)) {
    const open = left.filter(([next]) => next !== undefined && typeof after(now, next, bounds) !== 'string');
    if (open.length === 0) {
      for (const waiting of left) leaveOutDrain(waiting);
      continue;
    }
    const step = random.pick(open).shift();
    if (step === undefined) break;
    steps.push(step);
    now = after(now, step, bounds) as Fleet;
  }
  return { steps, fleet: now };
}

function isLeft({ length }: Lane): boolean {
  return length > 0;
}

function leaveOutDrain(waiting: Lane): void {
  waiting.shift();
  waiting.splice(
    waiting.findIndex((step) => step.do === 'return'),
    1,
  );
}
