/**
 * The cards of failing and inconclusive checks: expected and observed values, the exchanges, and how to reproduce them.
 */
import type { CheckRow } from '../conformance/runner/run-record.ts';
import type { Html } from './html-text.ts';
import { html } from './html-text.ts';
import { acceptedWords, brokenBy, isKnown, serverErrorsOf } from './reading.ts';
import { cut } from './visible-text.ts';

type Evidence = CheckRow['evidence'][number];
type OnTheWire = Omit<Evidence, 'settling'>;

const LONGEST_BODY = 20_000;

/** Links to the rows of the requirements. */
export function requirementLinks(ids: readonly string[]): Html {
  return html`<span class="ids">${ids.map((id, i) => html`${i === 0 ? '' : ' '}<a href="#${id}">${id}</a>`)}</span>`;
}

function message(first: string, headers: Evidence['request']['headers'], body: string | null): string {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return body === null || body === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${cut(body, LONGEST_BODY)}`;
}

function exchangeOf(e: OnTheWire, named: boolean): Html {
  const { request, response } = e;
  const answer =
    response === null
      ? `no answer (${e.failure ?? 'unknown'}): the outcome is unknown`
      : message(`${response.status}`, response.headers, response.body);
  const tookMs = Math.max(0, Math.round(e.answeredAtMs - e.sentAtMs));
  return html`<div class="exchange${named ? ' named' : ''}">
<p><b>${e.n}. ${e.actor}</b>${e.label === null ? '' : ` (${e.label})`}, answered after ${tookMs} ms${named ? ': this one shows it' : ''}</p>
<div class="sides">
<pre>${message(`${request.method} ${request.path}`, request.headers, request.body)}</pre>
<pre>${answer}</pre>
</div>
</div>`;
}

function row(name: string, value: Html | string | number | null | undefined): Html | undefined {
  return value === null || value === undefined || value === '' ? undefined : html`<dt>${name}</dt><dd>${value}</dd>\n`;
}

function evidence(check: CheckRow): Html | undefined {
  const { evidence: exchanges, counterexample } = check;
  if (exchanges.length === 0) return undefined;
  const named = new Set(counterexample?.exchanges ?? []);
  return html`<details>
<summary>Evidence: ${exchanges.length} ${exchanges.length === 1 ? 'exchange' : 'exchanges'}</summary>
${exchanges.map((e) => [exchangeOf(e, named.has(e.n)), settlingOf(e)])}
</details>`;
}

/** The further exchanges of an answer that was not the first one. */
function settlingOf({ n, settling = [] }: Evidence): Html | undefined {
  if (settling.length === 0) return undefined;
  return html`<details>
<summary>${n}. over the wire: ${settling.length} requests</summary>
${settling.map((e) => exchangeOf(e, false))}
</details>`;
}

/** The card of a failing check. */
export function failureCard(check: CheckRow): Html {
  const { counterexample: c } = check;
  const seed = c === undefined ? undefined : `${c.seed}${c.path === null ? '' : `, path ${c.path}`}`;
  return html`<article class="card fail">
<h3>${isKnown(check) ? 'Known: ' : ''}${check.title}</h3>
<p class="proves"><code>${check.id}</code> about ${requirementLinks(brokenBy(check))}</p>
<dl>
${acceptedWords(check).map((accepted) => row('accepted', accepted))}${serverErrorsOf(check).map((error) => row('server error', error))}${row('expected', c?.expected ?? check.reason)}${row('seen', c?.seen)}${row('given', c?.given == null ? undefined : html`<code>${c.given}</code>`)}${row('seed', seed)}${row('run again', c === undefined ? undefined : html`<pre>${c.rerun}</pre>`)}${row('replay', c?.replay === undefined ? undefined : html`<pre>${c.replay}</pre>`)}${row('not confirmed', c?.unconfirmed)}${row('request', c?.curl == null ? undefined : html`<pre>${c.curl}</pre>`)}</dl>
${evidence(check)}
</article>`;
}

/** The card of an inconclusive check. */
export function doubtCard(check: CheckRow): Html {
  return html`<article class="card inconclusive">
<h3>${check.title}</h3>
<p class="proves"><code>${check.id}</code> about ${requirementLinks(check.proves)}</p>
<dl>
${row(check.fault === true ? 'suite fault' : 'why', check.reason ?? 'no reason stated')}</dl>
${evidence(check)}
</article>`;
}
