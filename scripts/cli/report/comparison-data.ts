/** The data of the comparison page: what changed between the two last records, and the trend over all. Pure. */
import type { Comparison } from '../../../conformance/runner/record/compare.ts';
import { depthOf } from '../../../conformance/runner/record/depth.ts';
import { conclusionOf } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { ComparisonData } from '../../../reports/index.ts';
import { STATEMENTS } from './report-sources.ts';

export interface NamedRecord {
  readonly file: string;
  readonly record: RunRecord;
}

function trendRow({ file, record }: NamedRecord): ComparisonData['trend'][number] {
  const { run, summary } = record;
  const { rest, socket } = run.target.contract;
  const depth = depthOf(record.checks);
  return {
    file,
    ...conclusionOf(record),
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    requests: run.requests,
    ...(depth !== undefined && { depth }),
    target: run.target.baseUrl,
    contract: `contract ${rest}${socket === null ? '' : `, socket ${socket}`}`,
    summary,
  };
}

/** Only checks whose verdict differs between the records. */
function unsteadyOf(records: readonly NamedRecord[]): ComparisonData['unsteady'] {
  const verdicts = records.map(({ record }) => new Map(record.checks.map(({ id, verdict }) => [id, verdict])));
  const ids = [...new Set(verdicts.flatMap((of) => [...of.keys()]))].sort();
  return ids
    .map((id) => ({ id, verdicts: verdicts.map((of) => of.get(id) ?? null) }))
    .filter((one) => new Set(one.verdicts).size > 1);
}

/** @param records in the order of their start; `comparison` is of the last two. */
export function comparisonData(
  { before: _, after: __, ...changes }: Comparison,
  records: readonly NamedRecord[],
): ComparisonData {
  return {
    kind: 'comparison',
    changes,
    trend: records.map(trendRow),
    unsteady: unsteadyOf(records),
    statements: STATEMENTS,
  };
}
