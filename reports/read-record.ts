/** Parses the text of a report.json to a run record, or throws one line about what is wrong with it. */
import type { RequirementRow, RunRecord } from '../conformance/runner/record/run-record.ts';
import { runRecord } from './record-schema.ts';

/** The file is not a run record; `message` is one line. */
export class ReportProblem extends Error {
  override readonly name = 'ReportProblem';
}

/** Earlier versions counted a requirement as passed that no run had shown a case of. */
function withoutEmptyPasses(record: RunRecord): RunRecord {
  const isEmpty = ({ verdict, exercised }: RequirementRow) => verdict === 'pass' && exercised === 0;
  const empty = record.requirements.filter(isEmpty).length;
  if (empty === 0) return record;
  const { pass, 'not-exercised': others } = record.summary;
  return {
    ...record,
    summary: { ...record.summary, pass: pass - empty, 'not-exercised': others + empty },
    requirements: record.requirements.map((row) =>
      isEmpty(row) ? { ...row, verdict: 'not-exercised', reason: 'no run showed a case of it' } : row,
    ),
  };
}

/** @param file its name in messages. Throws ReportProblem. */
export function readRunRecord(text: string, file: string): RunRecord {
  if (!isShallow(text)) throw new ReportProblem(`${file}: nested too deeply to be the record of a run`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new ReportProblem(`${file}: no JSON: ${thrown instanceof Error ? thrown.message.replace(/\s+/g, ' ') : ''}`);
  }
  const parsed = runRecord.safeParse(value, { reportInput: true });
  if (parsed.success) return withoutEmptyPasses(parsed.data as unknown as RunRecord);
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  if (schema !== undefined && schema !== 1) {
    throw new ReportProblem(`${file}: a run record of schema ${JSON.stringify(schema)}; this version reads schema 1`);
  }
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') || 'the record';
  const others = parsed.error.issues.length - 1;
  throw new ReportProblem(
    `${file}: no record of a run: ${where}: ${issue?.message ?? ''}${others > 0 ? ` (and ${others} more)` : ''}`,
  );
}

/** A record has a tenth of them; code that walks it recurses once a level. */
const MOST_LEVELS = 200;

function isShallow(text: string): boolean {
  let depth = 0;
  // Strings are passed over.
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[{}[\]]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MOST_LEVELS) return false;
  }
  return true;
}
