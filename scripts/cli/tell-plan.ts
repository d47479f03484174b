/** The plan of a run, from its profile alone: printed before anything is sent. */

import { NEWEST_SOCKET } from '../../conformance/contract/socket-versions.ts';
import { NEWEST_REST } from '../../conformance/contract/versions.ts';
import { allowanceOf } from '../../conformance/member/profile/allowance.ts';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import type { Most } from '../../conformance/member/sending/bounds.ts';
import { foretold, foretoldLines } from '../../conformance/runner/plan/foretold.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { Selection } from '../../conformance/runner/plan/plan.ts';
import { plan } from '../../conformance/runner/plan/plan.ts';

export interface TellingPlan {
  readonly profile: Profile;
  readonly selection: Selection;
  readonly patienceMs: number;
  /** true: an in-process sandbox. */
  readonly own: boolean;
  readonly runs?: number | undefined;
  readonly timeBudgetMs?: number | undefined;
  /** Whether to list what is left out, and why. */
  readonly details: boolean;
}

export interface Told {
  readonly words: string;
  /** The limits that the plan states. */
  readonly most: Most;
}

/**
 * Contract versions that the profile does not state are assumed to be the newest; a control plane is assumed to have a
 * virtual clock.
 */
export async function tellPlan(telling: TellingPlan): Promise<Told> {
  const { profile, selection, patienceMs, own, runs, timeBudgetMs, details } = telling;
  const facts = {
    rest: profile.contract?.rest ?? NEWEST_REST,
    socket: profile.contract?.socket ?? NEWEST_SOCKET,
    singleMember: profile.members === 'single',
    strict: profile.strict === true,
    controlled: profile.control !== undefined,
    destructive: allowanceOf(profile).destructive,
  };
  const clock = profile.control === undefined ? 'real' : 'virtual';
  const planned = plan(await loadChecks(), selection, profile, facts, clock, own ? undefined : patienceMs);
  const found = foretold(planned, profile, { isOwn: own, runs, timeBudgetMs });
  return { words: `${foretoldLines(found, details).join('\n')}\n`, most: found.sent };
}
