/** Which requirements the list shows. Pure. */
import { areaInWords, areaOf } from '../../../conformance/runner/record/areas.ts';
import type { CheckRow, RequirementRow, Verdict } from '../../../conformance/runner/record/run-record.ts';
import type { PassInPart } from '../../reading.ts';

/** A requirement with everything that the list shows of it. */
export interface Listed {
  readonly row: RequirementRow;
  readonly statement: string;
  readonly area: string;
  readonly checks: readonly CheckRow[];
  readonly part: PassInPart | undefined;
  readonly needs: readonly string[];
}

export interface Filter {
  /** Matches the id, the area in words, the statement and the ids and claims of the checks. */
  readonly text: string;
  readonly verdict: Verdict | 'part' | '';
  readonly area: string;
  readonly need: string;
}

export const NO_FILTER: Filter = { text: '', verdict: '', area: '', need: '' };

export function listed(
  row: RequirementRow,
  statement: string,
  byId: ReadonlyMap<string, CheckRow>,
  part: PassInPart | undefined,
): Listed {
  const checks = row.checks.flatMap((id) => byId.get(id) ?? []);
  const needs = [...new Set(checks.flatMap((check) => check.needs ?? []))];
  return { row, statement, area: areaOf(row.id), checks, part, needs };
}

function isOfVerdict({ row, part }: Listed, verdict: Filter['verdict']): boolean {
  if (verdict === '') return true;
  return verdict === 'part' ? part !== undefined : row.verdict === verdict;
}

/** Each word of the text has to occur. */
export function matches(one: Listed, { text, verdict, area, need }: Filter): boolean {
  if (!isOfVerdict(one, verdict)) return false;
  if (area !== '' && one.area !== area) return false;
  if (need !== '' && !one.needs.includes(need)) return false;
  if (text.trim() === '') return true;
  const checks = one.checks.map(({ id, title }) => `${id} ${title}`).join(' ');
  const all = `${one.row.id} ${areaInWords(one.area)} ${one.statement} ${checks}`.toLowerCase();
  return text
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
