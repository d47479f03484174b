/** The result of a scenario, step by step, and its verdict. */
import type { ControlAction } from '../../conformance/member/control/control-action.ts';
import type { Closed, Frame } from '../../conformance/member/exchange/conversation.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import type { ClockMode } from '../../conformance/member/target.ts';
import type { FaultStep, Scenario, Step } from '../format/scenario.ts';
import type { Mismatch } from './expected.ts';

/** `done`: nothing was expected, and nothing failed. */
export type StepVerdict = 'pass' | 'fail' | 'inconclusive' | 'done';

/** A frame of one of the scenario's sockets, or the end of the socket. */
export type SocketMessage = { readonly socket: string } & ({ readonly frame: Frame } | { readonly closed: Closed });

/** What an answer was compared with: references are replaced. */
export interface Wanted {
  readonly body?: unknown;
  readonly frame?: unknown;
}

export interface PlayedStep {
  readonly step: Step;
  /** Milliseconds since the play began, on the target's clock where it is virtual. Those of exchanges are the same. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly verdict: StepVerdict;
  /** The differences from the expectation; non-empty if the verdict is `fail`. */
  readonly mismatches: readonly Mismatch[];
  /** Why it is inconclusive. */
  readonly why?: string;
  /** The result in a few words: `released 1`, `3 timers fired`. */
  readonly happened?: string;
  /** Every request that the step sent, in order; the last one was judged. */
  readonly exchanges: readonly Exchange[];
  /** The changes that a step of the platform made through the control plane, as they were sent. */
  readonly actions?: readonly ControlAction[];
  /** What a session sent, if the step waited for it: the text of its frame, or how it was closed. */
  readonly received?: string;
  /**
   * What the step sent over sockets, then what it read, with the frames that came before and that no step had read:
   * when a frame arrives depends on the machine, which step reads it does not.
   */
  readonly messages: readonly SocketMessage[];
  readonly wanted?: Wanted;
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
  /** The frames that no step read, and the closes that no step waited for. */
  readonly unread: readonly SocketMessage[];
  readonly clock: ClockMode;
  /** As in `PlayedStep`. */
  readonly toMs: number;
  /** Steps that were played without being judged, since the play is judged from a later one on. */
  readonly notJudged: readonly PlayedStep[];
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
