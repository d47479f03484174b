/** What a check found and on which messages: for a scenario of it, made outside the suite. */

import type { RequirementId } from '../../contract/requirements.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Check, DeployedContract } from '../check.ts';
import { firstBroken } from '../judgement.ts';
import type { Found } from '../record/outcome.ts';
import type { ViolatedTrial } from './tally.ts';

/** One violation, with the input that led to it and all that was sent and received. Nothing here is cut or secret. */
export interface FailingRun {
  readonly check: Check;
  /** The generated input, after shrinking. */
  readonly given: unknown;
  /** What the members were deployed with first; undefined: they stayed as they were. */
  readonly contract: DeployedContract | undefined;
  readonly breaks: readonly RequirementId[];
  /** Of the target, without that contract. */
  readonly facts: TargetFacts;
  readonly trial: ViolatedTrial;
}

/** The violations of a check, the one of its counterexample first. */
export function failingRuns(
  check: Check,
  found: readonly Found[],
  facts: TargetFacts,
  contract: DeployedContract | undefined,
): readonly FailingRun[] {
  const news = found.filter(({ isOfBaseline }) => !isOfBaseline);
  return (news.length > 0 ? news : found).map(({ violated }) => ({
    check,
    given: violated.given,
    contract,
    breaks: firstBroken(violated.judgement).about ?? check.proves,
    facts,
    trial: violated,
  }));
}
