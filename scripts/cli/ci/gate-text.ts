/** The Markdown of a job summary and of a comment. Pure. */
import { conclusionOf } from '../../../conformance/runner/record/headline.ts';
import { ordersInWords } from '../../../conformance/runner/record/summary.ts';
import { block, code, inline, markdown } from '../../../reports/markdown.ts';
import type { GateResult } from './gate-result.ts';

export interface GateContext {
  readonly out: string;
  readonly artifact: string;
  /** Where it is downloaded; empty: not known. */
  readonly artifactUrl: string;
  /** `1/3`; empty: the whole. */
  readonly shard: string;
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
      ? 'The run was killed: orders may be open, and rows may be left'
      : 'Orders or rows may be left';
  const ways = effects.map((file) => `- ${code(`touchstone cleanup ${out}/${file}`)}`);
  const how = ways.length === 0 ? [] : [`Download the artifact ${code(artifact)} and run:`, '', ...ways, ''];
  return [`### ⚠️ ${what} at the target`, '', ...orders, ...how];
}

function withoutReport({ status, trouble }: GateResult): readonly string[] {
  const how =
    status === undefined ? 'was killed before it wrote a report' : `ended with status ${status}, without a report`;
  const why = trouble.length === 0 ? [] : [block(trouble.join('\n')), ''];
  return [`## ❌ touchstone ${how}`, '', 'Nothing is known of the target: **nothing was judged**.', '', ...why];
}

/** The whole text; a shard's is short, because the job that merges has all. */
export function gateText(result: GateResult, context: GateContext): string {
  const { record, status } = result;
  const { artifact, artifactUrl, shard } = context;
  const files = artifactUrl === '' ? code(artifact) : `[${inline(artifact)}](${encodeURI(artifactUrl)})`;
  const foot = `Exit status ${status ?? 'unknown'}. Reports and evidence: artifact ${files}.`;
  const body =
    record === undefined
      ? withoutReport(result)
      : shard === ''
        ? [markdown(record)]
        : [
            `**Shard ${inline(shard)}**: ${inline(conclusionOf(record).headline)}. The job that merges has the verdict.`,
            '',
          ];
  return [...left(result, context), ...body, ...comparison(result, context), foot, ''].join('\n');
}

/** The first lines of a text that fit, with what is left out; a fold or block of code that is open is closed. */
export function fitting(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = (lines: number) => `\n\n${lines} lines are left out here: the artifact has all.\n`;
  const all = text.split('\n');
  const shown: string[] = [];
  let room = most - 200;
  for (const line of all) {
    room -= line.length + 1;
    if (room < 0) break;
    shown.push(line);
  }
  let fence = '';
  let folds = 0;
  for (const line of shown) {
    const [run = ''] = /^`{3,}/.exec(line) ?? [];
    if (run !== '' && (fence === '' || run === fence)) fence = fence === '' ? run : '';
    if (fence === '') folds += Number(line === '<details>') - Number(line === '</details>');
  }
  return [...shown, fence, ...Array(folds).fill('\n</details>')].join('\n') + note(all.length - shown.length);
}
