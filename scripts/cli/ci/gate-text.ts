/** The Markdown of a job summary and of a comment. Pure. */
import { conclusionOf } from '../../../conformance/runner/record/headline.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { ordersInWords } from '../../../conformance/runner/record/summary.ts';
import { commandLine } from '../../../conformance/runner/run/command-line.ts';
import { block, code, inline, markdown } from '../../../reports/markdown.ts';
import type { GateResult } from './gate-result.ts';

export interface GateContext {
  readonly out: string;
  readonly artifact: string;
  /** Where it is downloaded; empty: not known. */
  readonly artifactUrl: string;
  /** The base branch that an earlier report was looked for in; undefined: none was. */
  readonly base: string | undefined;
}

function comparison({ record }: GateResult, { base }: GateContext): readonly string[] {
  if (base === undefined || record === undefined) return [];
  const branch = base === '' ? 'a base branch' : `the base branch ${code(base)}`;
  if (record.since === undefined) return [`No report of ${branch}: what is new, fixed or lost is not known.`, ''];
  return [`Compared with the report of ${branch}.`, ''];
}

/** What a person must look after. */
function left({ record, effects, status }: GateResult, { out, artifact }: GateContext): readonly string[] {
  const orders = record?.run.orders?.mayBeOpen.length ? [block(ordersInWords(record).join('\n')), ''] : [];
  const rows = record?.run.left?.rows.length ?? 0;
  if (effects.length === 0 && rows === 0 && orders.length === 0) return [];
  const what =
    status === undefined
      ? 'The run was killed: orders may be open, rows may be left, and a hook may not be undone,'
      : 'Orders, rows or the state of a hook may be left';
  const ways = effects.map((file) => `- ${code(commandLine(['touchstone', 'cleanup', `${out}/${file}`]))}`);
  const how = ways.length === 0 ? [] : [`Download the artifact ${code(artifact)} and run:`, '', ...ways, ''];
  return [`### ⚠️ ${what} at the target`, '', ...orders, ...how];
}

function withoutReport({ status, trouble }: GateResult): readonly string[] {
  const how =
    status === undefined ? 'was killed before it wrote a report' : `ended with status ${status}, without a report`;
  const why = trouble.length === 0 ? [] : [block(trouble.join('\n')), ''];
  return [`## ❌ touchstone ${how}`, '', 'Nothing is known of the target: **nothing was judged**.', '', ...why];
}

/** `brief`: instead of the report its headline, and where the rest is. */
export function gateText(result: GateResult, context: GateContext, brief?: string): string {
  const { record, status } = result;
  const { artifact, artifactUrl } = context;
  const files = artifactUrl === '' ? code(artifact) : `[${inline(artifact)}](${encodeURI(artifactUrl)})`;
  const foot = `Exit status ${status ?? 'unknown'}. Reports and evidence: artifact ${files}.`;
  const reported = (of: RunRecord) =>
    brief === undefined ? [markdown(of)] : [`## ${inline(conclusionOf(of).headline)}`, '', inline(brief), ''];
  const body = record === undefined ? withoutReport(result) : reported(record);
  return [...left(result, context), ...body, ...comparison(result, context), foot, ''].join('\n');
}
