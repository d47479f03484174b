/** Whether a process takes requests now, as `/health` states it: 200 or 503. */
import type { World } from '../hosting/world.ts';
import { logTrouble } from '../log/durable-world.ts';
import { MEMBER_STATES, type MemberState } from '../members/member-states.ts';
import type { ServingProcess } from '../nats/bus/process-facts.ts';

export interface Readiness {
  readonly ready: boolean;
  readonly role: ServingProcess['kind'];
  /** In one sentence; absent: it is ready. */
  readonly why?: string;
}

/** @param why undefined: it is ready */
export function readinessOf(role: Readiness['role'], why: string | undefined): Readiness {
  return why === undefined ? { ready: true, role } : { ready: false, role, why };
}

/**
 * Of a world of the active process. One with a gateway of its own serves it with its own members alone. A platform needs
 * none: its control plane starts them and lets them return.
 */
export function worldReadiness(world: World): Readiness {
  const { role } = world.worlds;
  if (world.isLeaving()) return readinessOf(role, 'it ends');
  const why = world.worlds.trouble() ?? logTrouble(world.platform.journal);
  return readinessOf(role, why ?? (role === 'platform' ? undefined : withoutMember(world)));
}

function withoutMember(world: World): string | undefined {
  const members = world.ownMembers();
  return members.length === 0 ? 'no member is there' : noneTakes(members);
}

/**
 * Why none of them takes requests; undefined: one does. A member that is stalled still serves reads. A process without
 * members is still catching up.
 */
export function noneTakes(
  members: readonly { readonly state: MemberState; readonly primed: boolean }[],
): string | undefined {
  const chosen = members.filter(({ state }) => MEMBER_STATES[state].isChosen);
  if (chosen.length === 0 && members.length > 0) return 'every member is drained';
  return chosen.some(({ primed }) => primed) ? undefined : 'no member has caught up with the platform';
}
