/** Judges a recorded history again, without a target, with the suite's current judges. Pure. */

import { TOLERATIONS } from '../../contract/tolerances.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { type Check, headOf } from '../check.ts';
import type { Ended } from '../run/check-watch.ts';
import type { IsKnownClause } from '../run/tally.ts';
import { Failed, Tally } from '../run/tally.ts';
import type { Driven } from '../run/trial.ts';
import { judgeDriven } from '../run/trial.ts';
import type { Found, RunFacts } from './outcome.ts';
import { outcomeOf } from './outcome.ts';
import type { HistoryLine } from './recorded-history.ts';
import type { CheckRow, RunRecord } from './run-record.ts';
import { verdictsOf } from './verdict.ts';

/** The history does not belong to this report. The message is one line for a person. */
export class RecheckProblem extends Error {
  override readonly name = 'RecheckProblem';
}

interface Search {
  readonly trials: Driven[];
  round: number;
  path: string | null;
}

/** One attempt at a check: an inconclusive one has a second. */
interface Attempt {
  readonly check: string;
  readonly wanted: readonly string[];
  readonly searches: Search[];
  ended: Ended | undefined;
}

interface Recorded {
  readonly startedAt: string;
  readonly facts: TargetFacts;
  readonly runFacts: RunFacts;
  readonly attempts: readonly Attempt[];
}

interface Rechecking extends Recorded {
  /** What a baseline knows of each check. */
  readonly knownOf: ((checkId: string) => IsKnownClause) | undefined;
}

const unsearched = (): Search => ({ trials: [], round: 0, path: null });

/** Throws a RecheckProblem where a line does not belong. */
export function recordedOf(lines: Iterable<HistoryLine>): Recorded {
  let head: Extract<HistoryLine, { kind: 'head' }> | undefined;
  const attempts = new Map<number, Attempt & { open: Search }>();
  for (const line of lines) {
    if (line.kind === 'head') {
      head = line;
      continue;
    }
    if (line.kind === 'begun') {
      const { check, wanted } = line;
      attempts.set(line.attempt, { check, wanted, searches: [], ended: undefined, open: unsearched() });
      continue;
    }
    const attempt = attempts.get(line.attempt);
    if (attempt === undefined)
      throw new RecheckProblem(`the history has a ${line.kind} of an attempt that never began`);
    if (line.kind === 'trial') attempt.open.trials.push(line.driven);
    else if (line.kind === 'searched') {
      attempt.searches.push({ ...attempt.open, round: line.round, path: line.path });
      attempt.open = unsearched();
    } else attempt.ended = line.ended;
  }
  if (head?.format !== 1) throw new RecheckProblem('the history has no head that this version reads');
  return { startedAt: head.startedAt, facts: head.facts, runFacts: head.told, attempts: [...attempts.values()] };
}

function judgedAgain(
  check: Check,
  attempt: Attempt,
  { facts, runFacts, knownOf }: Rechecking,
  before: CheckRow,
): CheckRow {
  const tally = new Tally(check.proves, attempt.wanted, knownOf?.(check.id));
  const found: Found[] = [];
  for (const { trials, round, path } of attempt.searches) {
    for (const driven of trials) {
      const done = judgeDriven(check, driven);
      tally.reach(check, done, facts);
      try {
        tally.add(done);
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
      }
    }
    const ended = tally.endSearch();
    if (ended !== undefined) found.push({ ...ended, path, round });
  }
  const outcome = withGivenOf(before, outcomeOf(check, tally, { found, ended: attempt.ended, runFacts }));
  const { durationMs, sent, startedAtMs, depth } = before;
  return {
    ...headOf(check),
    ...outcome,
    runs: tally.judged,
    ...(depth !== undefined && { depth }),
    durationMs,
    ...(startedAtMs !== undefined && { startedAtMs }),
    ...(sent !== undefined && { sent }),
  };
}

/** An input that is more than data prints correctly only where it was generated: the text of the run is kept. */
function withGivenOf<O extends Pick<CheckRow, 'counterexample'>>({ counterexample: was }: CheckRow, outcome: O): O {
  const { counterexample: now } = outcome;
  if (was === undefined || now === undefined || was.path !== now.path || was.expected !== now.expected) return outcome;
  return { ...outcome, counterexample: { ...now, given: was.given } };
}

function rowAgain(check: Check, attempts: readonly Attempt[], recorded: Rechecking, before: CheckRow): CheckRow {
  let row = before;
  for (const [i, attempt] of attempts.entries()) {
    // As in a run: a check with a verdict is not tried again.
    if (i > 0 && row.verdict !== 'inconclusive') break;
    const again = judgedAgain(check, attempt, recorded, before);
    row = i > 0 && again.verdict === 'pass' ? { ...again, flaky: true } : again;
  }
  return row;
}

/**
 * The record as the suite judges it now. A check that was not run stays unchanged; one that the suite no longer has
 * is left out, and a new one is not exercised. Throws a RecheckProblem where the history is of another run.
 */
export function rechecked(
  record: RunRecord,
  lines: Iterable<HistoryLine>,
  checks: readonly Check[],
  version: string,
  knownOf?: Rechecking['knownOf'],
): RunRecord {
  const recorded = { ...recordedOf(lines), knownOf };
  if (recorded.startedAt !== record.run.startedAt) {
    throw new RecheckProblem(
      `the history is of a run of ${recorded.startedAt}, and the report of one of ${record.run.startedAt}`,
    );
  }
  const byCheck = Map.groupBy(recorded.attempts, ({ check }) => check);
  const before = new Map(record.checks.map((row) => [row.id, row]));
  const rows = checks.map((check): CheckRow => {
    const { id } = check;
    const row = before.get(id);
    const attempts = byCheck.get(id);
    if (row === undefined) {
      const reason = 'the suite did not have it when the history was recorded';
      return { ...headOf(check), verdict: 'not-exercised', reason, runs: 0, durationMs: 0, evidence: [] };
    }
    return attempts === undefined ? row : rowAgain(check, attempts, recorded, row);
  });
  const { gate: _, ...rest } = record;
  return {
    ...rest,
    tool: { name: 'touchstone', version },
    ...verdictsOf(rows, recorded.facts),
    tolerations: TOLERATIONS,
  };
}
