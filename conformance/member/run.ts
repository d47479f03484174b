/** What all sessions of a run share to reach its target. */
import type { Bodies } from './bodies/bodies.ts';
import { controlPlane } from './control/control-plane.ts';
import { readClock, TargetClock } from './control/target-clock.ts';
import { watchedPlane } from './control/watched-plane.ts';
import { effectsOf } from './effects/effects.ts';
import { ForeignLedger } from './exchange/foreign-ledger.ts';
import { MetAnswers } from './exchange/met-answers.ts';
import { Redactor } from './exchange/redactor.ts';
import { SettlingBound } from './exchange/settling.ts';
import { HookBook } from './hooks/hook-book.ts';
import { allowanceOf } from './profile/allowance.ts';
import type { LoadedProfile } from './profile/read-profile.ts';
import { USUAL_READ_LAG_MS } from './profile/target-facts.ts';
import type { TargetOptions } from './profile/target-options.ts';
import { Bounds } from './sending/bounds.ts';
import { CircuitBreaker } from './sending/circuit-breaker.ts';
import { Hanging } from './sending/hanging.ts';
import { InFlight } from './sending/in-flight.ts';
import { pace } from './sending/pace.ts';
import { probeMember } from './sending/probe.ts';
import { RunIdentity } from './sending/run-identity.ts';
import { RunTrace } from './sending/run-trace.ts';
import { TicketRoom } from './sending/ticket-room.ts';
import { transportTo } from './sending/transport.ts';
import { Line } from './sending/waited-time.ts';
import { tokenEndpointOf } from './tokens/token-grant.ts';
import { Tokens } from './tokens/tokens.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Throws a TargetProblem where the control plane does not respond. */
export async function startRun(loaded: LoadedProfile, options: TargetOptions) {
  const { profile, credentials, dial } = loaded;
  const { stopwatch } = options;
  const { requestsPerSecond, requestsAtOnce } = allowanceOf(profile);
  const timeoutMs = profile.limits?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const breaker = new CircuitBreaker(stopwatch);
  const plain = profile.control === undefined ? undefined : transportTo(loaded, profile.control, stopwatch);
  const watched = plain && watchedPlane(plain, breaker, stopwatch);
  const plane = watched && controlPlane(watched.transport);
  const clock = await readClock(plane, profile.control, stopwatch);
  const rate = clock.mode === 'virtual' ? 0 : clock.rate;
  const targetClock = new TargetClock(stopwatch, rate, clock.nowMs);
  const identity = new RunIdentity(options.userAgent, options.run);
  const transport = options.transport ?? transportTo(loaded, profile.baseUrl, stopwatch);
  const redactor = new Redactor();
  const endpoint = tokenEndpointOf(loaded, () => identity.headers());
  const tokens = new Tokens(credentials, endpoint, redactor, stopwatch, targetClock);
  // With a control plane, checks may break the issuer themselves.
  if (plane === undefined) {
    tokens.onUnreached = (what, sentAtMs, again) => breaker.saw({ kind: 'failure', what, sentAtMs }, again);
  }
  const bounds = new Bounds(options.most);
  const ledger = new ForeignLedger((times) => breaker.takeBack(times));
  const ticketRoom = new TicketRoom(stopwatch, rate);
  const trace = new RunTrace(() => stopwatch.nowMs());
  const met = new MetAnswers();
  const hooks = new HookBook({ hooks: loaded.hooks, stopwatch, redactor, breaker, onEffect: options.onEffect });
  const run = {
    ...{ profile, timeoutMs, stopwatch, transport, plane, watched, clock, targetClock, identity, tokens, redactor },
    ...{ hooks, bounds, breaker, ledger, ticketRoom, trace, met },
    principals: [...credentials.keys()],
    freshKey: options.freshKey,
    base: new URL(profile.baseUrl),
    /** Opens the connections of sockets and raw bytes, as `transport` does for requests. */
    dial,
    /** How long after a write a read may not show it. */
    readLagMs: profile.limits?.readLagMs ?? USUAL_READ_LAG_MS,
    /** undefined: a throwaway world. */
    effects: effectsOf(profile, options.onEffect, options.recorded),
    /** Principals that no write is sent as, and why: they are let in where they must be refused (HeldBack). */
    heldWrites: new Map<string, string>(),
    hanging: new Hanging(stopwatch, timeoutMs),
    inFlight: new InFlight(requestsAtOnce),
    pace: pace(requestsPerSecond, stopwatch, plane === undefined),
    line: new Line(),
    settlingBound: new SettlingBound(),
    /** Fits the bodies of writes to the member; undefined until its document is read. */
    bodies: undefined as Bodies | undefined,
    /** The number of requests sent so far. */
    requests: 0,
    /** Counts a request that is sent. */
    onSend(): void {
      run.requests += 1;
      bounds.sent();
    },
    /** Probes the member. */
    probe: () => probeMember(run),
    /** The world was reset or restored: what the run knows of it is gone. */
    worldReset(): void {
      ticketRoom.forget();
      met.forgetOperations();
      trace.worldReset();
    },
    async close(): Promise<void> {
      await Promise.all([transport.close(), plane?.close(), tokens.close()]);
    },
  };
  return run;
}

export type Run = Awaited<ReturnType<typeof startRun>>;
