import type { Actor } from './actor.ts';
import type { Bodies } from './bodies/bodies.ts';
import { bodiesOf } from './bodies/bodies-of.ts';
import type { Control } from './control/control.ts';
import { type ControlAction, ControlRecord } from './control/control-action.ts';
import type { ControlPlane } from './control/control-plane.ts';
import { controlPlane } from './control/control-plane.ts';
import type { ClockKind } from './control/control-session.ts';
import { ControlSession } from './control/control-session.ts';
import { mintedMarks } from './control/minted-marks.ts';
import { readClock } from './control/read-clock.ts';
import { TargetClock } from './control/target-clock.ts';
import type { WatchedPlane } from './control/watched-plane.ts';
import { watchedPlane } from './control/watched-plane.ts';
import { effectsOf } from './effects/effects-of.ts';
import type { Conversation } from './exchange/conversation.ts';
import type { Exchange } from './exchange/exchange.ts';
import { json } from './exchange/exchange.ts';
import type { ForeignCount } from './exchange/foreign-ledger.ts';
import { ForeignLedger } from './exchange/foreign-ledger.ts';
import { type Met, MetAnswers } from './exchange/met-answers.ts';
import type { Note } from './exchange/note.ts';
import { Redactor } from './exchange/redactor.ts';
import { SettlingBound } from './exchange/settling.ts';
import { allowanceOf } from './profile/allowance.ts';
import { factsOf } from './profile/facts-of.ts';
import type { PrincipalName } from './profile/principals.ts';
import type { Profile } from './profile/profile.ts';
import { reach } from './profile/reach.ts';
import type { LoadedProfile } from './profile/read-profile.ts';
import { ofTheWindow, readDocument, versionsSeen } from './profile/served-versions.ts';
import type { TargetFacts } from './profile/target-facts.ts';
import { USUAL_READ_LAG_MS } from './profile/target-facts.ts';
import { patienceOn, type TargetOptions } from './profile/target-options.ts';
import { ExpiredTokens, TargetProblem } from './profile/target-problem.ts';
import { withOrderDefaults } from './profile/with-order-defaults.ts';
import { type Actors, ActorsOnDemand } from './sending/actors-on-demand.ts';
import { Bounds } from './sending/bounds.ts';
import { CircuitBreaker } from './sending/circuit-breaker.ts';
import { Hanging } from './sending/hanging.ts';
import { httpActor } from './sending/http-actor.ts';
import { InFlight } from './sending/in-flight.ts';
import { Line } from './sending/line.ts';
import type { Manners } from './sending/manners.ts';
import { pace } from './sending/pace.ts';
import { probeMember } from './sending/probe.ts';
import { Recorder } from './sending/recorder.ts';
import { RepeatedRequests } from './sending/repeated-requests.ts';
import { RunIdentity } from './sending/run-identity.ts';
import { RunTrace } from './sending/run-trace.ts';
import { TicketRoom } from './sending/ticket-room.ts';
import { httpTransport } from './sending/transport.ts';
import { isUnreached, Unreached } from './sending/unreached.ts';
import { WaitedTime } from './sending/waited-time.ts';
import type { Wire } from './sending/wire.ts';
import { NoToken } from './tokens/no-token.ts';
import type { ExpiredToken } from './tokens/token-expiry.ts';
import { tokenEndpointOf } from './tokens/token-grant.ts';
import { Tokens } from './tokens/tokens.ts';

export type ClockMode = 'real' | 'virtual' | 'scaled';

/** One run of a check, or one scenario: actors, the control plane, and the record. */
export interface Session {
  readonly actors: Actors;
  readonly anonymous: Actor;
  readonly control: Control | undefined;
  /** Lets this much of the target's time pass: advances a virtual clock, sleeps otherwise. */
  elapse(ms: number): Promise<void>;
  /** Waits until no other check of the run is left to run beside the session. */
  othersDone(): Promise<void>;
  /**
   * Reserves room for `count` tickets of a user, until the session finishes: waits where the suite itself has minted many
   * in the last minute, or means to (TKT-06).
   */
  makeRoomForTickets(count?: number, user?: PrincipalName): Promise<void>;
  /**
   * Real milliseconds for which the suite itself delayed this session: its pace, room for tickets, `elapse` on a
   * running clock. They do not count as slowness of the target.
   */
  waitedMs(): number;
  /** In order of sending; one that still waits for its response is listed as unanswered. */
  exchanges(): readonly Exchange[];
  /** Answers that the sessions of the run have met so far. The session's own history has them too (`recalled`). */
  recall(met: Met): readonly Exchange[];
  recalled(): readonly Exchange[];
  /** The WebSocket connections, in order of opening, each with all messages so far. */
  conversations(): readonly Conversation[];
  /** What the session changed through the control plane, in order. */
  controlActions(): readonly ControlAction[];
  /** Records an observation that is no response of the target. */
  note(label: string, value: unknown): void;
  notes(): readonly Note[];
  /** Whether the check itself set a fault or changed members or owners: it may then have caused a failing response. */
  disturbed(): boolean;
  /**
   * Stops all activity in the session: nothing more is sent, faults are removed, and requests in flight are awaited, at
   * most for the profile's `limits.timeoutMs`.
   */
  halt(): Promise<void>;
  /** Closes the sockets and removes the added faults; returns those that should have fired but never did. */
  finish(): Promise<readonly string[]>;
}

export interface Target {
  readonly profile: Profile;
  readonly facts: TargetFacts;
  /** The contract document that it serves, as read when it was reached; undefined: none that can be read. */
  readonly document?: unknown;
  /** The run name in its requests; undefined: none. */
  readonly run: string | undefined;
  /** `real` without a control plane. */
  readonly clockMode: ClockMode;
  /** How long a check may let the target's time pass; infinite on a virtual clock. */
  readonly patienceMs: number;
  /** The static tokens of the profile that have expired; no actor sends them any more. */
  expiredTokens(): readonly ExpiredToken[];
  /** Foreign responses so far, most frequent first. */
  foreignAnswers(): readonly ForeignCount[];
  /** Aborted once the target is lost (circuit-breaker.ts); its reason is the cause, in one line. */
  readonly lost: AbortSignal;
  /**
   * Aborted if the run would exceed its plan (bounds.ts); its reason names the bound. Clean-up requests are still sent.
   */
  readonly planExceeded: AbortSignal;
  /** Principals that no write is sent as, and why: they are let in where they must be refused (HeldBack). */
  readonly heldWrites: Map<string, string>;
  /** The number of requests sent so far. */
  requests(): number;
  /** Of everything that was sent, for the report. */
  readonly trace: Pick<RunTrace, 'timeline' | 'latency'>;
  session(manners?: Manners): Session;
  /** Resets the world to its seed. */
  reset(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const LONGEST_REAL_WAIT_MS = 20;
const POLLS_OF_A_CLOCK_AT_REST = 5;

/** Reaches the target and determines its facts. Throws a TargetProblem where it does not respond. */
export async function connect(loaded: LoadedProfile, options: TargetOptions): Promise<Target> {
  const { profile, credentials, dial } = loaded;
  const { stopwatch } = options;
  const redactor = new Redactor();
  const allowance = allowanceOf(profile);
  const breaker = new CircuitBreaker(stopwatch);
  const watched =
    profile.control === undefined
      ? undefined
      : watchedPlane(httpTransport(profile.control, stopwatch, undefined, dial), breaker, stopwatch, isUnreached);
  const plane = watched && controlPlane(watched.transport);
  let requests = 0;
  const bounds = new Bounds(options.most);
  const identity = new RunIdentity(options.userAgent, options.run);
  const ledger = new ForeignLedger((times) => breaker.takeBack(times));
  const clock = await readClock(plane, profile.control, stopwatch);
  const targetClock = new TargetClock(stopwatch, clock.mode === 'virtual' ? 0 : clock.rate, clock.nowMs);
  const wire: Wire = {
    identity,
    transport: options.transport ?? httpTransport(profile.baseUrl, stopwatch, undefined, dial),
    base: new URL(profile.baseUrl),
    pace: pace(allowance.requestsPerSecond, stopwatch, plane === undefined),
    inFlight: new InFlight(allowance.requestsAtOnce),
    heldWrites: new Map(),
    effects: effectsOf(profile, options.onEffect, options.recorded),
    line: new Line(),
    breaker,
    bounds,
    hanging: new Hanging(stopwatch, profile.limits?.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    probe: () =>
      probeMember({
        transport: wire.transport,
        ledger,
        onSend: wire.onSend,
        tokens: tokens?.held() ?? [],
        headers: identity.headers().flat(),
      }),
    stopwatch,
    redactor,
    dial,
    trace: new RunTrace(() => stopwatch.nowMs()),
    met: new MetAnswers(),
    ticketRoom: new TicketRoom(stopwatch, clock.mode === 'virtual' ? 0 : clock.rate),
    onSend: () => {
      requests += 1;
      bounds.sent();
    },
  };
  const close = () => Promise.all([wire.transport.close(), plane?.close(), tokens?.close()]).then(() => {});
  let tokens: Tokens | undefined;
  try {
    const held = new Tokens(
      credentials,
      tokenEndpointOf(loaded, () => identity.headers()),
      redactor,
      stopwatch,
      targetClock,
    );
    tokens = held;
    // With a control plane, checks may break the issuer themselves.
    if (plane === undefined) {
      held.onUnreached = (what, sentAtMs, again) => breaker.saw({ kind: 'failure', what, sentAtMs }, again);
    }
    refuseExpired(held);
    let bodies: Bodies | undefined;
    const open = opener(loaded, options, wire, held, plane, watched, clock, targetClock, () => bodies, ledger);
    await reach(profile, open(), ledger);
    const document = await readDocument(profile, open());
    const facts = ofTheWindow(
      await factsOf(profile, document, plane),
      await versionsSeen(profile, document, open(), plane),
    );
    const published = document === undefined ? undefined : json(document);
    const fitting = bodiesOf(profile, published);
    bodies = fitting;
    refuseExpired(held);
    return {
      profile: withOrderDefaults(profile, fitting),
      facts,
      document: published,
      run: options.run,
      clockMode: clock.mode,
      patienceMs: patienceOn(clock, options),
      expiredTokens: () => held.expired(),
      foreignAnswers: () => ledger.counts(),
      lost: breaker.signal,
      planExceeded: bounds.signal,
      heldWrites: wire.heldWrites,
      requests: () => requests,
      trace: wire.trace,
      session: open,
      async reset() {
        await watched?.insistOn(async () => plane?.reset());
        wire.ticketRoom.forget();
        wire.met.forgetOperations();
        wire.trace.worldReset();
      },
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof NoToken) throw new TargetProblem(`${error.message}; mend ${error.mend}`);
    throw error instanceof Unreached ? new TargetProblem(error.message) : error;
  }
}

function refuseExpired(tokens: Tokens): void {
  if (tokens.expired().length > 0) throw new ExpiredTokens(tokens.expired());
}

function opener(
  { profile, credentials }: LoadedProfile,
  options: TargetOptions,
  wire: Wire,
  tokens: Tokens,
  plane: ControlPlane | undefined,
  watched: WatchedPlane | undefined,
  clock: ClockKind,
  targetClock: TargetClock,
  bodies: () => Bodies | undefined,
  ledger: ForeignLedger,
): (manners?: Manners) => Session {
  const bound = new SettlingBound();
  return (manners = {}) => {
    const waited = new WaitedTime(wire.stopwatch, manners.rest);
    const sleep = (ms: number) => waited.resting(wire.stopwatch.sleep(ms));
    const isDisturbed = () => control?.disturbed ?? false;
    const judgesBusyAnswers = manners.waitsWhileBusy !== true;
    const { statesRequestIds = true } = manners;
    const recorder = new Recorder(wire, waited, {
      ...{ ledger, isDisturbed, judgesBusyAnswers, statesRequestIds },
      check: manners.check ?? null,
    });
    const recalled: Exchange[] = [];
    const userAgent = wire.identity.userAgent(manners.check);
    const timeoutMs = profile.limits?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const settling = {
      bound,
      isHeldBack: (key: string) => control?.holdsBack(key) === true,
      nowMs: () => wire.stopwatch.nowMs(),
      async wait(ms: number, polls: number) {
        // Advance a clock that is moved by hand only if nothing else settles the write: checks count its time.
        if (clock.mode === 'virtual') await sleep(Math.min(ms, LONGEST_REAL_WAIT_MS));
        if (clock.mode !== 'virtual' || polls > POLLS_OF_A_CLOCK_AT_REST) await elapse(ms);
      },
    };
    const actor = (name: string, own?: PrincipalName) =>
      httpActor({
        name,
        ...(own !== undefined && { ownToken: () => tokens.of(own), freshToken: (kind) => tokens.fresh(own, kind) }),
        recorder,
        freshKey: options.freshKey,
        timeoutMs,
        userAgent,
        base: wire.base,
        sockets: profile.sockets ?? {},
        settling,
        bodies: manners.fitsBodies === true ? bodies() : undefined,
        repeated,
        resending: {
          ledger,
          isDisturbed,
          sleep,
          nowMs: () => wire.stopwatch.nowMs(),
        },
      });
    const requests = new RepeatedRequests({
      nowMs: () => wire.stopwatch.nowMs(),
      // On a virtual clock, wait for a busy member in real time.
      wait: (ms) => (clock.mode === 'virtual' ? sleep(ms) : elapse(ms)),
      readLagMs: profile.limits?.readLagMs ?? USUAL_READ_LAG_MS,
      keepsBusyAnswers: judgesBusyAnswers,
      keepsStaleReads: manners.repeatsStaleReads !== true,
    });
    // A check that sets faults or moves members wants the responses that result from it. The sandbox's own members need
    // no waiting on a virtual clock.
    const isAtRest = clock.mode === 'virtual' && profile.strict === true;
    const repeated = () => (isAtRest || control?.disturbed === true ? undefined : requests);
    const worldReset = () => {
      wire.ticketRoom.forget();
      wire.met.forgetOperations();
      wire.trace.worldReset();
    };
    const hooks = {
      timeMoved(byMs: number, nowMs: number) {
        targetClock.isAt(nowMs);
        wire.ticketRoom.moved(byMs);
        wire.met.moved(byMs);
      },
      worldReset,
      worldRestored(nowMs: number) {
        targetClock.isAt(nowMs);
        tokens.drop();
        worldReset();
      },
      minted: mintedMarks(recorder, manners.numbersTokens),
      began: wire.trace.began,
    };
    const actions = new ControlRecord(() => recorder.latest());
    const ownPlane = watched && controlPlane(actions.through(watched.transport));
    const control = ownPlane === undefined ? undefined : new ControlSession(ownPlane, wire.stopwatch, clock, hooks);
    const elapse = async (ms: number) => {
      if (control !== undefined && clock.mode === 'virtual') await control.advance(ms);
      else await sleep(ms / clock.rate);
    };
    return {
      actors: new ActorsOnDemand(credentials.keys(), (name) => actor(name, name)),
      anonymous: actor('anonymous'),
      control,
      elapse,
      async othersDone() {
        wire.ticketRoom.done(recorder);
        await waited.during(manners.othersDone?.() ?? Promise.resolve());
      },
      async makeRoomForTickets(count = 25, user = 'trader') {
        for (;;) {
          const waitMs = wire.ticketRoom.reserve(recorder, user, count);
          if (waitMs === 0) return;
          await elapse(waitMs);
        }
      },
      waitedMs: () => waited.ms(),
      exchanges: () => recorder.exchanges(),
      recall(met) {
        const known = wire.met.of(met);
        for (const e of known) recalled.push(e);
        return known;
      },
      recalled: () => recalled,
      conversations: () => recorder.conversations(),
      controlActions: () => actions.actions(),
      note: (label, value) => recorder.note(label, value),
      notes: () => recorder.notes(),
      disturbed: isDisturbed,
      async halt() {
        const answered = recorder.halt();
        try {
          // One of the faults may hold a response back.
          await control?.finish();
        } catch (error) {
          // `finish` reports it again.
          if (!(error instanceof Unreached)) throw error;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        const limit = wire.stopwatch.after(timeoutMs, resolve);
        await Promise.race([answered, promise]);
        limit.cancel();
      },
      async finish() {
        wire.ticketRoom.done(recorder);
        await recorder.closeSockets();
        if (control === undefined || watched === undefined) return [];
        return (await watched.insistOn(() => control.finish())) ?? [];
      },
    };
  };
}
