/** The seat of one member of a sandbox: who serves there, of which contract, and what is done to it while others serve. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SocketVersion } from '../../gateway/contract/sockets.ts';
import type { Version } from '../../gateway/contract/versions.ts';
import type { Member } from '../../gateway/member.ts';
import type { Clock, PlatformPort } from '../../gateway/platform-port.ts';
import { EVERY_SURFACE, type Surfaces } from '../../gateway/services.ts';
import { type MemberClock, memberClock } from './member-clock.ts';
import { MemberProcess } from './member-process.ts';
import { MEMBER_STATES, type MemberMove, type MemberState, moved } from './member-states.ts';

/** What a process is deployed with: none of it but the surfaces changes in its life. */
export interface Deployment {
  readonly version?: Version | undefined;
  /** Of the trading socket's contract; the newest where absent. */
  readonly socketVersion?: SocketVersion | undefined;
  /** What the member lacks or is; every surface and no replica where absent. */
  readonly surfaces?: Partial<Surfaces> | undefined;
  /** How many of the requests the front gives it where it goes by weight; 1 where absent, 0: none. */
  readonly weight?: number | undefined;
}

export interface MemberPlan extends Deployment {
  readonly version: Version;
  /** Milliseconds that its clock is ahead of the world's. */
  readonly skewMs?: number | undefined;
}

export type CatchUpWhen = 'at once' | 'when told';
/** All that is done to a member's process, but putting another in its place. */
export type SeatMove = Exclude<MemberMove, 'start' | 'start unprimed'>;

/** What a sandbox knows of one of its members, and how to make one. */
export interface MemberSeat {
  readonly name: string;
  /** Who serves there now. */
  readonly member: Member;
  readonly version: Version;
  readonly surfaces: Surfaces;
  readonly socketVersion: SocketVersion;
  readonly weight: number;
  readonly state: MemberState;
  /** How long after its sequencing it hears of a record. */
  readonly lagMs: number;
  readonly skewMs: number;
  readonly inFlight: number;
  readonly sessions: number;
  /** Up to which it has applied the platform's sequence; 0: it is not primed. */
  readonly position: number;
  /** Has applied something of the platform's sequence. */
  readonly primed: boolean;
  /** The front may choose it. */
  readonly isChosen: boolean;
  handle(request: IncomingMessage, response: ServerResponse, isTooMany?: boolean): void;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /**
   * Surfaces and weight change from the next request on. A version is another process: the former answers what it has begun
   * and closes its sessions (1001), the new one catches up at once and has a boot id of its own, so that tickets of the
   * former do not open (A89).
   */
  deploy(change: Deployment): void;
  /** Another process takes its place, with nothing applied; the former closes its sessions and answers what it has begun. */
  restart(catchUp: CatchUpWhen): void;
  /**
   * The process dies: connections of its requests and sessions are cut without an answer or a close frame, its claims are
   * lost, and another takes the seat. What it had handed to the platform goes on there.
   */
  crash(catchUp?: CatchUpWhen): void;
  /** Stalls it, lets it go on, drains it, takes it back, lets it catch up. @throws MemberStateError */
  move(move: SeatMove): void;
  lagBy(ms: number): void;
  skewBy(ms: number): void;
  /** Closes the member's sessions, and opens no more; requests go on being answered. */
  leave(): void;
  /** Ends the member: it leaves, answers what it has begun, and resolves when what it has promised is taken. */
  retire(): Promise<void>;
  /** Ends it with its whole world, and whoever was there before it. */
  end(): void;
}

/** What one process of a seat is made with. */
export interface ProcessParts {
  readonly version: Version;
  readonly socketVersion: SocketVersion | undefined;
  readonly surfaces: Surfaces;
  readonly port: PlatformPort;
  readonly clock: Clock;
  /** false once it has crashed: nothing is heard of it any more. */
  readonly isAlive: () => boolean;
}

export interface SeatOptions {
  readonly name: string;
  readonly plan: MemberPlan;
  readonly port: PlatformPort;
  /** The world's. */
  readonly clock: Clock;
  /** What it had come to in another life of its world; absent: it serves, and has heard all there is. */
  readonly from?: Pick<MemberSeat, 'state' | 'lagMs' | 'position'> | undefined;
  make(parts: ProcessParts): Member;
}

export function createMemberSeat(options: SeatOptions): MemberSeat {
  return new Seat(options);
}

class Seat implements MemberSeat {
  readonly name: string;
  readonly #options: SeatOptions;
  readonly #clock: MemberClock;
  #version: Version;
  #socketVersion: SocketVersion | undefined;
  /** One object for a process's whole life: it reads it at each request. */
  #surfaces: { -readonly [Name in keyof Surfaces]: boolean };
  #weight: number;
  #state: MemberState;
  #lagMs: number;
  #process: MemberProcess;
  /** Those before it that have promised something still. */
  readonly #former: Set<MemberProcess> = new Set();

  constructor(options: SeatOptions) {
    const { name, plan, clock, from } = options;
    this.name = name;
    this.#options = options;
    this.#clock = memberClock(clock, plan.skewMs);
    this.#version = plan.version;
    this.#socketVersion = plan.socketVersion;
    this.#surfaces = { ...EVERY_SURFACE, ...plan.surfaces };
    this.#weight = plan.weight ?? 1;
    this.#state = from?.state ?? 'serving';
    this.#lagMs = from?.lagMs ?? 0;
    this.#process = this.#begin(from?.position);
  }

  get member(): Member {
    return this.#process.member;
  }

  get version(): Version {
    return this.#version;
  }

  get surfaces(): Surfaces {
    return this.#surfaces;
  }

  get socketVersion(): SocketVersion {
    return this.member.socketVersion;
  }

  get weight(): number {
    return this.#weight;
  }

  get state(): MemberState {
    return this.#state;
  }

  get lagMs(): number {
    return this.#lagMs;
  }

  get skewMs(): number {
    return this.#clock.skewMs;
  }

  get inFlight(): number {
    return this.member.inFlight;
  }

  get sessions(): number {
    return this.member.sessions;
  }

  get position(): number {
    return this.member.position;
  }

  get primed(): boolean {
    return this.position > 0;
  }

  get isChosen(): boolean {
    return MEMBER_STATES[this.#state].isChosen;
  }

  handle(request: IncomingMessage, response: ServerResponse, isTooMany?: boolean): void {
    this.#process.handle(request, response, isTooMany);
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#process.upgrade(request, socket, head);
  }

  deploy({ version, socketVersion, surfaces, weight }: Deployment): void {
    this.#weight = weight ?? this.#weight;
    if (version === undefined && socketVersion === undefined) {
      Object.assign(this.#surfaces, surfaces);
      return;
    }
    this.#version = version ?? this.#version;
    this.#socketVersion = socketVersion ?? this.#socketVersion;
    // Another object: the former goes on with its own till it has answered all.
    this.#surfaces = { ...this.#surfaces, ...surfaces };
    this.restart('at once');
  }

  restart(catchUp: CatchUpWhen): void {
    void this.retire();
    this.#start(catchUp);
  }

  crash(catchUp: CatchUpWhen = 'at once'): void {
    this.#process.crash();
    this.#start(catchUp);
  }

  move(move: SeatMove): void {
    const from = this.#state;
    this.#state = moved(this.name, from, move);
    if (this.#state === from) return;
    this.#process.line.reach(MEMBER_STATES[this.#state]);
    if (this.#state === 'drained') this.member.leave();
    else if (from === 'drained') this.member.rejoin();
  }

  lagBy(ms: number): void {
    this.#lagMs = ms;
    this.#process.line.lagBy(ms);
  }

  skewBy(ms: number): void {
    this.#clock.skewBy(ms);
  }

  leave(): void {
    this.member.leave();
  }

  async retire(): Promise<void> {
    const former = this.#process;
    this.#former.add(former);
    await former.retire();
    this.#former.delete(former);
  }

  end(): void {
    for (const each of new Set([...this.#former, this.#process])) void each.end();
  }

  #start(catchUp: CatchUpWhen): void {
    this.#state = moved(this.name, this.#state, catchUp === 'at once' ? 'start' : 'start unprimed');
    this.#process = this.#begin();
  }

  #begin(heardTo?: number): MemberProcess {
    const { port, clock, make } = this.#options;
    const [version, socketVersion, surfaces] = [this.#version, this.#socketVersion, this.#surfaces];
    const line = { port, clock, lagMs: this.#lagMs, heardTo };
    const begun = new MemberProcess(line, MEMBER_STATES[this.#state], (port, isAlive) =>
      make({ version, socketVersion, surfaces, port, clock: this.#clock, isAlive }),
    );
    if (this.#state === 'drained') begun.member.leave();
    return begun;
  }
}
