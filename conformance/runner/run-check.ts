/** One check, as often as it wants to be run, down to a row of the record. */
import fc from 'fast-check';
import type { Exchange } from '../target/exchange.ts';
import type { Session, Target } from '../target/target.ts';
import type { Cleared } from './cancel-orders.ts';
import { cancelOrders } from './cancel-orders.ts';
import type { Check } from './check.ts';
import { commandLine } from './command-line.ts';
import { deployedContracts } from './deployed-contracts.ts';
import { answerInWords, curlOf, exchangeInWords } from './describe-exchange.ts';
import { evidenceOf } from './evidence.ts';
import { hash32 } from './hash.ts';
import { History } from './history.ts';
import type { Violated } from './judgement.ts';
import type { CheckRow, Counterexample } from './run-record.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Trial } from './trial.ts';
import { trial } from './trial.ts';

export interface RunCheckOptions {
  readonly target: Target;
  readonly stopwatch: Stopwatch;
  readonly freshKey: () => string;
  /** Of the whole run; each check has its own below it, so that one selected alone sees the same inputs. */
  readonly seed: number;
  /** Instead of the check's own count, where it generates inputs. */
  readonly runs?: number | undefined;
  /** fast-check's way to one failing input. */
  readonly path?: string | undefined;
  readonly timeLimitMs: number;
  /** The options of a command line that name this target; absent: a sandbox of its own. */
  readonly targetOptions?: readonly string[] | undefined;
  /** Cancel what each trial leaves open. */
  readonly cleanUp: boolean;
  /** Told of each trial that had orders to clear away. */
  readonly onCleared?: ((cleared: Cleared, cutOff: boolean) => void) | undefined;
  /** Cuts off the trial under way; its faults and its orders are taken away all the same. */
  readonly signal?: AbortSignal | undefined;
}

const USUAL_RUNS = 20;
/** A check that learns nothing so many times is not tried further. */
const MOST_INCONCLUSIVE = 3;

/** What the trials of one check came to so far. */
interface Tally {
  judged: number;
  inconclusive: number;
  last: Trial | undefined;
  firstInconclusive: Trial | undefined;
  firstNotExercised: Trial | undefined;
  lastViolated: (Trial & { readonly judgement: Violated }) | undefined;
  fault: (Trial & { readonly judgement: { readonly why: string } }) | undefined;
  /** Of the states that the check must reach, those that are still to come. */
  readonly unreached: Set<string>;
}

class Failed extends Error {}
const INTERRUPTED = 'the run was interrupted';

function statesToReach({ mustReach }: Check, { profile, clockMode, facts }: Target): Set<string> {
  const controlled = profile.control !== undefined && clockMode === 'virtual';
  const { fixtures = {}, surfaces } = profile;
  return new Set(mustReach?.states({ fixtures, controlled, target: facts, surfaces }) ?? []);
}

function strikeOff(tally: Tally, { mustReach }: Check, target: Target, done: Trial): void {
  if (mustReach === undefined || tally.unreached.size === 0) return;
  const { exchanges, conversations, notes } = done;
  for (const state of mustReach.reachedBy(new History(exchanges, target.facts, conversations, notes)))
    tally.unreached.delete(state);
}

function tallied(tally: Tally, done: Trial): void {
  tally.last = done;
  const { judgement, ...seen } = done;
  switch (judgement.verdict) {
    case 'pass':
      tally.judged += 1;
      return;
    case 'violated':
      tally.judged += 1;
      tally.lastViolated = { judgement, ...seen };
      throw new Failed();
    case 'inconclusive':
      tally.inconclusive += 1;
      tally.firstInconclusive ??= done;
      return;
    case 'not-exercised':
      tally.firstNotExercised ??= done;
      return;
    case 'fault':
      tally.fault = { judgement, ...seen };
      throw new Failed();
  }
}

/** The trial, or undefined as soon as the signal says so. */
async function unlessAborted(done: Promise<Trial>, signal: AbortSignal | undefined): Promise<Trial | undefined> {
  if (signal === undefined) return done;
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const abort = () => resolve(undefined);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([done, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Of a trial that the signal or the time limit cut off: its faults are in place, its orders open, its answers to come. */
async function end(cutOff: Session | undefined, clear: (session: Session) => Promise<void>): Promise<void> {
  if (cutOff === undefined) return;
  await cutOff.halt();
  try {
    await cutOff.finish();
  } finally {
    await clear(cutOff);
  }
}

function enough(tally: Tally): boolean {
  return tally.fault !== undefined || tally.inconclusive >= MOST_INCONCLUSIVE;
}

export async function runCheck(check: Check, options: RunCheckOptions): Promise<CheckRow> {
  const { target, stopwatch, freshKey } = options;
  const begunMs = stopwatch.nowMs();
  const tally: Tally = {
    judged: 0,
    inconclusive: 0,
    last: undefined,
    firstInconclusive: undefined,
    firstNotExercised: undefined,
    lastViolated: undefined,
    fault: undefined,
    unreached: statesToReach(check, target),
  };
  let current: Session | undefined;
  let isInterrupted = false;
  let clearing = Promise.resolve();
  const clear = async (session: Session, cutOff: boolean): Promise<void> => {
    if (!options.cleanUp) return;
    const cleared = await cancelOrders(target, session, { stopwatch, cutOff });
    options.onCleared?.(cleared, cutOff);
  };
  const contracts = deployedContracts(check, target);
  let trials = 0;
  const oneTrial = async (given: unknown): Promise<void> => {
    // A smaller input would be looked for otherwise.
    if (enough(tally) || isInterrupted) return;
    isInterrupted = options.signal?.aborted === true;
    if (isInterrupted) throw new Failed(INTERRUPTED);
    const session = target.session();
    current = session;
    const contract = contracts[trials % contracts.length];
    trials += 1;
    const done = await unlessAborted(trial(check, target, session, freshKey, given, contract), options.signal);
    if (done === undefined) {
      isInterrupted = true;
      await session.halt();
      throw new Failed(INTERRUPTED);
    }
    current = undefined;
    clearing = clear(session, false);
    await clearing;
    if (done.judgement.verdict === 'pass') strikeOff(tally, check, target, done);
    tallied(tally, done);
  };
  const inputs = check.given?.(target.profile.fixtures ?? {}) ?? fc.constant(undefined);
  const details = await fc.check(fc.asyncProperty(inputs, oneTrial), {
    seed: hash32(`${options.seed} ${check.id}`) | 0,
    ...(options.path === undefined ? {} : { path: options.path }),
    numRuns:
      check.given === undefined
        ? (check.runs ?? Math.max(1, contracts.length))
        : (options.runs ?? check.runs ?? USUAL_RUNS),
    interruptAfterTimeLimit: options.timeLimitMs,
    markInterruptAsFailure: true,
  });
  await clearing;
  await end(current, (session) => clear(session, true));
  return {
    id: check.id,
    title: check.title,
    proves: check.proves,
    ...outcome(check, tally, details, options),
    runs: tally.judged,
    durationMs: Math.round(stopwatch.nowMs() - begunMs),
  };
}

type Outcome = Pick<CheckRow, 'verdict' | 'breaks' | 'reason' | 'counterexample' | 'fault' | 'evidence'>;

function evidence(of: Trial | undefined, seen: readonly Exchange[], passed = false): readonly Exchange[] {
  return of === undefined ? [] : evidenceOf([...of.exchanges, ...of.conversations], seen, passed);
}

function outcome(check: Check, tally: Tally, details: fc.RunDetails<[unknown]>, options: RunCheckOptions): Outcome {
  const { lastViolated, fault, firstInconclusive } = tally;
  if (fault !== undefined) {
    const reason = `the check itself failed: ${fault.judgement.why}`;
    return { verdict: 'inconclusive', fault: true, reason, evidence: evidence(fault, []) };
  }
  if (lastViolated !== undefined) {
    const counterexample = counterexampleOf(check, lastViolated, details, options);
    const reason = `expected ${counterexample.expected}; seen ${counterexample.seen}`;
    const { breaks, seen } = lastViolated.judgement;
    return {
      verdict: 'fail',
      ...(breaks === undefined ? {} : { breaks }),
      reason,
      counterexample,
      evidence: evidence(lastViolated, seen),
    };
  }
  if (details.interrupted) {
    const reason = `stopped by the time limit of ${Math.round(options.timeLimitMs)} ms after ${tally.judged} runs`;
    return { verdict: 'inconclusive', reason, evidence: evidence(tally.last, []) };
  }
  if (details.failed) {
    // Neither judged nor a fault of drive or judge: cut off by the signal, or the runner's own mistake.
    const why = details.errorInstance instanceof Error ? details.errorInstance.message : 'failed without a word';
    const interrupted = options.signal?.aborted === true;
    return { verdict: 'inconclusive', reason: why, ...(interrupted ? {} : { fault: true }), evidence: [] };
  }
  if (firstInconclusive?.judgement.verdict === 'inconclusive') {
    return {
      verdict: 'inconclusive',
      reason: firstInconclusive.judgement.why,
      evidence: evidence(firstInconclusive, []),
    };
  }
  if (tally.judged === 0 && tally.firstNotExercised?.judgement.verdict === 'not-exercised') {
    const { firstNotExercised } = tally;
    const { why } = tally.firstNotExercised.judgement;
    return { verdict: 'not-exercised', reason: why, evidence: evidence(firstNotExercised, [], true) };
  }
  if (tally.unreached.size > 0) {
    const reason = `not one of ${tally.judged} runs came to: ${[...tally.unreached].join('; ')}`;
    return { verdict: 'inconclusive', reason, evidence: evidence(tally.last, []) };
  }
  return { verdict: 'pass', evidence: evidence(tally.last, [], true) };
}

function counterexampleOf(
  check: Check,
  { judgement, exchanges }: Trial & { readonly judgement: Violated },
  details: fc.RunDetails<[unknown]>,
  options: RunCheckOptions,
): Counterexample {
  const generated = check.given !== undefined;
  const breaking = judgement.seen.at(-1);
  const path = generated ? details.counterexamplePath : null;
  const way = path === null ? [] : ['--path', path];
  const same = [...(options.targetOptions ?? []), '--select', check.id, '--seed', `${options.seed}`, ...way];
  return {
    seed: options.seed,
    path,
    given: generated && details.counterexample !== null ? fc.stringify(details.counterexample[0]) : null,
    expected: judgement.expected,
    seen: breaking === undefined ? `nothing of it in ${exchanges.length} exchanges` : seenInWords(breaking, judgement),
    exchanges: judgement.seen.map((e) => e.n),
    rerun: commandLine(['touchstone', 'check', ...same]),
    curl: breaking === undefined ? null : curlOf(breaking, options.target.profile.baseUrl),
  };
}

function seenInWords(breaking: Exchange, { seen }: Violated): string {
  const before = seen.slice(0, -1);
  if (before.length === 0 || before.length > 2) return exchangeInWords(breaking);
  return `${exchangeInWords(breaking)}, after ${before.map((e) => answerInWords(e)).join(' and ')}`;
}
