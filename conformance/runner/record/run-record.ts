/**
 * The record of a run (`report.json`): everything that a report needs, and no secrets. Consumers may rely on these
 * members; later versions add members and never change them, and `schema` names the version.
 */

import type { RequirementId } from '../../contract/requirements.ts';
import type { Toleration } from '../../contract/tolerances.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import type { HookRow } from '../../member/hooks/hook-book.ts';
import type { Latency, Timeline } from '../../member/sending/run-trace.ts';
import type { SentCounts } from '../plan/sent-counts.ts';

/** In order of precedence, the strongest first. */
export const VERDICTS = ['fail', 'inconclusive', 'pass', 'not-applicable', 'not-exercised'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Counterexample {
  /** The value of `--seed` that reproduces it. */
  readonly seed: number;
  /** fast-check's path to it with that seed; null where the check generates nothing. */
  readonly path: string | null;
  /** The generated input after shrinking, as text; null where the check generates nothing. */
  readonly given: string | null;
  /** What the interface requires here. */
  readonly expected: string;
  /** The clause of `broken` that it shows. Absent in older records. */
  readonly clause?: string;
  /** What came instead, in one line. */
  readonly seen: string;
  /** `n` of the exchanges of `evidence` that show it; the last is the one that breaks the clause. */
  readonly exchanges: readonly number[];
  /** A command line that runs this check again on the same target, from the folder where the run was started. */
  readonly rerun: string;
  /** The breaking request as a command line; tokens are shell variables. null where it was not an ordinary request. */
  readonly curl: string | null;
  /** The scenario file of it in the folder of the report: `failures/idem-a-retry.yaml`. Absent: none was written. */
  readonly scenario?: string;
  /** A command line that plays it, from the folder where the run was started. */
  readonly replay?: string;
  /** Why playing the scenario may not fail on the target. Absent: it was played, and failed. */
  readonly unconfirmed?: string;
}

/** One requirement, as one check judged it. */
export interface ClaimRow {
  readonly id: RequirementId;
  readonly verdict: Exclude<Verdict, 'not-applicable'>;
  /** Why it did not pass; for a failure, what was expected and seen. */
  readonly reason?: string;
}

/** Answers of one kind that no valid request may receive: a 500, or a status that the interface does not name. */
export interface ServerErrorRow {
  /** `PUT /asset-policies/{id}`; the path as sent where the interface has no such route. */
  readonly request: string;
  readonly status: number;
  /** `error.code` and `error.message`; null where the answer has none. */
  readonly code: string | null;
  readonly message: string | null;
  readonly count: number;
}

/** One clause that a check found broken; a baseline names it. */
export interface BrokenClauseRow {
  readonly requirement: RequirementId;
  /** The route and what was expected of it, the same in every run (broken-clause.ts). */
  readonly clause: string;
  readonly expected: string;
  readonly seen: string;
  /** From the baseline's entry that knows it; absent: it is new. */
  readonly known?: { readonly reason: string; readonly owner: string; readonly expires: string };
}

/** A failure by its name: a clause that a check found broken. */
export interface FailureRow {
  readonly check: string;
  readonly requirement: string;
  readonly clause: string;
}

/** For --since: what changed from an earlier run. */
export interface SinceRow {
  /** Its report, and when that run started. */
  readonly file: string;
  readonly startedAt: string;
  readonly newFailures: readonly FailureRow[];
  readonly fixed: readonly FailureRow[];
  /** Checks that were judged then and are not now, and requirements that none of these proves, with the reason. */
  readonly lost: readonly { readonly id: string; readonly why: string }[];
}

/** Why a run does not pass apart from what its checks found: entries of the baseline, and required coverage. */
export interface GateRow {
  /** For --baseline: its file, and a sentence for each entry that must be fixed. */
  readonly baseline?: {
    readonly file: string;
    readonly problems: readonly { readonly kind: 'stale' | 'expired' | 'unknown'; readonly sentence: string }[];
  };
  /** For --require, --min-passed and --no-less-than, each as it was stated. */
  readonly coverage?: readonly { readonly asked: string; readonly met: boolean; readonly sentence: string }[];
}

/** What a check lacked on this target. */
export interface Lack {
  /**
   * What the profile, or the command line, would have to state: `principals.deputy`, `--patience 61s`. Absent: nothing
   * can be stated for a deployed member.
   */
  readonly key?: string;
  readonly why: string;
}

/** How deep a verdict goes: cases seen, of the cases that the suite knows for this target. */
export interface Depth {
  readonly seen: number;
  readonly known: number;
}

export interface CheckRow {
  readonly id: string;
  /** The file that states it; absent in older records, where each file has one check and the id names it. */
  readonly file?: string;
  readonly title: string;
  readonly proves: readonly RequirementId[];
  /** It judged what the whole run met, after all other checks; of a spread run, on each machine. */
  readonly closes?: true;
  /** The names in `Check.needs`. Absent in older records. */
  readonly needs?: readonly string[];
  readonly verdict: Verdict;
  /** Of a check that did not run for what the profile or the command line leaves out: each thing that it lacked. */
  readonly lacks?: readonly Lack[];
  /**
   * Its judge asked whether the target is held to the sandbox's own decisions: with `run.target.strict` the verdict
   * rests on them too, otherwise on the interface alone.
   */
  readonly byDecision?: true;
  /** Of a failure: the requirements that it breaks, where they differ from those that passing proves. */
  readonly breaks?: readonly RequirementId[];
  /** Of a failure: every clause that its runs found broken, once for each requirement. */
  readonly broken?: readonly BrokenClauseRow[];
  /** Each claim's own verdict, for a check that ran and proves several; one failure says nothing about the others. */
  readonly claims?: readonly ClaimRow[];
  /** In how many of its runs a case of each requirement was seen. Absent: it was not run, or in an older record. */
  readonly cases?: Readonly<Partial<Record<RequirementId, number>>>;
  /** How many of its cases the run took, of those it has on this target. Absent in older records. */
  readonly depth?: Depth & {
    /** What a case is, in the plural: `routes`, `runs`; absent: the check has one. */
    readonly unit?: string;
  };
  /** Answers that fail the check whatever it judges (`ServerErrorRow`). */
  readonly serverErrors?: readonly ServerErrorRow[];
  /** States that its runs had to reach and did not: a pass then proves less. */
  readonly unreached?: readonly string[];
  /** It was inconclusive at first, and passed when it was retried at the end of the run. */
  readonly flaky?: true;
  /** Why it is neither pass nor fail; for a failure, what was expected and seen. */
  readonly reason?: string;
  /** How many times it was driven and judged. */
  readonly runs: number;
  readonly durationMs: number;
  /** When its first run began, in milliseconds since the run began. Absent: it was not run, or in an older record. */
  readonly startedAtMs?: number;
  /** What its runs sent; absent: it was not run. */
  readonly sent?: SentCounts;
  readonly counterexample?: Counterexample;
  /** The --baseline file knows every clause of `broken`, so it does not make the run fail. */
  readonly known?: true;
  /** The suite's own fault: `drive` or `judge` threw. */
  readonly fault?: true;
  /**
   * The exchanges of the run that decided, with long bodies shortened; a Conversation (`frames`) where it was a
   * socket.
   */
  readonly evidence: readonly Exchange[];
}

export interface RequirementRow {
  readonly id: RequirementId;
  readonly verdict: Verdict;
  /** Why it is neither pass nor fail. */
  readonly reason?: string;
  readonly checks: readonly string[];
  /** How many runs of its checks showed a case of it. A pass has at least one. */
  readonly exercised: number;
  /** Over all its checks that apply to the target, also those that did not run. Absent in older records. */
  readonly depth?: Depth;
  /** Of a pass: some of its checks that apply to the target did not run. Absent: all of them passed. */
  readonly inPart?: { readonly passed: number; readonly of: number };
}

/** One order of the suite's own. */
export interface OrderLeft {
  /** As it was sent: an id or a name; null: neither. */
  readonly account: string | null;
  readonly clientOrderId: string | null;
  /** null: no answer named it. */
  readonly orderId: string | null;
}

/** One row, or one write with an unknown outcome, that a run has left at its target. */
export interface LeftRow {
  readonly kind: 'made' | 'in doubt' | 'filled' | 'changed';
  /** `/users/17` */
  readonly row: string;
  readonly name: string | null;
  readonly check: string | null;
  readonly why: string;
  /** Of a merged report: the record of effects that it is in. */
  readonly file?: string;
}

export interface RunRecord {
  readonly schema: 1;
  readonly tool: { readonly name: 'touchstone'; readonly version: string };
  readonly run: {
    /**
     * As the requests name it, in User-Agent and X-Request-Id; a merged report has each part's, separated by spaces.
     * Absent: requests name none.
     */
    readonly id?: string;
    readonly seed: number;
    /** ISO 8601, UTC. */
    readonly startedAt: string;
    readonly durationMs: number;
    readonly target: {
      readonly baseUrl: string;
      readonly contract: { readonly rest: string; readonly socket: string | null };
      /** Held to the sandbox's own decisions too, where the interface leaves a choice. */
      readonly strict?: true;
    };
    /** The commit of the target, and who says so: `profile`, or the variable of the CI. Absent: not known. */
    readonly commit?: { readonly id: string; readonly from: string };
    /** The budget of requests that the run was planned for. Absent: none, or an older record. */
    readonly budget?: {
      /** `--depth`; null: `--requests` or `--time-budget` alone says how much. */
      readonly depth: 'quick' | 'normal' | 'thorough' | null;
      /** null: unlimited. */
      readonly requests: number | null;
      /** Requirements and checks that would have run with a larger budget, and were left out. */
      readonly leftOut: {
        readonly requirements: readonly RequirementId[];
        readonly checks: number;
        /** Of the checks that were planned. */
        readonly cases: number;
      };
    };
    /** What the profile states, without secrets: `principal trader`, `control plane`. Absent in older records. */
    readonly profile?: readonly string[];
    /** Requests sent to the target. */
    readonly requests: number;
    /** A bounded sample of the answers, and what the suite did to the platform. Absent in older records. */
    readonly timeline?: Timeline;
    /** Answer times by route. Absent in older records. */
    readonly latency?: Latency;
    /**
     * Answers that did not come from the member, the most common first; `sentence` describes them with what to do.
     * Absent: none.
     */
    readonly foreign?: {
      readonly sentence: string;
      readonly answers: readonly { readonly what: string; readonly count: number }[];
    };
    /** The commands of the profile's hooks that it ran, in order. Absent: none. */
    readonly hooks?: readonly HookRow[];
    /** What the run created or changed and its clean-up did not remove, the oldest first. Absent: nothing. */
    readonly left?: {
      /** The record of effects, the input of `touchstone cleanup`; null: none was kept, or each row names its own. */
      readonly file: string | null;
      readonly rows: readonly LeftRow[];
    };
    /** Why it ended before its plan was done; null where it was done. `target lost`, `plan exceeded`: see `cause`. */
    readonly stopped: 'time budget' | 'interrupted' | 'target lost' | 'plan exceeded' | null;
    /**
     * Why the target was lost, in one line; in a merged report one for each part. For `plan exceeded` the bound that
     * was exceeded. Absent in any other run.
     */
    readonly cause?: string;
    /** Present where the run was stopped, or an order may be left; absent for its own sandbox. */
    readonly orders?: {
      /** Of the check that was cut off. */
      readonly cancelled: readonly OrderLeft[];
      /** Of the whole run: their outcome did not become known in time, or they could not be cancelled. */
      readonly mayBeOpen: readonly OrderLeft[];
    };
  };
  /** Absent: nothing was required. */
  readonly gate?: GateRow;
  /** Absent: no earlier run was named. */
  readonly since?: SinceRow;
  /** Of the run: the strongest of its checks' verdicts. */
  readonly verdict: Verdict;
  /** Requirements by verdict; they add up to all of them. */
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly requirements: readonly RequirementRow[];
  readonly checks: readonly CheckRow[];
  /** What the suite left undecided on purpose, whether it mattered in this run or not. Absent in older records. */
  readonly tolerations?: readonly Toleration[];
}
