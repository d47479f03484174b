/**
 * What a page shows where no script runs (a CI server that forbids them, a mail): the verdict, what failed, and a row
 * for every requirement.
 */
import { requirementsInWords } from '../conformance/runner/record/areas.ts';
import {
  changesOf,
  conclusionOf,
  failingChecks,
  remarksOf,
  targetInWords,
} from '../conformance/runner/record/headline.ts';
import type { CheckRow, RunRecord } from '../conformance/runner/record/run-record.ts';
import type { Html } from './html-text.ts';
import { html } from './html-text.ts';
import type { ReportSources } from './page-data.ts';
import {
  acceptedWords,
  brokenBy,
  depthWords,
  doubtsOf,
  exercisedIn,
  exercisedTitle,
  gateWords,
  isKnown,
  notRunWords,
  partWords,
  passesInPart,
  remarkOf,
  serverErrorsOf,
  toleratedIn,
  tolerationWords,
  VERDICT_WORDS,
} from './reading.ts';

function fact(name: string, value: string | null | undefined): Html | undefined {
  return value === null || value === undefined || value === '' ? undefined : html`<dt>${name}</dt><dd>${value}</dd>\n`;
}

function finding(row: CheckRow): Html {
  const { counterexample: c, fault, verdict } = row;
  const why = verdict === 'fail' ? undefined : fact(fault === true ? 'suite fault' : 'why', row.reason);
  return html`<h3>${isKnown(row) ? 'Known: ' : ''}${row.title}</h3>
<p>${row.id}: ${requirementsInWords(brokenBy(row))}</p>
<dl>
${serverErrorsOf(row).map((line) => fact('server error', line))}${why}${fact('expected', c?.expected)}${fact('seen', c?.seen)}${fact('given', c?.given)}${fact('run again', c?.rerun)}${fact('replay', c?.replay)}${fact('not confirmed', c?.unconfirmed)}${fact('request', c?.curl)}${acceptedWords(row).map((line) => fact('accepted', line))}</dl>
`;
}

/** The inside of the page's `noscript`. */
export function plainPart(record: RunRecord, { statements = {} }: ReportSources): Html {
  const parts = passesInPart(record);
  const remarks = [...gateWords(record), ...remarksOf(record)];
  const byId = new Map(record.checks.map((row) => [row.id, row]));
  const rows = record.requirements.map((row) => {
    const { id, verdict, reason } = row;
    const part = parts.get(id);
    const words = part === undefined ? VERDICT_WORDS[verdict] : `pass in part, ${partWords(part)}`;
    const statement = Object.hasOwn(statements, id) ? statements[id] : '';
    return html`<tr class="${part === undefined ? verdict : `${verdict} part`}"><th scope="row">${id}</th><td>${words}</td><td>${exercisedIn(row, byId)}</td><td>${statement}${reason === undefined ? '' : ` (${reason})`}${part && `; ${notRunWords(part)}`}</td></tr>\n`;
  });
  return html`<h1>${conclusionOf(record).headline}</h1>
<dl>
${targetInWords(record).map(([name, value]) => fact(name, value))}</dl>
<p>${remarkOf(record)}. This page shows more where scripts may run: open the file in a browser.</p>
${depthWords(record).map((line) => html`<p>${line}.</p>\n`)}${changesOf(record).map(({ title, lines }) => html`<h2>${title}: ${lines.length}</h2>\n<ul>${lines.map((line) => html`<li>${line}</li>\n`)}</ul>\n`)}${[...failingChecks(record), ...doubtsOf(record)].map(finding)}
<ul>${remarks.map((line) => html`<li>${line}</li>\n`)}</ul>
<table>
<thead><tr><th scope="col">Requirement</th><th scope="col">Verdict</th><th scope="col">${exercisedTitle(record)}</th><th scope="col">Statement</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
${toleratedIn(record).map(({ title, rows: tolerated }) => html`<h2>${title}</h2>\n<ul>${tolerated.map((row) => html`<li>${tolerationWords(row)}</li>\n`)}</ul>\n`)}`;
}
