/** A seat with the member of each of its processes: in the platform's process and in one of members alone. */
import type { Defect } from '../../gateway/defects/defect.ts';
import type { ExchangeContent, ExchangeEvent } from '../../gateway/http/exchange-event.ts';
import { createMember } from '../../gateway/member.ts';
import type { Clock, PlatformPort } from '../../gateway/platform-port.ts';
import type { MemberLimits } from '../../gateway/services.ts';
import type { FrameTap } from '../../gateway/sockets/frame-tap.ts';
import type { SocketEdge } from '../../gateway/sockets/socket-edge.ts';
import type { TrustedIssuer } from '../../gateway/token-verifier.ts';
import type { Secrets } from '../secrets.ts';
import { createMemberSeat, type MemberPlan, type MemberSeat } from './member-seat.ts';
import type { SeatMark } from './member-seats.ts';

/** What all members of one world share. */
export interface SeatParts {
  readonly clock: Clock;
  /** Real time, for any clock of the world. */
  readonly machineClock: Clock;
  readonly limits: Partial<MemberLimits>;
  readonly cursorKey: Uint8Array;
  readonly ticketKey: Uint8Array;
  readonly secrets: Pick<Secrets, 'hex' | 'keyFor'>;
  readonly socketEdge: SocketEdge;
  /** Sees every frame that a session sends; absent: nobody does. */
  readonly frameTap?: FrameTap;
  readonly issuer: Pick<TrustedIssuer, 'issuer' | 'audience'>;
  /** The issuer's keys as one member fetches them. */
  jwks(member: string): ReturnType<TrustedIssuer['jwks']>;
  readonly requestIds: () => string;
  /** Host names whose pages may open sockets with a ticket. */
  readonly allowedHosts: readonly string[];
  readonly defects: readonly Defect[];
  /** The platform as one member sees it. */
  port(member: string): PlatformPort;
  observe(event: ExchangeEvent, content?: ExchangeContent): void;
}

/** Makes the seats of a world: `from` is a seat's state in another life of its world. */
export function seatMaker(parts: SeatParts): (name: string, plan: MemberPlan, from?: SeatMark) => MemberSeat {
  const { clock, machineClock, limits, cursorKey, ticketKey, secrets, socketEdge } = parts;
  return (name, plan, from) =>
    createMemberSeat({
      name,
      plan,
      from,
      port: parts.defects.reduce((port, { port: wrap }) => wrap?.(port) ?? port, parts.port(name)),
      clock,
      make: ({ version, socketVersion, isAlive, ...ofProcess }) =>
        createMember({
          name,
          version,
          ...(socketVersion === undefined ? {} : { socketVersion }),
          machineClock,
          limits,
          cursorKey,
          ticketKey,
          // Unique per start, also after a restore: a spent ticket never opens again.
          bootId: secrets.hex(32),
          ticketIds: () => secrets.hex(24),
          socketEdge,
          ...(parts.frameTap && { frameTap: parts.frameTap }),
          identity: { ...parts.issuer, jwks: () => parts.jwks(name) },
          requestIds: parts.requestIds,
          allowedHosts: parts.allowedHosts,
          observe: (event, content) => {
            if (isAlive()) parts.observe(event, content);
          },
          ...ofProcess,
        }),
    });
}
