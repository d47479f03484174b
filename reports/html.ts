/**
 * The pages: one self-contained file each, which works from disk without network. Style and script are the built
 * viewer (reports/viewer/), the record is JSON beside them. The policy allows these two by their hashes and nothing
 * else, and no text of a target can end the element that it is in.
 */
import { readFileSync } from 'node:fs';
import { conclusionOf } from '../conformance/runner/record/headline.ts';
import type { RunRecord } from '../conformance/runner/record/run-record.ts';
import { policyOf, selfContainedPage } from './html-page.ts';
import { plainPart } from './html-plain.ts';
import { Html, html } from './html-text.ts';
import type { ComparisonData, PageData, ReportSources } from './page-data.ts';

interface Viewer {
  readonly script: string;
  readonly style: string;
  readonly policy: string;
}

let known: Viewer | undefined;

function built(name: string): string {
  const file = new URL(`./viewer/built/${name}`, import.meta.url);
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new Error(`${file.pathname} is missing: npm run setup builds the pages`, { cause: thrown });
  }
}

/** The style of every page. */
export function pageStyle(): string {
  return built('page.css');
}

function viewer(): Viewer {
  if (known !== undefined) return known;
  // A backslash changes nothing within a string, a template or a pattern, the only places where it may stand.
  const script = built('page.js').replace(/<(?=\/script|!--)/gi, '<\\');
  const style = pageStyle();
  known = { script, style, policy: policyOf(style, script) };
  return known;
}

/** JSON that no parser of HTML takes for markup. */
function dataOf(data: PageData): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function page(title: string, plain: Html, data: PageData): string {
  const { script, ...head } = viewer();
  return selfContainedPage(
    title,
    head,
    html`<noscript>
${plain}
</noscript>
<div id="page"></div>
${scriptElement('type="application/json" id="data"', dataOf(data))}
${scriptElement('type="module"', script)}`,
  );
}

/** Untagged: of a tagged template with this end tag the package's bundler makes a call of a package that is not there. */
function scriptElement(attributes: string, source: string): Html {
  return new Html(`<script ${attributes}>${source}</script>`);
}

/** The report of one run. */
export function htmlPage(record: RunRecord, sources: ReportSources = {}): string {
  const title = `${conclusionOf(record).headline}: ${record.run.target.baseUrl}`;
  return page(title, plainPart(record, sources), { kind: 'report', record, sources });
}

/** The comparison of several runs. */
export function comparisonPage(data: ComparisonData): string {
  const { newFailures, fixed, lost } = data.changes;
  const title = `${newFailures.length} new, ${fixed.length} fixed, ${lost.length} lost`;
  const plain = html`<h1>${title}</h1>
<ul>
${newFailures.map(({ check, requirement, clause }) => html`<li>${requirement} ${clause} (${check})</li>\n`)}</ul>
<p>This page shows more where scripts may run: open the file in a browser.</p>`;
  return page(title, plain, data);
}
