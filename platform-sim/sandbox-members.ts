/** The members of a sandbox: which they are, what each is deployed with, and starting one anew while the others serve. */
import type { SocketVersion } from '../gateway/contract/sockets.ts';
import type { Version } from '../gateway/contract/versions.ts';
import type { Member } from '../gateway/member.ts';
import type { PlatformPort } from '../gateway/platform-port.ts';
import { EVERY_SURFACE, type Surfaces } from '../gateway/services.ts';
import { catchUp } from './catch-up.ts';

export interface MemberPlan {
  readonly version: Version;
  /** Of the trading socket's contract; the newest where absent. */
  readonly socketVersion?: SocketVersion;
  /** What the member lacks or is; every surface and no replica where absent. */
  readonly surfaces?: Partial<Surfaces>;
}

/** What a sandbox knows of one of its members, and how to make one. */
export interface MemberSeat {
  readonly name: string;
  readonly version: Version;
  readonly surfaces: Surfaces;
  readonly socketVersion: SocketVersion;
  readonly inFlight: number;
  readonly sessions: number;
  /** Has applied something of the platform's sequence. */
  readonly primed: boolean;
  /** Deploys it with other surfaces from the next request on. */
  deploy(surfaces: Partial<Surfaces>): void;
  /** Another of the same name and version takes its place, with nothing applied; the former closes its sessions and answers what it has begun. */
  restart(catchUp: 'at once' | 'when told'): void;
  /** Lets a member that was started to catch up when told do so. */
  catchUp(): void;
  /** Closes the member's sessions, and opens no more; requests go on being answered. */
  leave(): void;
  /** Ends the member: it leaves, and answers what it has begun. */
  retire(): void;
}

export interface SeatOptions {
  readonly name: string;
  readonly plan: MemberPlan;
  readonly port: PlatformPort;
  make(port: PlatformPort, surfaces: Surfaces): Member;
  /** Told whenever another member takes the seat. */
  taken(member: Member): void;
}

export function createMemberSeat({ name, plan, port, make, taken }: SeatOptions): MemberSeat {
  // One object for the member's whole life: it reads it at each request.
  const surfaces: { -readonly [Name in keyof Surfaces]: boolean } = { ...EVERY_SURFACE, ...plan.surfaces };
  let open = (): void => undefined;
  let member = make(port, surfaces);
  taken(member);

  const retire = (): void => {
    const former = member;
    former.leave();
    void former.drain().then(() => former.stop());
  };

  return {
    name,
    version: plan.version,
    get surfaces() {
      return surfaces;
    },
    get socketVersion() {
      return member.socketVersion;
    },
    get inFlight() {
      return member.inFlight;
    },
    get sessions() {
      return member.sessions;
    },
    get primed() {
      return member.position > 0;
    },
    deploy: (change) => void Object.assign(surfaces, change),
    restart(when) {
      retire();
      const gate = catchUp(port);
      open = gate.open;
      if (when === 'at once') open();
      member = make(gate.port, surfaces);
      taken(member);
    },
    catchUp: () => open(),
    leave: () => member.leave(),
    retire,
  };
}
