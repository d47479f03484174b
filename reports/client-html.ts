/** The judgement of a client as one self-contained page (html-page.ts): what is broken first, with its sequence in lanes. */
import {
  byInterest,
  CLIENT_VERDICTS,
  type ClientRecord,
  type ClientRuleRow,
  clientHeadline,
  type Lane,
  type LaneStep,
} from './client-record.ts';
import { pageStyle } from './html.ts';
import { policyOf, selfContainedPage, VERDICT_TONES } from './html-page.ts';
import type { Html } from './html-text.ts';
import { html } from './html-text.ts';
import { durationWords, VERDICT_WORDS } from './reading.ts';

const LANES: readonly Lane[] = ['client', 'member', 'platform'];

/** Beside the viewer's own style. */
const STYLE = `
.lanes { overflow-x: auto }
.lanes table { border-collapse: collapse; width: 100%; min-width: 36rem }
.lanes td, .lanes th { text-align: left; vertical-align: top; padding: .15rem .6rem .15rem 0; overflow-wrap: anywhere }
.lanes.steps table { table-layout: fixed }
.lanes .time { white-space: nowrap; width: 4.5rem; font-variant-numeric: tabular-nums }
.lanes tr.shown td { font-weight: 600 }
.lanes tr.trouble td { font-style: italic }
`;

function laneRow({ atMs, lane, text, isShown, isTrouble }: LaneStep): Html {
  const cells = LANES.map((one) => html`<td>${one === lane ? text : ''}</td>`);
  const kind = isShown ? 'shown' : isTrouble ? 'trouble' : '';
  return html`<tr class="${kind}"><td class="time">${(atMs / 1_000).toFixed(2)} s</td>${cells}</tr>\n`;
}

function lanes({ id, failure }: ClientRuleRow): Html | undefined {
  if (failure === undefined || failure.steps.length === 0) return undefined;
  return html`<details><summary>What happened, in ${failure.steps.length} lines</summary>
<div class="lanes steps" tabindex="0" role="region" aria-label="Sequence of ${id}"><table>
<thead><tr><th scope="col" class="time">Time</th>${LANES.map((lane) => html`<th scope="col">${lane}</th>`)}</tr></thead>
<tbody>
${failure.steps.map(laneRow)}</tbody></table></div></details>
`;
}

/** Moments of one rule that the page lists. */
const MOST_MOMENTS = 20;

function foundText({ verdict, failure }: ClientRuleRow): string | undefined {
  if (failure === undefined) return verdict === 'fail' ? 'over several starts' : undefined;
  return `after ${failure.after} ${failure.after === 1 ? 'schedule' : 'schedules'}`;
}

function card(row: ClientRuleRow): Html {
  const { id, says, severity, from, verdict, cases, reason, broken, suspected, failure } = row;
  const fact = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? undefined : html`<dt>${name}</dt><dd>${value}</dd>\n`;
  const moments = [...broken, ...suspected];
  return html`<article class="card edged ${verdict}">
<h3><span class="badge ${verdict}">${VERDICT_WORDS[verdict]}</span> ${id}: ${says}</h3>
<p>${failure?.moment ?? moments[0] ?? ''}</p>
<dl class="named">
${fact('why', reason)}${fact('rule', `${severity}, ${from}`)}${fact('cases', `${cases}`)}${fact('trouble', failure?.schedule.join('; '))}${fact('found', foundText(row))}${fact('replay', failure?.replay)}</dl>
${moments.length > 1 ? html`<details><summary>${moments.length} moments</summary><ul>${moments.slice(0, MOST_MOMENTS).map((text) => html`<li>${text}</li>\n`)}${moments.length > MOST_MOMENTS ? html`<li>and ${moments.length - MOST_MOMENTS} more (client.json)</li>` : undefined}</ul></details>` : undefined}
${lanes(row)}</article>
`;
}

function table(rules: readonly ClientRuleRow[]): Html {
  const rows = rules.map(
    ({ id, severity, verdict, cases, says }) =>
      html`<tr class="${verdict}"><th scope="row">${id}</th><td>${severity}</td><td><span class="badge ${verdict}">${VERDICT_WORDS[verdict]}</span></td><td>${cases}</td><td>${says}</td></tr>\n`,
  );
  return html`<div class="lanes" tabindex="0" role="region" aria-label="Table of rules"><table>
<thead><tr><th scope="col">Rule</th><th scope="col">Severity</th><th scope="col">Verdict</th><th scope="col">Cases</th><th scope="col">A good client</th></tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

/** The whole file. */
export function clientHtml(record: ClientRecord): string {
  const { summary, verdict, startedAt, durationMs, tool, rules, client, seed, starts, unfit } = record;
  const counts = CLIENT_VERDICTS.map(
    (one) => html`<li class="${one}"><b>${summary[one]}</b> ${VERDICT_WORDS[one]}</li>\n`,
  );
  const headline = clientHeadline(record);
  const open = rules.filter((row) => row.verdict === 'fail' || row.verdict === 'inconclusive');
  const inside = html`<header>
<p class="of"><b>Touchstone</b> client</p>
<div class="banner ${unfit === undefined ? VERDICT_TONES[verdict] : 'unsure'}">
<h1>${headline}</h1>
<p><code>${client}</code>, ${starts} ${starts === 1 ? 'start' : 'starts'}, seed ${seed}. Started ${startedAt}, took ${durationWords(durationMs)}.</p>
</div>
<ul class="counts" aria-label="Rules by verdict">
${counts}</ul>
</header>
<main>
${unfit === undefined ? undefined : html`<section aria-labelledby="output"><h2 id="output">Its last output</h2><pre>${unfit.output.join('\n')}</pre></section>`}
${open.length === 0 ? undefined : html`<section aria-labelledby="broken"><h2 id="broken">To look at</h2>\n${byInterest(open).map(card)}</section>`}
<section aria-labelledby="rules"><h2 id="rules">Rules</h2>
${table(rules)}</section>
</main>
<footer>Written by touchstone ${tool.version}. Tokens, tickets and secrets are taken out before anything is recorded.</footer>`;
  const style = `${pageStyle()}${STYLE}`;
  return selfContainedPage(headline, { style, policy: policyOf(style) }, inside);
}
