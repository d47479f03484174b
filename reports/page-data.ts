/** What a page of a report holds as JSON: the record or the comparison, and what the renderer was given beside it. */
import type { Depth, FailureRow, RunRecord, SinceRow, Verdict } from '../conformance/runner/record/run-record.ts';

/** The statement of each requirement, by id; a record does not contain them. */
export type Statements = Readonly<Record<string, string>>;

/** A known-bad member: the checks of the requirements that it breaks must fail against it (`npm run mutants`). */
export interface KnownBad {
  readonly name: string;
  readonly story: string;
  readonly breaks: readonly string[];
}

/** A decision of the sandbox where the interface leaves a choice, and what a deployed member may do there. */
export interface Decision {
  readonly id: string;
  readonly point: string;
  readonly decision: string;
  readonly suite: string;
}

/** What readers of a report need and a record does not contain. All of it may be left out. */
export interface ReportSources {
  readonly statements?: Statements;
  readonly knownBad?: readonly KnownBad[];
  /** By check id: the decisions that its judge reads. */
  readonly decisions?: Readonly<Record<string, readonly Decision[]>>;
  /** What each key of a profile states, by its path. */
  readonly profileKeys?: Readonly<Record<string, string>>;
}

export interface ReportData {
  readonly kind: 'report';
  readonly record: RunRecord;
  readonly sources: ReportSources;
}

/** The two last records, compared. */
export interface Changes {
  readonly changed: readonly string[];
  readonly newFailures: readonly FailureRow[];
  readonly fixed: readonly FailureRow[];
  readonly stillFailing: readonly FailureRow[];
  readonly flaky: readonly string[];
  readonly newlyExercised: readonly string[];
  readonly lost: SinceRow['lost'];
  readonly depth: readonly string[];
}

/** One record of a trend. */
export interface TrendRow {
  readonly file: string;
  readonly headline: string;
  readonly tone: 'good' | 'bad' | 'unsure';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** Absent: an older record. */
  readonly depth?: Depth;
  readonly target: string;
  readonly contract: string;
  readonly summary: Readonly<Record<Verdict, number>>;
}

/** The verdicts of one check, record by record; null: the suite of that record does not have it. */
export interface CheckTrend {
  readonly id: string;
  readonly verdicts: readonly (Verdict | null)[];
}

export interface ComparisonData {
  readonly kind: 'comparison';
  readonly changes: Changes;
  readonly trend: readonly TrendRow[];
  /** Only checks whose verdict differs between the records. */
  readonly unsteady: readonly CheckTrend[];
  readonly statements: Statements;
}

export type PageData = ReportData | ComparisonData;
