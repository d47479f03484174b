/**
 * The health port of a process of members: `/health` and `/metrics` alone, from the start of the process to its end, so
 * that it answers while the members catch up and while they drain.
 */
import type { Clock } from '../../../gateway/platform-port.ts';
import { ControlError } from '../../control/control-error.ts';
import { isAllowedHost, isLoopback } from '../../control/guards.ts';
import { openPort, type PortOptions } from '../../front/open-port.ts';
import { probePort } from '../../health/probe-port.ts';
import { readinessOf } from '../../health/readiness.ts';
import { type Counts, type MeasuredMember, newCounts } from '../../metrics/metrics.ts';
import type { ProcessFacts } from './process-facts.ts';

export interface MemberHealthOptions {
  readonly healthHost?: string | undefined;
  readonly healthPort?: number | undefined;
  readonly serverOptions: PortOptions['serverOptions'] & {};
  readonly clock: Clock;
  readonly facts: ProcessFacts;
}

/** What its port reads at each request. */
export interface HealthState {
  /** Why it is not ready; undefined: it is. */
  trouble(): string | undefined;
  members(): readonly MeasuredMember[];
}

export interface MemberHealth {
  readonly url: string;
  readonly facts: ProcessFacts;
  readonly counts: Counts;
  /** From now on it states this process's own state. */
  reads(state: HealthState): void;
  close(): Promise<void>;
}

const STARTING: HealthState = { trouble: () => 'it connects to NATS', members: () => [] };

/** Opens the port. Rejects with PortError if it is taken. */
export async function memberHealth(options: MemberHealthOptions): Promise<MemberHealth> {
  const { healthHost: host = '127.0.0.1', healthPort = 0, serverOptions, clock, facts } = options;
  const port = await openPort({ host, port: healthPort, option: '--health-port', serverOptions, clock });
  const counts = newCounts();
  let state = STARTING;
  port.serve(
    probePort({
      measured: {
        ...{ process: facts, counts },
        readiness: () => readinessOf('member', state.trouble()),
        members: () => state.members(),
      },
      // On a loopback address a page in a browser must not read it by a name that is rebound. On any other one everybody in
      // the network can read it anyhow, it changes nothing and holds no secret, and probes use addresses and names.
      guard: ({ headers }) => {
        if (!isLoopback(host) || isAllowedHost(headers, [host])) return;
        const what = `this port answers only to loopback names: use ${port.url}, or start the member with --health-host 0.0.0.0`;
        throw new ControlError('HOST_NOT_ALLOWED', what);
      },
      otherwise: new ControlError('NOT_FOUND', 'this port serves /health and /metrics'),
    }),
  );
  return {
    ...{ url: port.url, facts, counts },
    reads(now) {
      state = now;
    },
    close: () => port.drain({ idleGraceMs: 0, deadlineMs: 0 }),
  };
}
