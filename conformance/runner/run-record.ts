/**
 * What a run leaves behind (`report.json`): everything a report needs, nothing secret. Consumers may rely on what is
 * here; later versions add and never change, `schema` says so.
 */

import type { Exchange } from '../client/exchange.ts';
import type { RequirementId } from '../contract/requirements.ts';
import type { SentCounts } from './sent-counts.ts';

/** In order of precedence, the strongest first. */
export const VERDICTS = ['fail', 'inconclusive', 'pass', 'not-applicable', 'not-exercised'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Counterexample {
  /** What `--seed` takes to see it again. */
  readonly seed: number;
  /** fast-check's way to it below that seed; null where the check generates nothing. */
  readonly path: string | null;
  /** The generated input after shrinking, as text; null where the check generates nothing. */
  readonly given: string | null;
  /** What the interface asks for here. */
  readonly expected: string;
  /** What came instead, in one line. */
  readonly seen: string;
  /** `n` of the exchanges of `evidence` that show it; the last is the one that breaks the clause. */
  readonly exchanges: readonly number[];
  /** A command line that runs this check again, on the same target, where the run was started. */
  readonly rerun: string;
  /** The breaking request as a command line; tokens are shell variables. null where it was no ordinary request. */
  readonly curl: string | null;
}

/** One requirement, as one check judged it. */
export interface ClaimRow {
  readonly id: RequirementId;
  readonly verdict: Exclude<Verdict, 'not-applicable'>;
  /** Why it is no pass; of a failure, what was expected and seen. */
  readonly reason?: string;
}

/** Answers of one kind that no good request may get: a 500, or a status that the interface does not name. */
export interface ServerErrorRow {
  /** `PUT /asset-policies/{id}`; the path as sent where it is no route of the interface. */
  readonly request: string;
  readonly status: number;
  /** `error.code` and `error.message`; null where the answer has none. */
  readonly code: string | null;
  readonly message: string | null;
  readonly count: number;
}

/** One clause that a check saw broken: what a baseline names. */
export interface BrokenClauseRow {
  readonly requirement: RequirementId;
  /** The route and what was expected there, the same in every run (broken-clause.ts). */
  readonly clause: string;
  readonly expected: string;
  readonly seen: string;
  /** Of the entry in the baseline that knows it; absent: it is new. */
  readonly known?: { readonly reason: string; readonly owner: string; readonly expires: string };
}

/** Why a run is no pass beside what its checks found: entries of the baseline, and coverage that was asked for. */
export interface GateRow {
  /** Of --baseline: its file, and a sentence for each entry that must be mended. */
  readonly baseline?: {
    readonly file: string;
    readonly problems: readonly { readonly kind: 'stale' | 'expired' | 'unknown'; readonly sentence: string }[];
  };
  /** Of --require, --min-passed and --no-less-than, each as it was asked for. */
  readonly coverage?: readonly { readonly asked: string; readonly met: boolean; readonly sentence: string }[];
}

export interface CheckRow {
  readonly id: string;
  /** The file that states it; absent in records of before there was more than one check in a file: its id says it. */
  readonly file?: string;
  readonly title: string;
  readonly proves: readonly RequirementId[];
  readonly verdict: Verdict;
  /** Of a failure: the requirements that it breaks, where they are not just those that passing proves. */
  readonly breaks?: readonly RequirementId[];
  /** Of a failure: every clause that its runs saw broken, each once a requirement. */
  readonly broken?: readonly BrokenClauseRow[];
  /** Each claim's own verdict, of a check that was run and proves several; one failure says nothing of the others. */
  readonly claims?: readonly ClaimRow[];
  /** Answers that fail the check whatever it asked for (`ServerErrorRow`). */
  readonly serverErrors?: readonly ServerErrorRow[];
  /** States that its runs were to come to and did not: what passed says less by them. */
  readonly unreached?: readonly string[];
  /** It was inconclusive at first, and passed when it was tried again at the end of the run. */
  readonly flaky?: true;
  /** Why it is neither pass nor fail; of a failure, what was expected and seen. */
  readonly reason?: string;
  /** How many times it was driven and judged. */
  readonly runs: number;
  readonly durationMs: number;
  /** What its runs sent; absent: it was not run. */
  readonly sent?: SentCounts;
  readonly counterexample?: Counterexample;
  /** The --baseline file knows every clause of `broken`, so it does not make the run fail. */
  readonly known?: true;
  /** The suite's own fault: `drive` or `judge` threw. */
  readonly fault?: true;
  /** The exchanges of the run that decided, bodies cut where long; a Conversation (`frames`) where it was a socket. */
  readonly evidence: readonly Exchange[];
}

export interface RequirementRow {
  readonly id: RequirementId;
  readonly verdict: Verdict;
  /** Why it is neither pass nor fail. */
  readonly reason?: string;
  readonly checks: readonly string[];
  /** How many runs of its checks reached a judgement. */
  readonly exercised: number;
  /** Of a pass: some of its checks that apply to the target did not run. Absent: all of them passed. */
  readonly inPart?: { readonly passed: number; readonly of: number };
}

/** One order of the suite's own. */
export interface OrderLeft {
  /** As it was sent: an id, or a name; null: neither. */
  readonly account: string | null;
  readonly clientOrderId: string | null;
  /** null: no answer named it. */
  readonly orderId: string | null;
}

/** One row, or one write whose outcome is not known, that a run has left at its target. */
export interface LeftRow {
  readonly kind: 'made' | 'in doubt' | 'filled' | 'changed';
  /** `/users/17` */
  readonly row: string;
  readonly name: string | null;
  readonly check: string | null;
  readonly why: string;
  /** Of a merged report: the record of effects that it stands in. */
  readonly file?: string;
}

export interface RunRecord {
  readonly schema: 1;
  readonly tool: { readonly name: 'touchstone'; readonly version: string };
  readonly run: {
    /** As the requests name it, in User-Agent and X-Request-Id; of a merged report each part's, a space between. Absent: they name none. */
    readonly id?: string;
    readonly seed: number;
    /** ISO 8601, UTC. */
    readonly startedAt: string;
    readonly durationMs: number;
    readonly target: {
      readonly baseUrl: string;
      readonly contract: { readonly rest: string; readonly socket: string | null };
    };
    /** What the profile states, without secrets: `principal trader`, `control plane`. Absent in older records. */
    readonly profile?: readonly string[];
    /** Requests sent to the target. */
    readonly requests: number;
    /** Answers that did not come from the member, the commonest first; `sentence` says so with what to do. Absent: none. */
    readonly foreign?: {
      readonly sentence: string;
      readonly answers: readonly { readonly what: string; readonly count: number }[];
    };
    /** What the run made or changed and is still there after its clean-up, the oldest first. Absent: nothing. */
    readonly left?: {
      /** The record of effects, which `touchstone cleanup` takes; null: it was not kept, or each row names its own. */
      readonly file: string | null;
      readonly rows: readonly LeftRow[];
    };
    /** Why it ended before its plan was done; null where it was done. `target lost`, `plan exceeded`: see `cause`. */
    readonly stopped: 'time budget' | 'interrupted' | 'target lost' | 'plan exceeded' | null;
    /** What became of the target, in one line; of a merged report that of each part. Of `plan exceeded` which bound it was. Absent of any other run. */
    readonly cause?: string;
    /** There where the run was stopped, or an order may be left; absent of a sandbox of one's own. */
    readonly orders?: {
      /** Of the check that was cut off. */
      readonly cancelled: readonly OrderLeft[];
      /** Of the whole run: nothing was heard of them in time, or they could not be cancelled. */
      readonly mayBeOpen: readonly OrderLeft[];
    };
  };
  /** Absent: nothing was asked for. */
  readonly gate?: GateRow;
  /** Of the run: the strongest of its checks' verdicts. */
  readonly verdict: Verdict;
  /** Requirements by verdict; they add up to all of them. */
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly requirements: readonly RequirementRow[];
  readonly checks: readonly CheckRow[];
}
