/** The plan of a run, from its profile alone: printed before anything is sent. */

import { NEWEST_REST, NEWEST_SOCKET } from '../../../conformance/contract/versions.ts';
import { allowanceOf } from '../../../conformance/member/profile/allowance.ts';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import type { Most } from '../../../conformance/member/sending/bounds.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import type { Selection } from '../../../conformance/runner/plan/plan.ts';
import { plan } from '../../../conformance/runner/plan/plan.ts';
import { mostOf, planInWords } from '../../../conformance/runner/plan/plan-in-words.ts';
import { planRun, type RunPlanOptions } from '../../../conformance/runner/plan/run-plan.ts';
import { reachOf } from '../../../conformance/runner/run/run-check.ts';

export interface PlanPrinting extends RunPlanOptions {
  readonly profile: Profile;
  readonly selection: Selection;
  readonly patienceMs: number;
  readonly timeBudgetMs: number;
  /** Whether to list what is left out, and why. */
  readonly details: boolean;
}

export interface DescribedPlan {
  readonly words: string;
  /** The checks that it takes. */
  readonly checks: readonly Check[];
  /** The limits that the plan states. */
  readonly most: Most;
}

/**
 * Contract versions that the profile does not state are assumed to be the newest; a control plane is assumed to have a
 * virtual clock.
 */
export async function describePlan(printing: PlanPrinting): Promise<DescribedPlan> {
  const { profile, selection, patienceMs, isOwn, details, timeBudgetMs, seed } = printing;
  const facts = {
    rest: profile.contract?.rest ?? NEWEST_REST,
    socket: profile.contract?.socket ?? NEWEST_SOCKET,
    singleMember: profile.members === 'single',
    strict: profile.strict === true,
    controlled: profile.control !== undefined,
    destructive: allowanceOf(profile).destructive,
  };
  const clock = profile.control === undefined ? 'real' : 'virtual';
  const planned = plan(await loadChecks(), selection, profile, facts, clock, isOwn ? undefined : patienceMs);
  const reach = reachOf({ profile, clockMode: clock, facts });
  const { depth: _, requests: __, timeBudgetMs: ___, ...unlimited } = printing;
  const thoroughSeconds = planRun(planned, profile, reach, unlimited).seconds;
  const runPlan = planRun(planned, profile, reach, printing);
  const most = mostOf(runPlan, profile, timeBudgetMs);
  const words = planInWords(runPlan, { profile, isOwn, most, seed, details, thoroughSeconds });
  return { words: `${words.join('\n')}\n`, checks: runPlan.checks.map(({ check }) => check), most };
}
