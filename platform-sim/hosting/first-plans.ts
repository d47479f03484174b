/** The members that a world begins with. */
import { NEWEST } from '../../gateway/contract/versions.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import type { Deployment } from '../../gateway/variations/variation.ts';
import type { MemberPlan } from '../members/member-seat.ts';

export interface FirstPlansOptions {
  readonly members?: readonly MemberPlan[] | undefined;
  /** It has no member of its own unless some are stated. */
  readonly membersElsewhere?: boolean | undefined;
  readonly defects?: readonly Defect[];
  /** The deployments of its variations. */
  readonly deployments?: readonly Deployment[] | undefined;
}

export function firstPlans({
  members = [],
  membersElsewhere = false,
  defects = [],
  deployments = [],
}: FirstPlansOptions): readonly MemberPlan[] {
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

function deployed(plan: MemberPlan, deployments: readonly Deployment[]): MemberPlan {
  const absent = deployments.flatMap(({ absentSurfaces = [] }) => absentSurfaces);
  if (absent.length === 0) return plan;
  return { ...plan, surfaces: { ...plan.surfaces, ...Object.fromEntries(absent.map((name) => [name, false])) } };
}
