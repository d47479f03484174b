/** What a check found and on which messages: for a scenario of it, made outside the suite. */
import type { ControlAction } from '../client/control-action.ts';
import type { Conversation } from '../client/conversation.ts';
import type { Exchange } from '../client/exchange.ts';
import type { TargetFacts } from '../client/target-facts.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { Check, DeployedContract } from './check.ts';
import { factsWith } from './deployed-contracts.ts';
import type { Found } from './outcome.ts';

/** One violation, with all that its run sent and received. Nothing here is cut or secret. */
export interface FailingRun {
  readonly check: string;
  readonly title: string;
  readonly breaks: readonly RequirementId[];
  readonly expected: string;
  /** With the contract that the run deployed first. */
  readonly facts: TargetFacts;
  readonly exchanges: readonly Exchange[];
  readonly conversations: readonly Conversation[];
  readonly actions: readonly ControlAction[];
  /** The messages that show it; the last breaks the clause. */
  readonly seen: readonly Exchange[];
}

/** The violations of a check, the one of its counterexample first. */
export function failingRuns(
  { id, title, proves }: Check,
  found: readonly Found[],
  facts: TargetFacts,
  contract: DeployedContract | undefined,
): readonly FailingRun[] {
  const news = found.filter(({ isOfBaseline }) => !isOfBaseline);
  return (news.length > 0 ? news : found).map(({ violated }) => {
    const { judgement, exchanges, conversations, actions } = violated;
    return {
      check: id,
      title,
      breaks: judgement.breaks ?? proves,
      expected: judgement.expected,
      facts: factsWith(facts, contract),
      exchanges,
      conversations,
      actions,
      seen: judgement.seen,
    };
  });
}
