/** The options of a world, their defaults, and the deployments of its first members. */
import { NEWEST } from '../../gateway/contract/versions.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import { DEFAULT_LIMITS, type MemberLimits } from '../../gateway/services.ts';
import type { Deployment, Variation } from '../../gateway/variations/variation.ts';
import type { Routing } from '../front/routing.ts';
import { DEFAULT_PLATFORM_LIMITS, type PlatformLimits } from '../limits.ts';
import type { MemberPlan } from '../members/member-seat.ts';
import type { WorldSize } from '../seed-data/world.ts';

/** virtual: moves only by `advance`. rate: this many times as fast as real time. */
export type WorldClock = 'virtual' | 'real' | { readonly rate: number };

export type SandboxLimits = MemberLimits & PlatformLimits;

/** The options of a world. For later worlds of a sandbox, absent options are those of the sandbox. */
export interface WorldOptions {
  /** The seed of the world's data and of all randomness; 1 unless stated. */
  readonly seed?: number;
  readonly world?: WorldSize;
  /** virtual unless stated. */
  readonly clock?: WorldClock;
  /** One of the newest contract version unless stated, or of the version of its defect. */
  readonly members?: readonly MemberPlan[];
  /** How requests are routed to several members; round-robin unless stated. */
  readonly route?: Routing;
  readonly limits?: Partial<SandboxLimits>;
  /** Makes every member known-bad. */
  readonly defects?: readonly Defect[];
  /**
   * Variations of every member of the world: each is another conforming behaviour. A name of a variation or of a group,
   * `all`, or a variation itself. Throws RangeError for an unknown name.
   */
  readonly permissive?: readonly (string | Variation)[];
}

export interface NewWorld extends WorldOptions {
  /** 1 to 64 letters, digits, dots, underscores and hyphens, unique; `w1`, `w2` ... unless stated. */
  readonly name?: string;
}

export type DefaultedOptions = Required<Pick<WorldOptions, 'seed' | 'world' | 'clock' | 'route'>>;

/** Fills in the defaults that WorldOptions documents. */
export function withDefaults(options: WorldOptions): DefaultedOptions {
  const { seed = 1, world = 'small', clock = 'virtual', route = 'round-robin' } = options;
  return { seed, world, clock, route };
}

/** All limits, with defaults for those not stated. */
export function limitsOf(stated: Partial<SandboxLimits>): SandboxLimits {
  return { ...DEFAULT_PLATFORM_LIMITS, ...DEFAULT_LIMITS, ...stated };
}

/** The first members of a world: the stated ones, or else one member, or none if all run in other processes. */
export function firstPlans(
  { members = [], defects = [] }: Pick<WorldOptions, 'members' | 'defects'>,
  deployments: readonly Deployment[],
  membersElsewhere: boolean,
): readonly MemberPlan[] {
  const own = members.length > 0 || membersElsewhere ? members : [planOf(defects)];
  return own.map((one) => deployed(one, deployments));
}

/** One member of the contract versions of its defects. */
function planOf(defects: readonly Defect[]): MemberPlan {
  const { rest: version = NEWEST, socket }: NonNullable<Defect['contract']> = Object.assign(
    {},
    ...defects.map(({ contract }) => contract),
  );
  return { version, ...(socket === undefined ? {} : { socketVersion: socket }) };
}

/** Without the surfaces that the variations of the world lack. */
function deployed(plan: MemberPlan, deployments: readonly Deployment[]): MemberPlan {
  const absent = deployments.flatMap(({ absentSurfaces = [] }) => absentSurfaces);
  if (absent.length === 0) return plan;
  return { ...plan, surfaces: { ...plan.surfaces, ...Object.fromEntries(absent.map((name) => [name, false])) } };
}
