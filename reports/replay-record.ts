/** The result of `touchstone replay`, as `replay.json` has it: one row a scenario, or a scenario and a contract version. */
import type { RunRecord, Verdict } from '../conformance/runner/record/run-record.ts';

export interface ReplayStep {
  readonly step: number;
  readonly line: number;
  readonly column: number;
  readonly does: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'done';
  /** What a failed step shows: mismatches, refusal, diff, exchange; as the terminal has it, without colours. */
  readonly shown?: readonly string[];
}

export interface ReplayRow {
  readonly id: string;
  readonly file: string;
  readonly story: string;
  /** What a client should do. */
  readonly client?: string;
  readonly proves: readonly string[];
  /** The target in words. */
  readonly where: string;
  /** The contract version that it was played against. */
  readonly against?: string;
  readonly verdict: Verdict;
  /** Why it is neither pass nor fail. */
  readonly reason?: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly steps: readonly ReplayStep[];
}

export interface ReplayRecord {
  readonly schema: 1;
  readonly tool: RunRecord['tool'];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: Verdict;
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly scenarios: readonly ReplayRow[];
}

/** `202-then-poll`, or `202-then-poll against 0.9.0`. */
export function rowName({ id, against }: ReplayRow): string {
  return against === undefined ? id : `${id} against ${against}`;
}

/** The text of a row that failed or came to nothing; empty for the others. */
export function rowFailure({ file, steps, reason }: ReplayRow): string {
  const lines = steps.flatMap(({ line, column, does, shown = [] }) =>
    shown.length === 0 ? [] : [`${file}:${line}:${column} ${does}`, ...shown],
  );
  return [...lines, ...(reason === undefined ? [] : [reason])].join('\n');
}
