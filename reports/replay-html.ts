/** A replay as one self-contained page (html-page.ts): each scenario with its steps, failed ones with all that they show. */
import { pageStyle } from './html.ts';
import { policyOf, selfContainedPage, VERDICT_TONES } from './html-page.ts';
import type { Html } from './html-text.ts';
import { html } from './html-text.ts';
import { durationWords, VERDICT_WORDS, VERDICTS_IN_ORDER } from './reading.ts';
import type { ReplayRecord, ReplayRow } from './replay-record.ts';
import { rowName } from './replay-record.ts';

const MARKS = { pass: '✓', fail: '✗', inconclusive: '?', done: '·' } as const;

function failed({ steps }: ReplayRow): readonly Html[] {
  return steps.flatMap(({ shown = [], line, does }) =>
    shown.length === 0 ? [] : [html`<p>line ${line}: <code>${does}</code></p>\n<pre>${shown.join('\n')}</pre>\n`],
  );
}

function stepsOf({ steps, verdict }: ReplayRow): Html | undefined {
  if (steps.length === 0) return undefined;
  const lines = steps.map(({ line, does, verdict: its }) => `${MARKS[its]} ${`${line}`.padStart(3)}  ${does}`);
  return html`<details${verdict === 'fail' ? html` open="open"` : ''}>
<summary>${steps.length} ${steps.length === 1 ? 'step' : 'steps'}</summary>
<pre>${lines.join('\n')}</pre>
</details>`;
}

function card(row: ReplayRow): Html {
  const { verdict, story, client, proves, where, file, reason, durationMs } = row;
  const fact = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? undefined : html`<dt>${name}</dt><dd>${value}</dd>\n`;
  return html`<article class="card edged ${verdict}">
<h3><span class="badge ${verdict}">${VERDICT_WORDS[verdict]}</span> ${rowName(row)}</h3>
<p>${story}</p>
<dl class="named">
${fact('why', reason)}${fact('client', client)}${fact('about', proves.join(', '))}${fact('file', file)}${fact('played', `${where}, ${durationWords(durationMs)}`)}</dl>
${failed(row)}${stepsOf(row)}
</article>
`;
}

/** The whole file. What failed comes first. */
export function replayHtml(record: ReplayRecord): string {
  const { summary, scenarios, verdict, startedAt, durationMs, tool } = record;
  const counts = VERDICTS_IN_ORDER.map(
    (one) => html`<li class="${one}"><b>${summary[one]}</b> ${VERDICT_WORDS[one]}</li>\n`,
  );
  const headline = `${scenarios.length} ${scenarios.length === 1 ? 'scenario' : 'scenarios'}: ${VERDICT_WORDS[verdict]}`;
  const first = scenarios.filter((row) => row.verdict === 'fail');
  const others = scenarios.filter((row) => row.verdict !== 'fail');
  const inside = html`<header>
<p class="of"><b>Touchstone</b> replay</p>
<div class="banner ${VERDICT_TONES[verdict]}">
<h1>${headline}</h1>
<p>Started ${startedAt}, took ${durationWords(durationMs)}.</p>
</div>
<ul class="counts" aria-label="Scenarios by verdict">
${counts}</ul>
</header>
<main>
<section aria-labelledby="scenarios">
<h2 id="scenarios">Scenarios</h2>
${[...first, ...others].map(card)}</section>
</main>
<footer>Written by touchstone ${tool.version}. Tokens, tickets and key material are taken out before anything is recorded.</footer>`;
  const style = pageStyle();
  return selfContainedPage(headline, { style, policy: policyOf(style) }, inside);
}
