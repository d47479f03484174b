/** Runs one check as often as it needs, and makes its row of the record. */
import fc from 'fast-check';
import type { RequirementId } from '../../contract/requirements.ts';
import { isRecalled } from '../../member/exchange/met-answers.ts';
import { allowanceOf } from '../../member/profile/allowance.ts';
import type { Manners } from '../../member/sending/manners.ts';
import type { Session } from '../../member/session.ts';
import type { Target } from '../../member/target.ts';
import { type Check, type DeployedContract, headOf, type Reach } from '../check.ts';
import { hash32 } from '../hash.ts';
import { costOf } from '../plan/costs.ts';
import { deployedContracts } from '../plan/deployed-contracts.ts';
import { isHooked } from '../plan/hooks-of.ts';
import { runsOf } from '../plan/runs-of.ts';
import { NOTHING_SENT, sentCounts, together } from '../plan/sent-counts.ts';
import type { Found, RunFacts } from '../record/outcome.ts';
import { outcomeOf } from '../record/outcome.ts';
import type { AttemptRecorder, HistoryRecorder } from '../record/recorded-history.ts';
import type { CheckRow } from '../record/run-record.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { Cleared } from './cancel-orders.ts';
import { cancelOrders } from './cancel-orders.ts';
import { CaseList } from './case-list.ts';
import type { Ended } from './check-watch.ts';
import { CheckWatch } from './check-watch.ts';
import { type FailingRun, failingRuns } from './failing-run.ts';
import type { Place } from './lanes.ts';
import type { IsKnownClause } from './tally.ts';
import { Failed, Tally } from './tally.ts';
import { type Trial, trial } from './trial.ts';

export interface RunCheckOptions {
  readonly target: Target;
  readonly stopwatch: Stopwatch;
  readonly freshKey: () => string;
  /** The seed of the whole run; each check derives its own from it, so that one selected alone sees the same inputs. */
  readonly seed: number;
  /** Replaces the check's own number of runs, where it generates inputs. */
  readonly runs?: number | undefined;
  /** The names of the cases to take (`Check.cases`); absent: all. */
  readonly cases?: readonly string[] | undefined;
  /** The path to one failing input, as in `Counterexample.path`. */
  readonly path?: string | undefined;
  /** Limit of the check's own time, in milliseconds; time that the suite waits is not counted. */
  readonly timeLimitMs: number;
  /** What is left of the run's time budget, in milliseconds; absent: no budget. */
  readonly budgetMs?: number | undefined;
  /** The command-line options that name this target; absent: its own sandbox. */
  readonly targetOptions?: readonly string[] | undefined;
  /** Records everything that is driven, to be judged again; absent: nothing is recorded. */
  readonly recorder?: HistoryRecorder | undefined;
  /** What a baseline knows of this check; absent: nothing. The search continues past it, to new failures. */
  readonly isKnown?: IsKnownClause | undefined;
  /** Whether to cancel what each trial leaves open. */
  readonly cleanUp: boolean;
  /** Called for each trial that had orders to cancel. */
  readonly onCleared?: ((cleared: Cleared, cutOff: boolean) => void) | undefined;
  /** Called for each check that found violations. */
  readonly onFailing?: ((runs: readonly FailingRun[]) => void) | undefined;
  /** The budget of the run gives it fewer runs than it has: no further ones are added for states that they do not reach. */
  readonly isShortened?: boolean | undefined;
  /** Its place in the lanes; absent: it runs alone. */
  readonly place?: Place | undefined;
  /** Cuts off the trial in progress; its faults and its orders are still removed. */
  readonly signal?: AbortSignal | undefined;
}

/** The most further searches over the same inputs for violations of other claims. */
const MOST_FURTHER = 3;
/** The most searches over other inputs for states that the check must reach and did not. */
const MOST_AGAIN = 4;

/**
 * One search over generated inputs: `0` has the check's own inputs, each further number has its own with the same
 * seed.
 */
interface Search {
  readonly round: number;
  readonly path: string | undefined;
}

/** `2/0:1:3`: round 2, and fast-check's path in it; without a number it is round 0. */
function searchOf(path: string | undefined): Search {
  const [, round, below] = /^([0-9]+)\/(.*)$/.exec(path ?? '') ?? [];
  return round === undefined ? { round: 0, path } : { round: Number(round), path: below };
}

/** What this target can show. */
export function reachOf({ profile, clockMode, facts }: Pick<Target, 'profile' | 'clockMode' | 'facts'>): Reach {
  const controlled = profile.control !== undefined && clockMode === 'virtual';
  const { fixtures = {}, surfaces } = profile;
  return { fixtures, controlled, destructive: allowanceOf(profile).destructive, target: facts, surfaces };
}

/**
 * The suite sends no request ids in a check that judges the ids that the member makes, so that a member that only
 * repeats the caller's id is found.
 */
const ABOUT_REQUEST_IDS: readonly RequirementId[] = ['RID-01', 'RID-02', 'RID-03', 'ERR-02'];

/** A session with the manners that the check asks for. */
export function sessionFor(
  check: Check,
  target: Target,
  of: Pick<Manners, 'numbersTokens' | 'rest' | 'othersDone'>,
): Session {
  return target.session({
    ...of,
    fitsBodies: true,
    repeatsStaleReads: check.staleReads !== 'judged',
    waitsWhileBusy: check.busy !== 'judged',
    check: check.id,
    statesRequestIds: !check.proves.some((id) => ABOUT_REQUEST_IDS.includes(id)),
  });
}

/** Drives a check once with an input that it was driven with before, on this target or on another one. */
export function driveAgain(
  { check, given, contract }: Pick<FailingRun, 'check' | 'given' | 'contract'>,
  target: Target,
  freshKey: () => string,
): Promise<Trial> {
  return trial(check, target, sessionFor(check, target, { numbersTokens: true }), freshKey, given, { contract });
}

/** Everything that one check's trials share. */
class Running {
  readonly tally: Tally;
  readonly #check: Check;
  readonly #options: RunCheckOptions;
  readonly #watch: CheckWatch;
  readonly #contracts: ReturnType<typeof deployedContracts>;
  readonly #recorder: AttemptRecorder | undefined;
  readonly #cases: CaseList;
  ended: Ended | undefined;
  /** The trials that completed. */
  sent = NOTHING_SENT;
  #current: Session | undefined;
  #trials = 0;
  #clearing = Promise.resolve();

  constructor(check: Check, options: RunCheckOptions) {
    const { target, stopwatch, timeLimitMs, budgetMs, signal, isKnown } = options;
    this.#check = check;
    this.#options = options;
    this.#watch = new CheckWatch({ stopwatch, limitMs: timeLimitMs, budgetMs, signal });
    this.#contracts = deployedContracts(check, target);
    const reach = reachOf(target);
    const wanted = check.mustReach?.states(reach) ?? [];
    this.#cases = new CaseList(check, reach, options.cases);
    this.tally = new Tally(check.proves, wanted, isKnown);
    this.#recorder = options.recorder?.begin(check.id, wanted);
  }

  /** The contract that its members were deployed with; undefined: their own, or several. */
  get contract(): DeployedContract | undefined {
    return this.#contracts.length === 1 ? this.#contracts[0] : undefined;
  }

  get runs(): number {
    const { target, runs } = this.#options;
    const { given, runs: own } = this.#check;
    if (given === undefined) return own ?? Math.max(1, this.#contracts.length);
    return runsOf(this.#check, target.profile, runs);
  }

  get depth(): NonNullable<CheckRow['depth']> {
    const { given } = this.#check;
    const known = given === undefined ? 1 : runsOf(this.#check, this.#options.target.profile, undefined);
    return this.#cases.depth({ seen: this.tally.judged, known });
  }

  async search({ round, path }: Search): Promise<fc.RunDetails<[unknown]>> {
    const { target, seed } = this.#options;
    const inputs = this.#check.given?.(target.profile.fixtures ?? {}) ?? fc.constant(undefined);
    const name = round === 0 ? this.#check.id : `${this.#check.id} ${round}`;
    const details = await fc.check(
      fc.asyncProperty(inputs, (given) => this.#trial(given, round > 0)),
      { seed: hash32(`${seed} ${name}`) | 0, ...(path === undefined ? {} : { path }), numRuns: this.runs },
    );
    await this.#clearing;
    this.#recorder?.searched(round, details.counterexamplePath);
    return details;
  }

  async #trial(given: unknown, isForStates: boolean): Promise<void> {
    // A failure here would make fast-check look for a smaller input.
    if (this.tally.isEnough || this.ended !== undefined) return;
    if (isForStates && this.tally.unreached.length === 0) return;
    this.ended = this.#watch.ended();
    if (this.ended !== undefined) throw new Failed();
    const { target, freshKey, place } = this.#options;
    const session = sessionFor(this.#check, target, { rest: place?.rest, othersDone: place?.othersDone });
    this.#current = session;
    const contract = this.#contracts[this.#trials % this.#contracts.length];
    this.#trials += 1;
    const driving = trial(this.#check, target, session, freshKey, given, {
      contract,
      takes: this.#cases.takes,
      tickets: costOf(this.#check.id, this.#options.cases?.length ?? 1).tickets,
      onDriven: (driven) => this.#recorder?.trial(driven),
    });
    const done = await this.#watch.within(driving, session);
    if (done === undefined) {
      this.ended = this.#watch.ended(session) ?? { why: 'it was cut off', byLimit: true };
      await session.halt();
      throw new Failed();
    }
    this.#watch.done(session);
    this.#current = undefined;
    this.#clearing = this.#clear(session, false);
    await this.#clearing;
    const own = done.exchanges.filter((e) => !isRecalled(e));
    this.sent = together(this.sent, sentCounts(own, done.conversations));
    this.tally.reach(this.#check, done, target.facts);
    this.tally.add(done);
  }

  async #clear(session: Session, cutOff: boolean): Promise<void> {
    const { cleanUp, target, stopwatch, onCleared } = this.#options;
    if (!cleanUp) return;
    const cleared = await cancelOrders(target, session, { stopwatch, cutOff, check: this.#check.id });
    onCleared?.(cleared, cutOff);
  }

  /** Cleans up after a trial that was cut off: its faults are set, its orders open, and its answers still to come. */
  async end(): Promise<void> {
    this.#recorder?.ended(this.ended);
    const cutOff = this.#current;
    if (cutOff === undefined) return;
    await cutOff.halt();
    try {
      await cutOff.finish();
    } finally {
      await this.#clear(cutOff, true);
    }
  }
}

/**
 * Searches until each claim that generated inputs can break is broken or has passed, and until the required states
 * were reached, each within a limit. What a baseline knows does not count towards the limit.
 */
async function searched(running: Running, check: Check, options: RunCheckOptions): Promise<readonly Found[]> {
  const found: Found[] = [];
  const { tally } = running;
  const { path } = options;
  const first = searchOf(path);
  let known = 0;
  const collect = async (search: Search): Promise<boolean> => {
    const details = await running.search(search);
    const ended = tally.endSearch();
    if (ended === undefined) return false;
    found.push({ ...ended, path: details.counterexamplePath, round: search.round });
    if (ended.isOfBaseline) known += 1;
    return ended.isOfBaseline || ended.violated.judgement.about !== undefined;
  };
  let isToGoOn = await collect(first);
  if (isHooked(check, options.target.profile) || path !== undefined || (check.given === undefined && known === 0))
    return found;
  const isDone = () => running.ended !== undefined || tally.isEnough;
  for (let further = 0; isToGoOn && further < MOST_FURTHER + known && !isDone(); further += 1) {
    isToGoOn = await collect(first);
  }
  if (check.given === undefined || options.isShortened === true) return found;
  for (
    let round = 1;
    round <= MOST_AGAIN && found.length === 0 && tally.unreached.length > 0 && !isDone();
    round += 1
  ) {
    await collect({ round, path: undefined });
  }
  return found;
}

function runFactsOf({ seed, targetOptions = [], target }: RunCheckOptions): RunFacts {
  return { seed, targetOptions, baseUrl: target.profile.baseUrl };
}

/** Runs a check and returns its row; never throws for what the target or the check does. */
export async function runCheck(check: Check, options: RunCheckOptions): Promise<CheckRow> {
  const begunMs = options.stopwatch.nowMs();
  const running = new Running(check, options);
  const found = await searched(running, check, options);
  await running.end();
  // A scenario cannot run a hook.
  if (found.length > 0 && !isHooked(check, options.target.profile))
    options.onFailing?.(failingRuns(check, found, options.target.facts, running.contract));
  return {
    ...headOf(check),
    ...outcomeOf(check, running.tally, { found, ended: running.ended, runFacts: runFactsOf(options) }),
    runs: running.tally.judged,
    depth: running.depth,
    startedAtMs: Math.round(begunMs),
    sent: running.sent,
    durationMs: Math.round(options.stopwatch.nowMs() - begunMs),
  };
}
