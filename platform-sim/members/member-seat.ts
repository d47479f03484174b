/** The seat of one member of a sandbox: its current process, its contract versions, and the operations on it. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { SocketVersion } from '../../gateway/contract/sockets.ts';
import type { Version } from '../../gateway/contract/versions.ts';
import type { Applied, Member, MemberOptions } from '../../gateway/member.ts';
import type { Clock, PlatformPort } from '../../gateway/platform-port.ts';
import { EVERY_SURFACE, type Surfaces } from '../../gateway/services.ts';
import { nsOf } from '../duration.ts';
import { type AddMark, crashText, deployText } from '../marks.ts';
import { MemberProcess } from './member-process.ts';
import { MEMBER_STATES, type MemberMove, type MemberState, moved } from './member-states.ts';

/** The deployment of a process: only its surfaces change while it runs. */
export interface Deployment {
  readonly version?: Version | undefined;
  /** The version of the trading socket's contract; the newest where absent. */
  readonly socketVersion?: SocketVersion | undefined;
  /** Differences from a member with every surface that is not a replica. */
  readonly surfaces?: Partial<Surfaces> | undefined;
  /** Its share of requests under weighted routing; 1 where absent, 0 for none. */
  readonly weight?: number | undefined;
}

export interface MemberPlan extends Deployment {
  readonly version: Version;
  /** Milliseconds that its clock is ahead of the world's. */
  readonly skewMs?: number | undefined;
}

export type CatchUpWhen = 'at once' | 'when told';
/** Every operation on a member's process, except replacing it. */
export type SeatMove = Exclude<MemberMove, 'start' | 'start unprimed'>;

/** A member of a sandbox: its state and its operations. */
export interface MemberSeat
  extends Pick<
    Member,
    'name' | 'version' | 'socketVersion' | 'inFlight' | 'sessions' | 'openSessions' | 'position' | 'leave'
  > {
  /** The current process's member. */
  readonly member: Member;
  readonly surfaces: Surfaces;
  readonly weight: number;
  readonly state: MemberState;
  /** Milliseconds between the sequencing of a record and its delivery. */
  readonly lagMs: number;
  /** Milliseconds that its clock is ahead of the world's; negative: behind. */
  readonly skewMs: number;
  /** Whether it has applied some of the platform's sequence. */
  readonly primed: boolean;
  /** Whether the front may choose it. */
  readonly isChosen: boolean;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /**
   * Surfaces and weight change from the next request on. A version change starts another process: the former one
   * answers its open requests and closes its sessions (1001), the new one catches up at once and has another boot id,
   * so tickets of the former do not open (A89).
   */
  deploy(change: Deployment): void;
  /** Starts another process with nothing applied; the former one closes its sessions and answers its open requests. */
  restart(catchUp: CatchUpWhen): void;
  /**
   * The process dies: connections of its requests and sessions are cut without an answer or a close frame, its claims
   * are lost, and another process takes the seat. Commands that it submitted continue on the platform.
   *
   * @param fault the rule that crashes it
   */
  crash(catchUp?: CatchUpWhen, fault?: string): void;
  /** Stalls, resumes, drains, returns or primes it. @throws MemberStateError */
  move(move: SeatMove): void;
  lagBy(ms: number): void;
  skewBy(ms: number): void;
  /** Ends the member: it leaves, answers its open requests, and resolves when its promised writes are accepted. */
  retire(): Promise<void>;
  /** Ends it with its whole world, and its former processes. */
  end(): void;
}

/** What the control plane sees and does of a member, of this process or another. */
export type ControlledMember = Omit<MemberSeat, 'member' | 'isChosen' | 'upgrade' | 'leave' | 'retire' | 'end'>;

/** The arguments for one process of a seat. */
export interface ProcessParts extends Pick<MemberOptions, 'version' | 'port' | 'clock' | 'applied'> {
  readonly socketVersion: SocketVersion | undefined;
  readonly surfaces: Surfaces;
  /** false once it has crashed: nothing of it is observable any more. */
  readonly isAlive: () => boolean;
}

export interface SeatOptions {
  readonly name: string;
  readonly plan: MemberPlan;
  readonly port: PlatformPort;
  /** The world's clock. */
  readonly clock: Clock;
  /** Its state at another moment of its world; absent: it serves, and has received everything. */
  readonly from?:
    | (Pick<MemberSeat, 'state' | 'lagMs' | 'position'> & { readonly applied?: Applied | undefined })
    | undefined;
  /** Absent in a process of members: the platform's process has the marks. */
  readonly addMark?: AddMark | undefined;
  make(parts: ProcessParts): Member;
}

/** Creates a seat and starts its first process. */
export function createMemberSeat(options: SeatOptions): MemberSeat {
  return new Seat(options);
}

class Seat implements MemberSeat {
  readonly name: string;
  readonly #options: SeatOptions;
  readonly #clock: MemberClock;
  #version: Version;
  #socketVersion: SocketVersion | undefined;
  /** One object for a process, read at each request. */
  #surfaces: { -readonly [Name in keyof Surfaces]: boolean };
  #weight: number;
  #state: MemberState;
  #lagMs: number;
  #process: MemberProcess;
  /** Former processes that still owe promised writes. */
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
    this.#process = this.#begin(from?.position, from?.applied);
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

  readonly openSessions: Member['openSessions'] = () => this.member.openSessions();

  get position(): number {
    return this.member.position;
  }

  get primed(): boolean {
    return this.position > 0;
  }

  get isChosen(): boolean {
    return MEMBER_STATES[this.#state].isChosen;
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#process.upgrade(request, socket, head);
  }

  deploy({ version, socketVersion, surfaces, weight }: Deployment): void {
    this.#weight = weight ?? this.#weight;
    if (version === undefined && socketVersion === undefined) {
      Object.assign(this.#surfaces, surfaces);
      this.#options.addMark?.('deploy', deployText(this, { surfaces, weight }));
      return;
    }
    this.#version = version ?? this.#version;
    this.#socketVersion = socketVersion ?? this.#socketVersion;
    // Another object: the former process keeps its own until it has answered everything.
    this.#surfaces = { ...this.#surfaces, ...surfaces };
    this.restart('at once');
  }

  restart(catchUp: CatchUpWhen): void {
    void this.retire();
    this.#start(catchUp);
    this.#options.addMark?.('deploy', deployText(this));
  }

  crash(catchUp: CatchUpWhen = 'at once', fault?: string): void {
    this.#process.crash();
    this.#start(catchUp);
    this.#options.addMark?.('crash', crashText(this.name, fault));
  }

  move(move: SeatMove): void {
    const from = this.#state;
    this.#state = moved(this.name, from, move);
    if (this.#state === from) return;
    this.#process.link.reach(MEMBER_STATES[this.#state]);
    if (this.#state === 'drained') this.member.leave();
    else if (from === 'drained') this.member.rejoin();
  }

  lagBy(ms: number): void {
    this.#lagMs = ms;
    this.#process.link.lagBy(ms);
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

  #begin(receivedTo?: number, applied?: Applied): MemberProcess {
    const { port, clock, make } = this.#options;
    const [version, socketVersion, surfaces] = [this.#version, this.#socketVersion, this.#surfaces];
    const link = { port, clock, lagMs: this.#lagMs, receivedTo };
    const begun = new MemberProcess(link, MEMBER_STATES[this.#state], (port, isAlive) =>
      make({ version, socketVersion, surfaces, port, clock: this.#clock, isAlive, applied }),
    );
    if (this.#state === 'drained') begun.member.leave();
    return begun;
  }
}

/** A member's own clock: the world's with an offset. Delays are unaffected; only the current time is shifted. */
interface MemberClock extends Clock {
  /** Milliseconds that it is ahead; negative: behind. */
  readonly skewMs: number;
  /** Changes the offset from now on: waiting timers keep their instant. */
  skewBy(ms: number): void;
}

/** A member's clock, with an initial offset in milliseconds. */
function memberClock(clock: Clock, firstSkewMs = 0): MemberClock {
  let skewMs = firstSkewMs;
  let skewNs = nsOf(skewMs);
  return {
    ...clock,
    get skewMs() {
      return skewMs;
    },
    skewBy(ms) {
      skewMs = ms;
      skewNs = nsOf(ms);
    },
    nowNs: () => clock.nowNs() + skewNs,
    after: (delayMs, label, run) => clock.after(delayMs, label, run),
  };
}
