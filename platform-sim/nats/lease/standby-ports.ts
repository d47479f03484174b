/** What the ports of a process that stands by answer: they are bound, so that a takeover finds them free. */

import { ControlError } from '../../control/control-error.ts';
import { guardHost } from '../../control/guards.ts';
import { answerWithoutMember } from '../../front/no-member.ts';
import type { Served } from '../../front/open-port.ts';
import { probePort } from '../../health/probe-port.ts';
import { readinessOf } from '../../health/readiness.ts';
import { newCounts } from '../../metrics/metrics.ts';
import type { ProcessFacts } from '../bus/process-facts.ts';
import type { ActiveProcess } from './active-process.ts';

/** At the gateway's port: no member is there. */
export const GATEWAY_STANDING_BY: Served = { handle: (_, response) => answerWithoutMember(response) };

/**
 * At the control plane's port: its own health and metrics, and for anything else an error of the control plane that names
 * the active one. @param hosts those of the control plane
 */
export function controlStandingBy(
  { holder, controlUrl }: ActiveProcess,
  process: ProcessFacts,
  hosts: readonly string[],
): Served {
  const its = controlUrl === undefined ? '' : `, ${controlUrl}`;
  const why = `it stands by for ${holder}${controlUrl === undefined ? '' : `, use ${controlUrl}`}`;
  return probePort({
    measured: { process, counts: newCounts(), readiness: () => readinessOf('standby', why) },
    guard: ({ headers }) => guardHost(headers, hosts),
    otherwise: new ControlError(
      'UNAVAILABLE',
      `this platform process stands by for ${holder}: use its control plane${its}`,
    ),
  });
}
