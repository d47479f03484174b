import { gatesAt } from '../../../gateway/contract/versions.ts';
import type { SandboxOptions } from '../../../platform-sim/sandbox.ts';

/**
 * Why a ticket may open no session, and the cure; undefined: each opens one. A ticket is sealed by the member that minted
 * it (A89), and only the sticky routing sends the handshake to the same member.
 */
export function ticketWarning({ members = [], route }: Pick<SandboxOptions, 'members' | 'route'>): string | undefined {
  const chosen = members.filter(({ weight }) => route !== 'weighted' || weight !== 0);
  const without = chosen.filter(
    ({ version, surfaces }) => surfaces?.tickets === false || !gatesAt(version)['routes.ws-tickets'],
  );
  if (route === 'sticky' || chosen.length < 2 || without.length === chosen.length) return undefined;
  const none = without.map(
    ({ version }) => `; the member of ${version} mints none: a client there needs a bearer token`,
  );
  const cure = 'start with --route sticky, or POST {"route":"sticky"} to /routing of the control plane';
  return `a ticket opens a session only at the member that minted it, and --route ${route} sends its handshake to another, which answers 401: ${cure}${none.join('')}`;
}
