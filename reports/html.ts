/**
 * One self-contained page: no script, nothing fetched, all text of a target escaped, and only the page's own style
 * allowed by its policy. It prints, follows the reader's light or dark setting, and can be read in order without any
 * style.
 */
import type { RunRecord } from '../conformance/runner/run-record.ts';
import { doubtCard, failureCard } from './html-failures.ts';
import { selfContainedPage } from './html-page.ts';
import type { Statements } from './html-tables.ts';
import { checksTable, requirementsTable, silenceTable } from './html-tables.ts';
import type { Html } from './html-text.ts';
import { html } from './html-text.ts';
import {
  conclusionOf,
  doubtsOf,
  durationWords,
  failuresOf,
  gateWords,
  passesInPart,
  remarkOf,
  remarksOf,
  VERDICT_WORDS,
  VERDICTS_IN_ORDER,
} from './reading.ts';

const BAR_WIDTH = 1000;

/** A bar of widths by verdict; the counts next to it state the same as text. */
function bar({ summary, requirements }: RunRecord, inPart: number): Html {
  let x = 0;
  const widths: readonly (readonly [string, number])[] = [
    ['pass', summary.pass - inPart],
    ['pass part', inPart],
    ...VERDICTS_IN_ORDER.filter((verdict) => verdict !== 'pass').map((verdict) => [verdict, summary[verdict]] as const),
  ];
  const parts = widths.map(([kind, count]) => {
    const width = requirements.length === 0 ? 0 : (count / requirements.length) * BAR_WIDTH;
    const rect = html`<rect class="${kind}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"></rect>`;
    x += width;
    return rect;
  });
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function facts({ run, tool }: RunRecord): Html {
  const { rest, socket } = run.target.contract;
  const stated: readonly (readonly [string, string])[] = [
    ['Target', run.target.baseUrl],
    ['Contract', `REST ${rest}${socket === null ? '' : `, socket ${socket}`}`],
    ['Started', run.startedAt],
    ['Took', `${durationWords(run.durationMs)}, ${run.requests} requests`],
    ['Seed', `${run.seed}`],
    ...(run.id === undefined ? [] : [['Run', run.id] as const]),
    ...(run.cause === undefined ? [] : [['Stopped, for', run.cause] as const]),
    ['Tool', `touchstone ${tool.version}`],
  ];
  return html`<dl class="facts">
${stated.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function cards(id: string, title: string, made: readonly Html[]): Html | undefined {
  if (made.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${made}
</section>`;
}

function remarks(record: RunRecord): Html | undefined {
  const lines = [...gateWords(record), ...remarksOf(record)];
  if (lines.length === 0) return undefined;
  return html`<section aria-labelledby="remarks">
<h2 id="remarks">Remarks</h2>
<ul>
${lines.map((line) => html`<li>${line}</li>\n`)}</ul>
</section>`;
}

/** @param statements the statement of each requirement, by id, for readers who do not know the ids. */
export function htmlPage(record: RunRecord, statements: Statements = {}): string {
  const { tone, headline } = conclusionOf(record);
  const failures = failuresOf(record);
  const doubts = doubtsOf(record);
  const inPart = passesInPart(record).size;
  const ofThem = inPart === 0 ? undefined : html` <span class="part">of them ${inPart} in part</span>`;
  const counts = VERDICTS_IN_ORDER.map(
    (verdict) =>
      html`<li class="${verdict}"><b>${record.summary[verdict]}</b> ${VERDICT_WORDS[verdict]}${verdict === 'pass' ? ofThem : undefined}</li>\n`,
  );
  const inside = html`<header>
<h1><b>Touchstone</b> conformance report</h1>
<div class="banner ${tone}">
<p class="headline">${headline}</p>
<p class="remark">${remarkOf(record)}.</p>
</div>
<ul class="counts" aria-label="Requirements by verdict">
${counts}</ul>
${bar(record, inPart)}
${facts(record)}
</header>
<main>
${cards('failures', `${failures.length} failing ${failures.length === 1 ? 'check' : 'checks'}`, failures.map(failureCard))}
${cards('doubts', `${doubts.length} inconclusive ${doubts.length === 1 ? 'check' : 'checks'}`, doubts.map(doubtCard))}
${remarks(record)}
${silenceTable(record, 'not-exercised')}
${silenceTable(record, 'not-applicable')}
${requirementsTable(record, statements)}
${checksTable(record)}
</main>
<footer>Written by touchstone ${record.tool.version} from a run record of schema ${record.schema}. Tokens, tickets and key material are taken out before anything is recorded.</footer>`;
  return selfContainedPage(`${headline}: ${record.run.target.baseUrl}`, inside);
}
