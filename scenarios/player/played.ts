/** The result of a scenario, step by step, and its verdict. */
import type { Conversation } from '../../conformance/client/conversation.ts';
import type { Exchange } from '../../conformance/client/exchange.ts';
import type { FaultStep, Scenario, Step } from '../format/scenario.ts';
import type { Mismatch } from './expected.ts';

/** `done`: nothing was expected, and nothing failed. */
export type StepVerdict = 'pass' | 'fail' | 'inconclusive' | 'done';

export interface PlayedStep {
  readonly step: Step;
  readonly verdict: StepVerdict;
  /** The differences from the expectation; non-empty if the verdict is `fail`. */
  readonly mismatches: readonly Mismatch[];
  /** Why it is inconclusive. */
  readonly why?: string;
  /** The result in a few words: `released 1`, `3 timers fired`. */
  readonly happened?: string;
  /** Every request that the step sent, in order; the last one was judged. */
  readonly exchanges: readonly Exchange[];
  /** What a session sent, if the step waited for it: the text of its frame, or how it was closed. */
  readonly heard?: string;
  /** Milliseconds that the clock was moved for an answer. */
  readonly movedMs: number;
}

export interface PlayedFault {
  readonly step: FaultStep;
  readonly firings: number;
}

export type ScenarioVerdict = 'pass' | 'fail' | 'inconclusive' | 'not-exercised';

export interface Played {
  readonly scenario: Scenario;
  readonly steps: readonly PlayedStep[];
  readonly faults: readonly PlayedFault[];
  /** Each with all of its messages. */
  readonly conversations: readonly Conversation[];
  readonly verdict: ScenarioVerdict;
  /** Why it is neither pass nor fail. */
  readonly reason?: string;
}

/**
 * If a fault fires less often than expected, everything after it proves nothing: the result is inconclusive, never a
 * pass and never held against the member. A failure before that fault was set is still a failure.
 */
export function verdictOf(
  steps: readonly PlayedStep[],
  faults: readonly PlayedFault[],
): Pick<Played, 'verdict' | 'reason'> {
  const unfired = faults.filter(({ step, firings }) => firings < step.fires);
  const from = Math.min(...unfired.map(({ step }) => step.n));
  if (steps.some(({ step, verdict }) => verdict === 'fail' && step.n < from)) return { verdict: 'fail' };
  const [fault] = unfired;
  if (fault !== undefined) return { verdict: 'inconclusive', reason: unfiredWords(fault) };
  const unclear = steps.find(({ verdict }) => verdict === 'inconclusive');
  if (unclear !== undefined) {
    return { verdict: 'inconclusive', reason: `step ${unclear.step.n} (line ${unclear.step.at.line}): ${unclear.why}` };
  }
  if (steps.some(({ verdict }) => verdict === 'pass')) return { verdict: 'pass' };
  return { verdict: 'not-exercised', reason: 'the scenario states no expectation' };
}

function unfiredWords({ step, firings }: PlayedFault): string {
  const how = firings === 0 ? 'never fired' : `fired ${firings} of ${step.fires} times`;
  return `the fault '${step.name}' of line ${step.at.line} ${how}, so what follows it proves nothing`;
}
