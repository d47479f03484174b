/**
 * The tables of the page: every requirement by area, every check, and the requirements that were not exercised by
 * reason.
 */
import type { RequirementRow, RunRecord, Verdict } from '../conformance/runner/run-record.ts';
import { requirementLinks } from './html-failures.ts';
import type { Html } from './html-text.ts';
import { html } from './html-text.ts';
import type { PassInPart } from './reading.ts';
import {
  areasOf,
  durationWords,
  partWords,
  passesInPart,
  silencesOf,
  VERDICT_WORDS,
  VERDICTS_IN_ORDER,
} from './reading.ts';

/** The statement of each requirement, by id; a record does not contain them. */
export type Statements = Readonly<Record<string, string>>;

/** The mark of a verdict; a partial pass has its own. */
export function badge(verdict: Verdict, part?: PassInPart): Html {
  const words = VERDICT_WORDS[verdict];
  if (part === undefined) return html`<span class="badge ${verdict}">${words}</span>`;
  return html`<span class="badge ${verdict} part">${words} in part, ${partWords(part)}</span>`;
}

function notRun(part: PassInPart | undefined): Html | undefined {
  if (part === undefined) return undefined;
  const reasons = [...part.notRun].map(
    ([why, ids], i) =>
      html`${i === 0 ? '' : '; '}${ids.map((id, j) => html`${j === 0 ? '' : ', '}<code>${id}</code>`)} (${why})`,
  );
  return html`<span class="why">${part.of - part.passed} of its ${part.of} checks did not run: ${reasons}</span>`;
}

function requirementRow(row: RequirementRow, statement: string | undefined, part: PassInPart | undefined): Html {
  const checks = row.checks.map((id, i) => html`${i === 0 ? '' : ', '}<code>${id}</code>`);
  return html`<tr class="${row.verdict}${part === undefined ? '' : ' part'}" id="${row.id}">
<th scope="row">${row.id}</th>
<td>${statement ?? ''}${row.reason === undefined ? undefined : html`<span class="why">${row.reason}</span>`}${notRun(part)}</td>
<td>${badge(row.verdict, part)}</td>
<td class="number">${row.exercised}</td>
<td>${checks}</td>
</tr>
`;
}

function filters(summary: RunRecord['summary'], all: number, inPart: number): Html {
  const choice = (value: string, words: string, n: number, checked: boolean) =>
    html`<label><input type="radio" name="verdict" value="${value}"${checked ? html` checked="checked"` : ''} />${words} ${n}</label>\n`;
  return html`<fieldset class="filters">
<legend>Show</legend>
${choice('all', 'all', all, true)}${VERDICTS_IN_ORDER.map((verdict) => [
  choice(verdict, VERDICT_WORDS[verdict], summary[verdict], false),
  verdict === 'pass' && inPart > 0 ? choice('part', 'pass in part', inPart, false) : undefined,
])}</fieldset>`;
}

/** Every requirement, by area. */
export function requirementsTable(record: RunRecord, statements: Statements): Html {
  const parts = passesInPart(record);
  const areas = [...areasOf(record)].map(
    ([area, rows]) => html`<tbody>
<tr><th class="area" colspan="5" scope="rowgroup">${area}</th></tr>
${rows.map((row) => requirementRow(row, Object.hasOwn(statements, row.id) ? statements[row.id] : undefined, parts.get(row.id)))}</tbody>
`,
  );
  return html`<section class="requirements" aria-labelledby="requirements">
<h2 id="requirements">Every requirement</h2>
${filters(record.summary, record.requirements.length, parts.size)}
<div class="scroll"><table>
<caption>Times exercised: how many runs of its checks came to a judgement.</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Statement, and why where nothing or only a part is proved</th><th scope="col">Verdict</th><th scope="col" class="number">Times exercised</th><th scope="col">Checks</th></tr></thead>
${areas}</table></div>
</section>`;
}

/** Every check; undefined if the record has none. */
export function checksTable({ checks }: RunRecord): Html | undefined {
  if (checks.length === 0) return undefined;
  const rows = checks.map(
    ({ id, title, proves, verdict, runs, durationMs }) => html`<tr class="${verdict}">
<th scope="row"><code>${id}</code></th>
<td>${title}<span class="why">${requirementLinks(proves)}</span></td>
<td>${badge(verdict)}</td>
<td class="number">${runs}</td>
<td class="number">${durationWords(durationMs)}</td>
</tr>
`,
  );
  return html`<section aria-labelledby="checks">
<h2 id="checks">Every check</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Check</th><th scope="col">Claim</th><th scope="col">Verdict</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
</section>`;
}

/** Longer lists are folded. */
const MOST_IN_SIGHT = 24;

function silentOnes(ids: readonly string[]): Html {
  const links = requirementLinks(ids);
  if (ids.length <= MOST_IN_SIGHT) return html`<span class="why">${links}</span>`;
  return html`<details><summary>which ones</summary>${links}</details>`;
}

/** The requirements with one of these verdicts, by reason; undefined if there are none. */
export function silenceTable(record: RunRecord, verdict: 'not-exercised' | 'not-applicable'): Html | undefined {
  const silences = silencesOf(record, verdict);
  if (silences.length === 0) return undefined;
  const rows = silences.map(
    ({ reason, requirements }) => html`<tr>
<td class="number">${requirements.length}</td>
<td>${reason}${silentOnes(requirements.map(({ id }) => id))}</td>
</tr>
`,
  );
  const words = VERDICT_WORDS[verdict];
  return html`<section aria-labelledby="why-${verdict}">
<h2 id="why-${verdict}">${record.summary[verdict]} ${words}: why</h2>
<div class="scroll"><table>
<thead><tr><th scope="col" class="number">Requirements</th><th scope="col">Reason</th></tr></thead>
<tbody>
${rows}</tbody>
</table></div>
</section>`;
}
