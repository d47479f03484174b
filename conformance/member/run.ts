/** What all sessions of a run share to reach its target. */
import type { Stopwatch } from '../runner/stopwatch.ts';
import type { Bodies } from './bodies/bodies.ts';
import type { Dial } from './connection/dial.ts';
import { type ControlPlane, controlPlane } from './control/control-plane.ts';
import type { ClockKind } from './control/control-session.ts';
import { readClock, TargetClock } from './control/target-clock.ts';
import { type WatchedPlane, watchedPlane } from './control/watched-plane.ts';
import { type Effects, effectsOf } from './effects/effects.ts';
import { ForeignLedger } from './exchange/foreign-ledger.ts';
import { MetAnswers } from './exchange/met-answers.ts';
import { Redactor } from './exchange/redactor.ts';
import { SettlingBound } from './exchange/settling.ts';
import { allowanceOf } from './profile/allowance.ts';
import type { PrincipalName } from './profile/principals.ts';
import type { Profile } from './profile/profile.ts';
import type { LoadedProfile } from './profile/read-profile.ts';
import { USUAL_READ_LAG_MS } from './profile/target-facts.ts';
import type { TargetOptions } from './profile/target-options.ts';
import { Bounds } from './sending/bounds.ts';
import { CircuitBreaker, type Probe } from './sending/circuit-breaker.ts';
import { Hanging } from './sending/hanging.ts';
import { InFlight } from './sending/in-flight.ts';
import { type Pace, pace } from './sending/pace.ts';
import { probeMember } from './sending/probe.ts';
import { RunIdentity } from './sending/run-identity.ts';
import { RunTrace } from './sending/run-trace.ts';
import { TicketRoom } from './sending/ticket-room.ts';
import { httpTransport, type Transport } from './sending/transport.ts';
import { Line } from './sending/waited-time.ts';
import { tokenEndpointOf } from './tokens/token-grant.ts';
import { Tokens } from './tokens/tokens.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

export class Run {
  readonly profile: Profile;
  readonly principals: readonly PrincipalName[];
  readonly timeoutMs: number;
  /** How long after a write a read may not show it. */
  readonly readLagMs: number;
  readonly base: URL;
  readonly stopwatch: Stopwatch;
  readonly freshKey: () => string;
  readonly transport: Transport;
  /** Opens the connections of sockets and raw bytes, as `transport` does for requests. */
  readonly dial: Dial;
  /** undefined: no control plane. */
  readonly plane: ControlPlane | undefined;
  readonly watched: WatchedPlane | undefined;
  readonly clock: ClockKind;
  readonly targetClock: TargetClock;
  readonly identity: RunIdentity;
  readonly tokens: Tokens;
  /** Knows the secrets of the whole run. */
  readonly redactor = new Redactor();
  /** undefined: a throwaway world. */
  readonly effects: Effects | undefined;
  readonly bounds: Bounds;
  /** Principals that no write is sent as, and why: they are let in where they must be refused (HeldBack). */
  readonly heldWrites = new Map<string, string>();
  readonly breaker: CircuitBreaker;
  readonly hanging: Hanging;
  readonly inFlight: InFlight;
  readonly pace: Pace;
  readonly line = new Line();
  readonly ledger: ForeignLedger;
  readonly settlingBound = new SettlingBound();
  readonly ticketRoom: TicketRoom;
  readonly trace: RunTrace;
  readonly met = new MetAnswers();
  /** Fits the bodies of writes to the member; undefined until its document is read. */
  bodies: Bodies | undefined;
  /** The number of requests sent so far. */
  requests = 0;

  /** Throws a TargetProblem where the control plane does not respond. */
  static async start(loaded: LoadedProfile, options: TargetOptions): Promise<Run> {
    const { profile, dial } = loaded;
    const { stopwatch } = options;
    const breaker = new CircuitBreaker(stopwatch);
    const transport =
      profile.control === undefined ? undefined : httpTransport(profile.control, stopwatch, undefined, dial);
    const watched = transport && watchedPlane(transport, breaker, stopwatch);
    const plane = watched && controlPlane(watched.transport);
    return new Run(loaded, options, {
      breaker,
      watched,
      plane,
      clock: await readClock(plane, profile.control, stopwatch),
    });
  }

  private constructor(
    loaded: LoadedProfile,
    options: TargetOptions,
    reached: Pick<Run, 'breaker' | 'watched' | 'plane'> & { readonly clock: ClockKind & { readonly nowMs: number } },
  ) {
    const { profile, credentials, dial } = loaded;
    const { stopwatch } = options;
    const { plane, clock } = reached;
    const { requestsPerSecond, requestsAtOnce } = allowanceOf(profile);
    const rate = clock.mode === 'virtual' ? 0 : clock.rate;
    this.profile = profile;
    this.principals = [...credentials.keys()];
    this.timeoutMs = profile.limits?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.readLagMs = profile.limits?.readLagMs ?? USUAL_READ_LAG_MS;
    this.base = new URL(profile.baseUrl);
    this.stopwatch = stopwatch;
    this.freshKey = options.freshKey;
    this.transport = options.transport ?? httpTransport(profile.baseUrl, stopwatch, undefined, dial);
    this.dial = dial;
    this.plane = plane;
    this.watched = reached.watched;
    this.clock = clock;
    this.targetClock = new TargetClock(stopwatch, rate, clock.nowMs);
    this.identity = new RunIdentity(options.userAgent, options.run);
    const endpoint = tokenEndpointOf(loaded, () => this.identity.headers());
    this.tokens = new Tokens(credentials, endpoint, this.redactor, stopwatch, this.targetClock);
    this.effects = effectsOf(profile, options.onEffect, options.recorded);
    this.bounds = new Bounds(options.most);
    this.breaker = reached.breaker;
    this.hanging = new Hanging(stopwatch, this.timeoutMs);
    this.inFlight = new InFlight(requestsAtOnce);
    this.pace = pace(requestsPerSecond, stopwatch, plane === undefined);
    this.ledger = new ForeignLedger((times) => this.breaker.takeBack(times));
    this.ticketRoom = new TicketRoom(stopwatch, rate);
    this.trace = new RunTrace(() => stopwatch.nowMs());
    // With a control plane, checks may break the issuer themselves.
    if (plane === undefined) {
      this.tokens.onUnreached = (what, sentAtMs, again) => this.breaker.saw({ kind: 'failure', what, sentAtMs }, again);
    }
  }

  /** Counts a request that is sent. */
  readonly onSend = (): void => {
    this.requests += 1;
    this.bounds.sent();
  };

  /** Probes the member. */
  readonly probe: Probe = () =>
    probeMember({
      transport: this.transport,
      ledger: this.ledger,
      onSend: this.onSend,
      tokens: this.tokens.held(),
      headers: this.identity.headers().flat(),
    });

  /** The world was reset or restored: what the run knows of it is gone. */
  worldReset(): void {
    this.ticketRoom.forget();
    this.met.forgetOperations();
    this.trace.worldReset();
  }

  async close(): Promise<void> {
    await Promise.all([this.transport.close(), this.plane?.close(), this.tokens.close()]);
  }
}
