import { gatesAt } from '../../gateway/contract/versions.ts';
import type { MemberSeat } from '../members/member-seat.ts';
import type { Routing } from './routing.ts';

type Seat = Pick<MemberSeat, 'name' | 'version' | 'surfaces' | 'weight' | 'isChosen'>;

/**
 * Why a ticket may open no session, and the cure; undefined: each opens one. A ticket is sealed by the member that minted
 * it (A89), and only the sticky routing sends the handshake to the same member.
 */
export function ticketWarning(seats: readonly Seat[], route: Routing): string | undefined {
  const chosen = seats.filter(({ isChosen, weight }) => isChosen && (route !== 'weighted' || weight > 0));
  const without = chosen.filter(({ version, surfaces }) => !surfaces.tickets || !gatesAt(version)['routes.ws-tickets']);
  if (route === 'sticky' || chosen.length < 2 || without.length === chosen.length) return undefined;
  const none = without.map(({ name, version }) => `${name} (${version})`).join(', ');
  return (
    `${chosen.length} members serve by ${route}, and a ticket opens a session only at the member that minted it: at another one its handshake is 401. ` +
    'Start with --route sticky, or POST {"route":"sticky"} to /routing of the control plane' +
    (none === '' ? '' : `; ${none} mints none, so a client there needs a bearer token`)
  );
}
