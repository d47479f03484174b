/** Writes the failures of a run as a baseline for a person to complete: `--update-baseline`. Pure. */
import { stringify } from 'yaml';
import type { BrokenClauseRow, CheckRow, RunRecord } from '../record/run-record.ts';
import type { Baseline } from './baseline.ts';
import { isOf } from './gate.ts';

/** How long a failure is accepted unless a person states another day. */
const ACCEPTED_DAYS = 30;
const DAY_MS = 86_400_000;

const HEAD = `Known failures, for touchstone check --baseline THIS_FILE.
Fill in the reason and the owner of each entry, or delete it: a file with empty ones is refused.
expires is the last day (UTC) on which the failure is accepted. An entry that has expired, that names
nothing, or whose failure is gone fails the run.`;

function commented(text: string): string {
  return text
    .split('\n')
    .map((line) => `# ${line}\n`)
    .join('');
}

function entryOf(row: CheckRow, broken: BrokenClauseRow, expires: string, earlier: Baseline | undefined): string {
  const { requirement, clause, seen } = broken;
  const known = earlier?.entries.find((one) => isOf(one, row, broken));
  const entry = {
    ...{ requirement, check: row.id, clause },
    ...{ reason: known?.reason ?? '', owner: known?.owner ?? '', expires: known?.expires ?? expires },
  };
  const [first = '', ...rest] = stringify(entry, { lineWidth: 0 }).trimEnd().split('\n');
  const line = seen.replace(/\s+/g, ' ');
  return [`  # seen: ${line}`, `  - ${first}`, ...rest.map((text) => `    ${text}`), ''].join('\n');
}

/** The text of the file. Entries of the `earlier` baseline whose failures still exist keep what a person wrote. */
export function proposedBaseline(record: RunRecord, earlier?: Baseline): string {
  const { run, checks } = record;
  const expires = new Date(Date.parse(run.startedAt) + ACCEPTED_DAYS * DAY_MS).toISOString().slice(0, 10);
  const entries = checks.flatMap((row) =>
    row.verdict === 'fail' ? (row.broken ?? []).map((broken) => entryOf(row, broken, expires, earlier)) : [],
  );
  const of = `Proposed from the run of ${run.startedAt} against ${run.target.baseUrl}.`;
  return `${commented(`${HEAD}\n${of}`)}failures:${entries.length === 0 ? ' []\n' : `\n${entries.join('')}`}`;
}
