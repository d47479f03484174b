/** What a failing check sent, as traffic that a scenario is made of. */

import { NEWEST_REST, NEWEST_SOCKET } from '../../../conformance/contract/versions.ts';
import type { TargetFacts } from '../../../conformance/member/profile/target-facts.ts';
import type { Trial } from '../../../conformance/runner/run/trial.ts';
import type { Traffic, TrafficEvent } from '../../../scenarios/traffic/traffic.ts';

/** `idem/a-retry-is-replayed` as a file name and as the id of a scenario. */
export function scenarioName(check: string): string {
  return check.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
}

/** @param facts of the failing member */
export function failureTraffic(
  { rest, socket }: TargetFacts,
  { exchanges, conversations, actions }: Trial,
  world: { readonly seed: number; readonly fixtures: Traffic['fixtures'] },
): Traffic {
  const all: TrafficEvent[] = [...exchanges, ...conversations, ...actions].sort((a, b) => a.n - b.n);
  const isNewest = rest === NEWEST_REST && (socket ?? NEWEST_SOCKET) === NEWEST_SOCKET;
  const members = [{ version: rest, ...(socket === undefined ? {} : { socketVersion: socket }) }];
  return {
    events: all.map((event) => ({ event, where: `message ${event.n}` })),
    world: { seed: world.seed, ...(isNewest ? {} : { members }) },
    clock: 'virtual',
    isExact: true,
    ...(world.fixtures && { fixtures: world.fixtures }),
  };
}
