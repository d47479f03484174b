/**
 * Determines whether a run with a budget kills a known-bad member that a thorough run kills. The member is judged like a deployed
 * one, without a control plane: with one, a run would find defects that no user of a deployed member can meet.
 *
 * A run kills a member if a check that proves what the member breaks fails. No other check should fail (`npm run mutants`). Each
 * check is judged by its planned cases. Equal cases of several plans are judged once.
 */
import type { Check } from '../../../conformance/runner/check.ts';
import { DEPTHS, type DepthName } from '../../../conformance/runner/plan/depths.ts';
import { plan } from '../../../conformance/runner/plan/plan.ts';
import { type Planned, planRun } from '../../../conformance/runner/plan/run-plan.ts';
import { reachOf } from '../../../conformance/runner/run/run-check.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { type DeployedMember, onDeployedMember } from './deployed-member.ts';

export interface Budget {
  readonly depth: DepthName;
  readonly seed: number;
}

/** A layer can lend a token, a key or a cursor of one caller to another only once it has seen one. */
const FIRST = ['auth/me-serves-who-calls', 'ord/submit-serves-the-order-row'];

/** Runs with these budgets, each against one known-bad member after another. */
export class ShortRuns {
  readonly #checks: readonly Check[];
  readonly #budgets: readonly Budget[];
  /** Cached plans: planning is slower than judging, and a plan is the same for every member of a contract. */
  readonly #plans = new Map<string, readonly Planned[]>();

  constructor(checks: readonly Check[], budgets: readonly Budget[]) {
    this.#checks = checks;
    this.#budgets = budgets;
  }

  /** Whether each run kills the member, in the order of the budgets; undefined if a thorough run does not. */
  kill(defect: Defect): Promise<readonly boolean[] | undefined> {
    return onDeployedMember([defect], async (member) => {
      for (const check of this.#checks.filter(({ id }) => FIRST.includes(id))) await member.judge(check);
      const isFailed = remembered(member);
      const isKilled = async (budget: Budget) => {
        for (const one of judgedOf(defect, this.#planned(budget, member)))
          if ((await isFailed(one)) && isProving(defect, one)) return true;
        return false;
      };
      if (!(await isKilled({ depth: 'thorough', seed: 1 }))) return undefined;
      const kills: boolean[] = [];
      for (const budget of this.#budgets) kills.push(await isKilled(budget));
      return kills;
    });
  }

  #planned({ depth, seed }: Budget, { target }: DeployedMember): readonly Planned[] {
    const { profile, facts, clockMode, patienceMs } = target;
    const name = JSON.stringify([facts, depth, seed]);
    const selection = { select: [], requirements: [], readOnly: false };
    const selected = plan(this.#checks, selection, profile, facts, clockMode, patienceMs);
    const planned =
      this.#plans.get(name) ??
      planRun(selected, profile, reachOf(target), { isOwn: false, requests: DEPTHS[depth], seed }).checks;
    this.#plans.set(name, planned);
    return planned;
  }
}

function isProving({ breaks }: Defect, { check: { proves } }: Planned): boolean {
  return proves.some((id) => breaks.includes(id));
}

/** The checks to judge: those that prove what the member breaks, or all if one of them judges a whole run. */
function judgedOf(defect: Defect, planned: readonly Planned[]): readonly Planned[] {
  const proving = planned.filter((one) => isProving(defect, one));
  return proving.some(({ check: { closes } }) => closes === true) ? planned : proving;
}

/** Whether a check fails with its planned cases. Each set of cases is judged once. */
function remembered(member: DeployedMember): (planned: Planned) => Promise<boolean> {
  const failed = new Map<string, boolean>();
  return async ({ check, cases, runs }) => {
    const name = JSON.stringify([check.id, cases, runs]);
    const isFailed = failed.get(name) ?? (await member.judge(check, { cases, runs })).verdict === 'fail';
    failed.set(name, isFailed);
    return isFailed;
  };
}
