/** A seat with the member of each of its processes: in the platform's process and in one of members alone. */
import type { Defect } from '../../gateway/defects/defect.ts';
import { createMember, type MemberOptions } from '../../gateway/member.ts';
import type { Clock, PlatformPort } from '../../gateway/platform-port.ts';
import type { TrustedIssuer } from '../../gateway/token-verifier.ts';
import type { Secrets } from '../secrets.ts';
import { createMemberSeat, type MemberPlan, type MemberSeat, type SeatOptions } from './member-seat.ts';
import type { SeatMark } from './member-seats.ts';

/** What all members of one world share. */
export interface SeatParts
  extends Pick<
    MemberOptions,
    'machineClock' | 'limits' | 'cursorKey' | 'ticketKey' | 'requestIds' | 'socketEdge' | 'frameTap' | 'allowedHosts'
  > {
  /** The world's clock. */
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'hex'>;
  readonly issuer: Pick<TrustedIssuer, 'issuer' | 'audience'>;
  /** The issuer's keys as one member fetches them. */
  jwks(member: string): ReturnType<TrustedIssuer['jwks']>;
  readonly defects: readonly Defect[];
  /** The platform as one member sees it. */
  port(member: string): PlatformPort;
  readonly observe: NonNullable<MemberOptions['observe']>;
  readonly addMark?: SeatOptions['addMark'];
}

/** Makes the seats of a world: `from` is a seat's state at another moment of its world. */
export function seatMaker({
  clock,
  secrets,
  issuer,
  jwks,
  defects,
  port,
  observe,
  addMark,
  ...shared
}: SeatParts): (name: string, plan: MemberPlan, from?: SeatMark) => MemberSeat {
  return (name, plan, from) =>
    createMemberSeat({
      ...{ name, plan, from, clock, addMark },
      port: defects.reduce((seen, { port: wrap }) => wrap?.(seen) ?? seen, port(name)),
      make: ({ isAlive, socketVersion, ...ofProcess }) =>
        createMember({
          ...shared,
          ...ofProcess,
          ...(socketVersion && { socketVersion }),
          name,
          // Unique per start, also after a restore: a spent ticket never opens again.
          bootId: secrets.hex(32),
          ticketIds: () => secrets.hex(24),
          identity: { ...issuer, jwks: () => jwks(name) },
          observe: (event, ...rest) => {
            if (isAlive()) observe(event, ...rest);
          },
        }),
    });
}
