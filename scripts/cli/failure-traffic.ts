/** What a failing check sent, as traffic that a scenario is made of. */
import { controlPlane } from '../../conformance/client/control-plane/control-plane.ts';
import type { Target } from '../../conformance/client/target.ts';
import { NEWEST_SOCKET } from '../../conformance/contract/socket-versions.ts';
import type { FailingRun } from '../../conformance/runner/failing-run.ts';
import type { Failing } from '../../scenarios/contrast/failing-scenario.ts';
import type { TrafficEvent } from '../../scenarios/traffic/traffic.ts';

const NEWEST_REST = '0.14.0';

/** `idem/a-retry-is-replayed` as a file name and as the id of a scenario. */
export function scenarioName(check: string): string {
  return check.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
}

export async function failureTraffic(run: FailingRun, target: Target, seed: number): Promise<Failing> {
  const { exchanges, conversations, actions, facts } = run;
  const all: TrafficEvent[] = [...exchanges, ...conversations, ...actions].sort((a, b) => a.n - b.n);
  const { rest, socket } = facts;
  const isNewest = rest === NEWEST_REST && (socket ?? NEWEST_SOCKET) === NEWEST_SOCKET;
  return {
    traffic: {
      events: all.map((event) => ({ event, where: `message ${event.n}` })),
      world: {
        seed,
        ...(isNewest ? {} : { members: [{ version: rest, ...(socket && { socketVersion: socket }) }] }),
      },
      clock: 'virtual',
      fixtures: target.profile.fixtures as Readonly<Record<string, unknown>>,
    },
    head: {
      id: scenarioName(run.check),
      story: `${run.title}. Expected: ${run.expected}.`,
      proves: run.breaks,
    },
    seen: run.seen,
  };
}
void controlPlane;
