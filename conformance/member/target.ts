import { bodiesOf } from './bodies/bodies.ts';
import { json } from './exchange/exchange.ts';
import type { ForeignCount } from './exchange/foreign-ledger.ts';
import type { HookRow } from './hooks/hook-book.ts';
import { factsOf } from './profile/facts-of.ts';
import type { Profile } from './profile/profile.ts';
import { reach } from './profile/reach.ts';
import type { LoadedProfile } from './profile/read-profile.ts';
import { ofTheWindow, readDocument, versionsSeen } from './profile/served-versions.ts';
import type { TargetFacts } from './profile/target-facts.ts';
import { patienceOn, type TargetOptions } from './profile/target-options.ts';
import { ExpiredTokens, TargetProblem } from './profile/target-problem.ts';
import { startRun } from './run.ts';
import type { Manners } from './sending/manners.ts';
import type { RunTrace } from './sending/run-trace.ts';
import { Unreached } from './sending/unreached.ts';
import { OpenSession, type Session } from './session.ts';
import type { ExpiredToken } from './tokens/token-expiry.ts';
import { NoToken, type Tokens } from './tokens/tokens.ts';

export type ClockMode = 'real' | 'virtual' | 'scaled';

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
  /** Settles once it is known whether the target is lost; undefined: nothing makes one doubt it. */
  doubted(): Promise<void> | undefined;
  /** The commands of hooks that were run so far. */
  hookRows(): readonly HookRow[];
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

/** Reaches the target and determines its facts. Throws a TargetProblem where it does not respond. */
export async function connect(loaded: LoadedProfile, options: TargetOptions): Promise<Target> {
  const { profile } = loaded;
  const { fixtures } = profile;
  const run = await startRun(loaded, options);
  const { bounds, breaker, clock, ledger, plane, tokens } = run;
  const open = (manners?: Manners) => new OpenSession(run, manners);
  try {
    refuseExpired(tokens);
    await reach(profile, open(), ledger);
    const document = await readDocument(profile, open());
    const facts = ofTheWindow(
      await factsOf(profile, document, plane),
      await versionsSeen(profile, document, open(), plane),
    );
    const published = document === undefined ? undefined : json(document);
    const bodies = bodiesOf(profile, published);
    run.bodies = bodies;
    refuseExpired(tokens);
    return {
      // The orders of every check have what the member requires and the interface does not name.
      profile:
        fixtures === undefined ? profile : { ...profile, fixtures: { ...fixtures, order: bodies.orderDefaults() } },
      facts,
      document: published,
      run: options.run,
      clockMode: clock.mode,
      patienceMs: patienceOn(clock, options),
      expiredTokens: () => tokens.expired(),
      foreignAnswers: () => ledger.counts(),
      lost: breaker.signal,
      doubted: () => breaker.turn(),
      hookRows: () => run.hooks.rows,
      planExceeded: bounds.signal,
      heldWrites: run.heldWrites,
      requests: () => run.requests,
      trace: run.trace,
      session: open,
      async reset() {
        await run.watched?.insistOn(async () => plane?.reset());
        run.worldReset();
      },
      close: () => run.close(),
    };
  } catch (error) {
    await run.close();
    if (error instanceof NoToken) throw new TargetProblem(`${error.message}; mend ${error.mend}`);
    throw error instanceof Unreached ? new TargetProblem(error.message) : error;
  }
}

function refuseExpired(tokens: Tokens): void {
  if (tokens.expired().length > 0) throw new ExpiredTokens(tokens.expired());
}
