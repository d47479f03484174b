import type { Exchange } from '../../client/exchange.ts';
import { header } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, pass, violated } from '../../runner/judgement.ts';

const SOURCE = /<script\b[^>]*\bsrc\s*=\s*["']([^"']+)["']/gi;
const REFERENCE = /<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)\s*=\s*["'](?:https?:)?\/\//i;
const NAMES_THE_CONTRACT = /openapi\.json/;

/** Scripts of the page that the member itself serves, the last first: the page's own come after the libraries. */
function ownScripts(page: Exchange): readonly string[] {
  const sources = [...(page.response?.body ?? '').matchAll(SOURCE)].map(([, source = '']) => source);
  const own = sources.filter((source) => !/^(?:[a-z]+:|\/\/)/i.test(source));
  return own.map((source) => new URL(source, 'http://member/docs').pathname).reverse();
}

function namesTheContract(e: Exchange): boolean {
  return NAMES_THE_CONTRACT.test(e.response?.body ?? '');
}

function isPage(page: Exchange): Judgement {
  return allOf(
    expects(page, { status: 200 }),
    /^text\/html\b/i.test(header(page, 'content-type') ?? '') ? pass : violated('a page of type text/html', page),
    /<script\b/i.test(page.response?.body ?? '') ? pass : violated('an interactive page, with a script', page),
  );
}

function showsTheContract(history: History, page: Exchange): Judgement {
  const shown = [page, ...history.labelled('script')];
  return shown.some(namesTheContract) ? pass : violated('a page of the contract at /openapi.json', ...shown);
}

/** The sandbox's page is whole without any other server; a deployed one may take its scripts from elsewhere. */
function isWhole(history: History, page: Exchange): Judgement {
  if (!history.target.strict) return pass;
  if (REFERENCE.test(page.response?.body ?? '')) return violated('a page whose parts the member itself serves', page);
  const scripts = history.labelled('script');
  return scripts.length === 0 ? pass : eachOf(scripts, (script) => expects(script, { status: 200 }));
}

export const interactivePage = check({
  id: 'svc/interactive-page',
  proves: ['SVC-03'],
  title: 'GET /docs serves an interactive HTML page of the same contract',
  needs: ['trader'],

  async drive({ trader }) {
    const page = await trader.get('/docs', { label: 'page' });
    if (namesTheContract(page)) return;
    for (const path of ownScripts(page).slice(0, 5)) {
      if (namesTheContract(await trader.get(path, { label: 'script' }))) return;
    }
  },

  judge(history) {
    const page = history.one('page');
    return allOf(isPage(page), isWhole(history, page), showsTheContract(history, page));
  },
});
