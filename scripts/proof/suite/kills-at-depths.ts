/**
 * Whether a run with a budget kills a known-bad member that a thorough run kills. The member is judged as a deployed one:
 * without a control plane, for a control plane shows defects that no user of a deployed member can meet.
 *
 * A member counts where a check that proves what it breaks fails in a thorough run. A run with a budget kills it where any of
 * its checks fails. Each check is judged by the cases that the plan takes; those of several plans that agree are judged once.
 */
import type { Check } from '../../../conformance/runner/check.ts';
import type { DepthName } from '../../../conformance/runner/plan/depths.ts';
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

/** Whether each of these runs kills the member; undefined: a thorough run does not. */
export async function killsAt(
  defect: Defect,
  checks: readonly Check[],
  budgets: readonly Budget[],
): Promise<readonly boolean[] | undefined> {
  return onDeployedMember([defect], async (member) => {
    const judging = new Judging(defect, checks, member);
    if (!(await judging.isSeen())) return undefined;
    const kills: boolean[] = [];
    for (const budget of budgets) kills.push(await judging.isKilled(budget));
    return kills;
  });
}

class Judging {
  readonly #member: DeployedMember;
  readonly #defect: Defect;
  readonly #checks: readonly Check[];
  readonly #failed = new Map<string, boolean>();

  constructor(defect: Defect, checks: readonly Check[], member: DeployedMember) {
    this.#defect = defect;
    this.#checks = checks;
    this.#member = member;
  }

  async isSeen(): Promise<boolean> {
    const thorough = this.#planned({ depth: 'thorough', seed: 1 });
    const first = thorough.filter(({ check }) => FIRST.includes(check.id));
    return this.#anyFails([
      ...first,
      ...thorough.filter((one) => this.#rank(one) < OTHER || one.check.closes === true),
    ]);
  }

  isKilled(budget: Budget): Promise<boolean> {
    return this.#anyFails(this.#planned(budget).toSorted((a, b) => this.#rank(a) - this.#rank(b)));
  }

  /** Those that prove what the member breaks come first; those that judge what the whole run met, last. */
  #rank({ check: { proves, closes } }: Planned): number {
    if (closes === true) return CLOSING;
    return proves.some((id) => this.#defect.breaks.includes(id)) ? PROVING : OTHER;
  }

  #planned({ depth, seed }: Budget): readonly Planned[] {
    const { profile, facts, clockMode, patienceMs } = this.#member.target;
    const selection = { select: [], requirements: [], readOnly: false };
    const selected = plan(this.#checks, selection, profile, facts, clockMode, patienceMs);
    return planRun(selected, profile, reachOf(this.#member.target), { isOwn: false, depth, seed }).checks;
  }

  async #anyFails(planned: readonly Planned[]): Promise<boolean> {
    for (const one of planned) if (await this.#fails(one)) return true;
    return false;
  }

  async #fails({ check, cases, runs }: Planned): Promise<boolean> {
    const name = JSON.stringify([check.id, cases, runs]);
    const before = this.#failed.get(name);
    if (before !== undefined) return before;
    const { verdict } = await this.#member.judge(check, { cases, runs });
    this.#failed.set(name, verdict === 'fail');
    return verdict === 'fail';
  }
}

const [PROVING, OTHER, CLOSING] = [0, 1, 2];
