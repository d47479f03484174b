/** The result of one check's trials: its verdict, that of each claim, and the evidence. */
import fc from 'fast-check';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import type { Check } from '../check.ts';
import { clauseOf } from '../gate/broken-clause.ts';
import type { Violated } from '../judgement.ts';
import { firstBroken } from '../judgement.ts';
import type { Ended } from '../run/check-watch.ts';
import { UNSEEN } from '../run/claims.ts';
import { commandLine } from '../run/command-line.ts';
import type { Tally, ViolatedTrial } from '../run/tally.ts';
import type { Trial } from '../run/trial.ts';
import { answerInWords, curlOf, exchangeInWords } from './describe-exchange.ts';
import { evidenceOf } from './evidence.ts';
import type { BrokenClauseRow, CheckRow, ClaimRow, Counterexample, Verdict } from './run-record.ts';
import { strongest } from './verdict.ts';

/** One violation, shrunk, and the search that found it. */
export interface Found {
  readonly violated: ViolatedTrial;
  /** fast-check's path to it; null where there is none. */
  readonly path: string | null;
  readonly round: number;
  /** Whether a baseline knows every clause that it broke. */
  readonly isOfBaseline: boolean;
}

/** What a counterexample says about its run. */
export interface RunFacts {
  readonly seed: number;
  /** The command-line options that name the target; none: its own sandbox. */
  readonly targetOptions: readonly string[];
  readonly baseUrl: string;
}

interface Ran {
  readonly found: readonly Found[];
  readonly ended: Ended | undefined;
  readonly runFacts: RunFacts;
}

type Outcome = Pick<
  CheckRow,
  | 'verdict'
  | 'breaks'
  | 'claims'
  | 'cases'
  | 'broken'
  | 'serverErrors'
  | 'unreached'
  | 'byDecision'
  | 'reason'
  | 'counterexample'
  | 'fault'
  | 'evidence'
>;

/** The outcome of a check from the tally of its trials. */
export function outcomeOf(check: Check, tally: Tally, ran: Ran): Outcome {
  const { serverErrors, unreached } = tally;
  const claims = claimRows(check, tally);
  return {
    ...judged(check, tally, claims, ran),
    cases: tally.claims.cases(),
    ...(claims.length > 1 ? { claims } : {}),
    ...(serverErrors.length > 0 ? { serverErrors } : {}),
    ...(unreached.length > 0 ? { unreached } : {}),
    ...(tally.byDecision ? { byDecision: true as const } : {}),
  };
}

function claimRows({ mustReach }: Check, { claims, reached }: Tally): readonly ClaimRow[] {
  const missing = new Map<RequirementId, string>();
  for (const [id, states] of mustReach?.shows ?? []) {
    const lacking = states.filter((state) => !reached.has(state));
    if (lacking.length > 0) missing.set(id, `no run reached: ${lacking.join('; ')}`);
  }
  return claims.rows((violation) => `expected ${violation.expected}; seen ${seenInWords(violation)}`, missing);
}

function judged(check: Check, tally: Tally, claims: readonly ClaimRow[], { found, ended, runFacts }: Ran): Outcome {
  const { fault, firstInconclusive, last } = tally;
  if (fault !== undefined) {
    const reason = `the check itself failed: ${fault.judgement.why}`;
    return { verdict: 'inconclusive', fault: true, reason, evidence: evidence(fault, []) };
  }
  // A person needs to see new failures first.
  const first = found.find(({ isOfBaseline }) => !isOfBaseline) ?? found[0];
  if (first !== undefined) {
    const counterexample = counterexampleOf(check, first, runFacts);
    const reason = `expected ${counterexample.expected}; seen ${counterexample.seen}`;
    const broken = claims.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    const isAll = broken.length === check.proves.length && broken.every((id) => check.proves.includes(id));
    return {
      verdict: 'fail',
      ...(isAll ? {} : { breaks: broken }),
      broken: brokenClauses(tally, counterexample),
      reason,
      counterexample,
      evidence: evidence(first.violated, first.violated.judgement.seen),
    };
  }
  if (ended !== undefined) {
    const reason = ended.byLimit ? `${ended.why} after ${tally.judged} runs` : ended.why;
    return { verdict: 'inconclusive', reason, evidence: evidence(last, []) };
  }
  const verdict = strongest(claims.map((claim): Verdict => claim.verdict));
  if (verdict === 'inconclusive') {
    const reason = claims.find((claim) => claim.verdict === 'inconclusive')?.reason ?? 'nothing could be judged';
    return { verdict, reason, evidence: evidence(firstInconclusive, []) };
  }
  if (verdict === 'not-exercised') {
    const reason = [...new Set(claims.map(({ reason: why = UNSEEN }) => why))].join('; ');
    return { verdict, reason, evidence: evidence(tally.firstNotExercised ?? last, [], true) };
  }
  return { verdict, evidence: evidence(last, [], true) };
}

/** The clause that the counterexample shows comes first. */
function brokenClauses({ claims }: Tally, { clause: shown }: Counterexample): readonly BrokenClauseRow[] {
  const rows = claims.brokenClauses().map(({ requirement, clause, violation }) => {
    return { requirement, clause, expected: violation.expected, seen: seenInWords(violation) };
  });
  return rows.toSorted((a, b) => Number(a.clause !== shown) - Number(b.clause !== shown));
}

function evidence(of: Trial | undefined, seen: readonly Exchange[], passed = false): readonly Exchange[] {
  return of === undefined ? [] : evidenceOf([...of.exchanges, ...of.conversations], seen, passed);
}

function counterexampleOf(check: Check, { violated, path: way, round }: Found, runFacts: RunFacts): Counterexample {
  const { judgement, exchanges } = violated;
  const first = firstBroken(judgement);
  const generated = check.given !== undefined;
  const breaking = first.seen.at(-1);
  const below = generated ? way : null;
  const path = below === null || round === 0 ? below : `${round}/${below}`;
  const toPath = path === null ? [] : ['--path', path];
  const same = [...runFacts.targetOptions, '--select', check.id, '--seed', `${runFacts.seed}`, ...toPath];
  return {
    seed: runFacts.seed,
    path,
    given: generated ? fc.stringify(violated.given) : null,
    expected: judgement.expected,
    clause: clauseOf(first),
    seen: breaking === undefined ? `nothing of it in ${exchanges.length} exchanges` : seenInWords(judgement),
    exchanges: judgement.seen.map((e) => e.n),
    rerun: commandLine(['touchstone', 'check', ...same]),
    curl: breaking === undefined ? null : curlOf(breaking, runFacts.baseUrl),
  };
}

function seenInWords({ seen }: Violated): string {
  const breaking = seen.at(-1);
  if (breaking === undefined) return 'nothing of it';
  const before = seen.slice(0, -1);
  if (before.length === 0 || before.length > 2) return exchangeInWords(breaking);
  return `${exchangeInWords(breaking)}, after ${before.map((e) => answerInWords(e)).join(' and ')}`;
}
