import type { Caller, Token } from '../caller.ts';
import { knownScopes } from '../contract/capabilities.ts';
import type { UserRow } from '../facts.ts';
import type { Timer } from '../platform-port.ts';
import type { Services } from '../services.ts';
import type { Connection, ConnectionListener, Ended, EndReason } from './connection.ts';
import { type FramesHost, FramesOut } from './frames-out.ts';
import { Lease, type Leaseholder } from './lease.ts';
import type { OpenSession, SessionFacts } from './open-sessions.ts';
import { OpsInOrder, type SessionHost } from './ops-in-order.ts';
import { eventFrame, type Frame } from './server-frame.ts';
import type { Done, Grantee, SessionKind } from './session-kind.ts';
import { type SessionEffect, type SessionEvent, type SessionState, stepOf } from './session-table.ts';
import { SessionWatch } from './session-watch.ts';
import type { FaultStrike, SocketPlace } from './socket-edge.ts';
import { SocketRefusal } from './socket-refusal.ts';
import type { Subscriptions } from './topics.ts';

type CloseReason = readonly [code: number, reason: string];

/**
 * The reasons why a member closes a session. The interface shows 4003; the others are assumed (decisions A95, A100).
 */
const CLOSES = {
  /** The lease is over. */
  lapsed: [4001, 'the session has expired'],
  /** Access was revoked before the first frame (WSS-14). */
  revoked: [4003, 'PRINCIPAL_REVOKED'],
  /** No token was accepted in time. */
  idle: [4008, 'not authenticated in time'],
  /** The client left too many bytes unread, or sent too many messages that still wait. */
  overrun: [1013, 'BACKPRESSURE'],
} as const satisfies Record<string, CloseReason>;

export interface SessionOptions {
  readonly kind: SessionKind;
  readonly services: Services;
  readonly connection: Connection;
  readonly memberName: string;
}

const NS_PER_MS = 1_000_000n;
const NONE: readonly never[] = [];
/**
 * How long a member that leaves waits for a session's operations in progress: longer than every deadline of a write.
 */
const LEAVE_MS = 4_000;

/** One session of a socket, from the 101 to its close: the state machine of `session-table.ts` over a connection. */
export class Session implements SessionHost, FramesHost, Leaseholder, OpenSession, ConnectionListener {
  readonly kind: SessionKind;
  readonly services: Services;
  readonly memberName: string;
  readonly #number: number;
  readonly #watch: SessionWatch;
  readonly #out: FramesOut;
  readonly #lease: Lease;
  readonly #ops: OpsInOrder;
  #state: SessionState = 'opening';
  #grantee: Grantee | undefined;
  #subscriptions: Subscriptions | undefined;
  /** The credentials whose expiry the client was warned of. */
  #warned: readonly Token[] = NONE;
  /** Limits the wait for op auth, or for the operations in progress when the member leaves. */
  #patience: Timer | undefined;
  #leaveWith: CloseReason = CLOSES.overrun;

  constructor({ kind, services, connection, memberName }: SessionOptions) {
    this.kind = kind;
    this.services = services;
    this.memberName = memberName;
    this.#number = services.sessions.begin(this);
    this.#watch = new SessionWatch(this);
    this.#out = new FramesOut(this, connection, this.#watch);
    this.#lease = new Lease(services.clock, this);
    this.#ops = new OpsInOrder(this);
    connection.listen(this);
  }

  /** Its member, and its number there. */
  get name(): string {
    return `${this.memberName}-${this.#number}`;
  }

  closed(ended: Ended): void {
    this.#watch.ended(ended);
    this.#on('gone');
  }

  expiring(): void {
    this.#on('expiring');
  }

  lapsed(): void {
    this.#on('lapsed');
  }

  overrun(): void {
    this.#on('overrun');
  }

  placeOf(frame: string): SocketPlace {
    return { member: this.memberName, socket: this.kind.socket, orgId: this.caller?.orgId, frame };
  }

  close(code: number, reason: string): void {
    this.#leaveWith = [code, reason];
    this.#on('drained');
  }

  revoke(): boolean {
    return this.#on('revoked');
  }

  facts(): SessionFacts {
    const { endNs } = this.#lease;
    const { caller } = this;
    return {
      socket: this.kind.socket,
      state: this.#state,
      principal: caller && { orgId: caller.orgId, userId: caller.userId },
      topics: [...(this.#subscriptions?.held ?? [])],
      expiresAtNs: endNs === null ? null : String(endNs),
    };
  }

  expire(endNs: bigint): boolean {
    if (this.#grantee === undefined || stepOf(this.#state, 'lapsed') === undefined) return false;
    const { grant } = this.#grantee;
    this.#grantee = { ...this.#grantee, grant: { ...grant, expiresAtNs: `${endNs}` } };
    this.#leaseUntil(endNs);
    return true;
  }

  get caller(): UserRow | null {
    return this.#grantee?.caller.user ?? null;
  }

  get isAuthenticated(): boolean {
    return this.#grantee !== undefined;
  }

  get grantee(): Grantee {
    if (this.#grantee === undefined) throw new Error(`a session that is ${this.#state} has no grantee`);
    return this.#grantee;
  }

  get subscriptions(): Subscriptions {
    this.#subscriptions ??= this.kind.subscriptionsOf(this.services, this.grantee, (event, frame, text) =>
      this.#send(event, frame, text),
    );
    return this.#subscriptions;
  }

  /** Sends the first frame. Access is checked at this moment, not at the handshake (WSS-14). */
  open(token: Token, strikes?: readonly FaultStrike[]): void {
    this.#watch.held = strikes;
    const { services } = this;
    const { sessionRules: rules } = services;
    const caller = rules.stillAdmitted(services, token);
    if (isOver(rules.leaseEndNs(token), services)) this.#on('lapsed');
    else if (caller === null) this.#on('revoked');
    else this.#grant('admitted', token, caller);
  }

  /** The session has no caller yet: op auth must authenticate it. */
  openAnonymously(): void {
    this.#on('anonymous');
  }

  #do(effect: SessionEffect): void {
    switch (effect) {
      case 'greet':
        this.#send('sessionOpened', eventFrame('sessionOpened', this.#servedGrant()));
        this.#beginLease();
        this.#ops.proceed();
        return;
      case 'await-auth': {
        const { clock, limits } = this.services;
        this.#patience = clock.after(limits.unauthenticatedIdleMs, 'socket unauthenticated', () => this.#on('idle'));
        this.#ops.proceed();
        return;
      }
      case 'take-leave':
        this.#endRevoked();
        return;
      case 'renew':
        this.#patience?.cancel();
        this.#dropTopics();
        return;
      case 'warn':
        this.#warn();
        return;
      case 'complain': {
        const refusal = new SocketRefusal('BACKPRESSURE', 'too much of this session is unread: it is closed');
        this.#put('error', this.kind.refuse('error', null, refusal));
        this.#close(CLOSES.overrun, 'slow reader');
        return;
      }
      case 'close-lapsed':
        this.#close(CLOSES.lapsed, 'lapsed');
        return;
      case 'close-idle':
        this.#close(CLOSES.idle, 'idle');
        return;
      case 'close-overrun':
        this.#close(CLOSES.overrun, 'slow reader');
        return;
      case 'finish-ops':
        // The machine's time: a virtual clock may stand still while the process ends.
        this.#patience = this.services.machineClock.after(LEAVE_MS, 'session leaves', () => this.#on('answered'));
        this.#ops.finish(() => this.#out.behind(() => this.#on('answered')));
        return;
      case 'close-drained':
        this.#close(this.#leaveWith, 'drained');
        return;
      case 'end':
        this.services.sessions.end(this.#number);
        return;
    }
  }

  #endRevoked(): void {
    const [closeCode, code] = CLOSES.revoked;
    const when =
      this.#grantee === undefined ? 'between the handshake and the first frame' : 'while the session was open';
    const message = `access was revoked ${when}`;
    if (this.kind.announcesRevocation)
      this.#put('sessionClosing', eventFrame('sessionClosing', { code, closeCode, retryable: false, message }));
    this.#out.closeBehind(...CLOSES.revoked);
    this.#watch.ended({ code: closeCode, why: 'revoked' });
  }

  #close(reason: CloseReason, why: EndReason): void {
    this.#out.close(...reason);
    this.#watch.ended({ code: reason[0], why });
  }

  /** A conforming member keeps all topics. */
  #dropTopics(): void {
    const subscriptions = this.#subscriptions;
    const { sessionRules: rules } = this.services;
    subscriptions?.remove([...subscriptions.held].filter((topic) => !rules.isKept(topic)));
  }

  #warn(): void {
    const { services } = this;
    const { sessionRules: rules } = services;
    const { token, grant } = this.grantee;
    const { expiresAtNs } = grant;
    // A credential that has ended is not renewed: over a long session only the last ones are kept.
    this.#warned = [...this.#warned.filter((warned) => !isOver(rules.leaseEndNs(warned), services)), token];
    const inMs = Number((BigInt(expiresAtNs) - services.clock.nowNs()) / NS_PER_MS);
    this.#send('sessionExpiring', eventFrame('sessionExpiring', { expiresAtNs, inMs }));
  }

  /** false: the event has no effect in this state. */
  #on(event: SessionEvent): boolean {
    const step = stepOf(this.#state, event);
    if (step === undefined) return false;
    this.#state = step.to;
    if (step.to === 'closing' || step.to === 'closed') this.#release();
    this.#do(step.does);
    return true;
  }

  /** A closing session holds no timer and no subscription. */
  #release(): void {
    this.#lease.end();
    this.#patience?.cancel();
    this.#subscriptions?.stop();
    this.#subscriptions = undefined;
    this.#ops.stop();
  }

  received(text: string | null): void {
    // The timer may fire late, or the clock may be ahead of it: an expired lease serves nothing.
    if (this.#state === 'open' && this.#lease.isOver) this.#on('lapsed');
    if (this.#isClosing || this.#state === 'leaving' || this.#ops.receive(text)) return;
    if (this.#state === 'opening') this.#on('overrun');
    else this.#ops.refuse(text);
  }

  /** Renews the lease for the session's principal, or authenticates a session without one. */
  async authenticate({ token: bearer, ...strange }: Readonly<Record<string, unknown>>): Promise<Done> {
    if (typeof bearer !== 'string' || Object.keys(strange).length > 0) {
      throw new SocketRefusal('MALFORMED', 'params: takes token, a string, and nothing else');
    }
    const { kind, services } = this;
    const { sessionRules: rules } = services;
    const token = await rules.verify(services, bearer, kind.socket);
    if (this.#grantee !== undefined && !rules.isSameGrantee(this.#grantee.token, token)) {
      throw new SocketRefusal('FORBIDDEN_PRINCIPAL', 'the token is of another principal: open another session');
    }
    const caller = await rules.admit(services, token);
    if (isOver(rules.leaseEndNs(token), services)) {
      throw new SocketRefusal('INVALID_TOKEN', 'the access token has expired');
    }
    // The client receives no answer any more, but the observer receives the result.
    if (this.#isClosing) throw new SocketRefusal('SESSION_EXPIRED', 'the session was closed before it was renewed');
    this.#grant('granted', token, caller);
    return { rest: kind.acknowledgement(this.#servedGrant()), afterwards: () => this.#beginLease() };
  }

  /** The grant without the scopes that this member's version does not know. */
  #servedGrant(): Grantee['grant'] {
    const { grant } = this.grantee;
    return { ...grant, capabilities: knownScopes(this.services.gates, grant.capabilities) };
  }

  #grant(event: 'admitted' | 'granted', token: Token, caller: Caller): void {
    const { sessionRules: rules } = this.services;
    const grant = rules.grantOf(caller, rules.leaseEndNs(token));
    this.#grantee = { token, caller, grant };
    this.#on(event);
  }

  /** Called after the frame that carries the grant: a short life is warned of at once. */
  #beginLease(): void {
    if (this.#state === 'open') this.#leaseUntil(this.services.sessionRules.leaseEndNs(this.grantee.token));
  }

  #leaseUntil(endNs: bigint | null): void {
    const { kind, services } = this;
    const { sessionRules: rules } = services;
    const { token } = this.grantee;
    const isWarned = this.#warned.some((warned) => rules.isSameCredential(warned, token));
    const warns = kind.warns && endNs !== null && !isWarned;
    this.#lease.begin(endNs, warns ? rules.expiringAtNs(endNs, services.limits.sessionExpiringLeadMs) : null);
  }

  get #isClosing(): boolean {
    return this.#state === 'closing' || this.#state === 'closed';
  }

  answer(op: string, frame: Frame): void {
    if (!this.#isClosing) this.#out.send(op, JSON.stringify(frame), false);
  }

  /** Nothing is sent once the session is closing (T47). */
  #send(name: string, frame: Frame, text?: string): void {
    if (!this.#isClosing) this.#put(name, frame, text);
  }

  #put(name: string, frame: Frame, text?: string): void {
    this.#out.send(name, text ?? JSON.stringify(frame));
  }
}

function isOver(leaseEndNs: bigint | null, { clock }: Services): boolean {
  return leaseEndNs !== null && leaseEndNs <= clock.nowNs();
}
