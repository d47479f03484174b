/** The contract document that a member serves: its version, its operations and the page that shows it. */

import { ALGO_ROUTES } from '../../contract/routes.ts';
import { type Exchange, header, status, textAt } from '../../member/exchange/exchange.ts';
import { isHtmlType } from '../../member/exchange/media-type.ts';
import { asObject, type Operation, operationsOf } from '../../member/profile/contract-document.ts';
import { check, checks } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { documentOf } from '../../scenes/published-document.ts';
import { type DocumentCheck, ofDocument, ofTheDocument } from './contract-document.ts';

const WIRE_SCHEMAS = [
  { name: 'x-service-register-schema', version: '114.v7', since: '0.1.0' },
  { name: 'x-service-orders-schema', version: '111.v2', since: '0.1.0' },
  { name: 'x-service-custody-schema', version: '115.v1', since: '0.1.0' },
  { name: 'x-service-algos-schema', version: '121.v0', since: '0.11.0' },
] as const;

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

function tagsOf({ object }: Operation): readonly unknown[] {
  return Array.isArray(object['tags']) ? object['tags'] : [];
}

/** The resource of an operation: the first part of its path that is not a version. */
function resourceOf({ path }: Operation): string {
  return path.split('/').find((part) => part !== '' && !/^v[0-9]+$/.test(part)) ?? '';
}

function isTagged(operation: Operation, served: Exchange): Judgement {
  const tags = tagsOf(operation);
  const good = tags.length > 0 && tags.every((tag) => typeof tag === 'string' && tag !== '');
  return good ? pass : violated(`a tag on ${nameOf(operation)}`, served);
}

function isNamedOnce(operation: Operation, all: readonly Operation[], served: Exchange): Judgement {
  const id = operation.object['operationId'];
  const same = all.filter(({ object }) => object['operationId'] === id);
  const good = typeof id === 'string' && id !== '' && same.length === 1;
  return good ? pass : violated(`an operationId of its own on ${same.map(nameOf).join(' and ')}`, served);
}

const sharesATag = (one: Operation, other: Operation) => tagsOf(one).some((tag) => tagsOf(other).includes(tag));

/**
 * The sandbox tags by the first part of the path. A deployed member may cut its resources differently, but no tag may belong
 * to operations of another resource and to none of this one.
 */
function isOfItsResource(
  history: History,
  operation: Operation,
  all: readonly Operation[],
  served: Exchange,
): Judgement {
  const own = all.filter((other) => other !== operation && resourceOf(other) === resourceOf(operation));
  const others = all.filter((other) => resourceOf(other) !== resourceOf(operation));
  const strange = history.target.strict
    ? own.find((other) => tagsOf(other)[0] !== tagsOf(operation)[0])
    : own.find((other) => !sharesATag(operation, other));
  const isElsewhere = tagsOf(operation).every((tag) => others.some((other) => tagsOf(other).includes(tag)));
  const isAlone = own.every((other) => !sharesATag(operation, other));
  if (strange === undefined || (!history.target.strict && !(isElsewhere && isAlone))) return pass;
  return violated(`one tag for the resource of ${nameOf(operation)} and ${nameOf(strange)}`, served);
}

/** One tag for all operations tells no resource from another. */
function areDescribed(all: readonly Operation[], served: Exchange): Judgement {
  const [tags, resources] = [new Set(all.flatMap(tagsOf)), new Set(all.map(resourceOf))];
  return tags.size === 1 && resources.size > 1 ? violated('tags that tell one resource from another', served) : pass;
}

const TAG = 'Algos';

/** The document chooses the names of ids in its templates. */
const templateOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path.replace(/\{[^{}]+\}/g, '{}')}`;

function isOfAlgos({ object }: Operation): boolean {
  return Array.isArray(object['tags']) && object['tags'].includes(TAG);
}

function isListed(route: string, operations: readonly Operation[], served: Exchange): Judgement {
  const operation = operations.find((one) => templateOf(one) === route);
  if (operation === undefined) return violated(`${route} in the document`, served);
  return isOfAlgos(operation) ? pass : violated(`${route} under the tag ${TAG}`, served);
}

const PREFIX = /^\/v[0-9]+(\/|$)/;
/** The first minor version that may list further routes: a patch changes nothing published. */
const NEWER = '0.15.0';

const SOURCE = /<script\b[^<>]*\bsrc\s*=\s*["']([^"']+)["']/gi;
/** Parts of a page that are not read. */
const UNREAD = /<(?:script|iframe|frame|object|embed)\b[^<>]*\b(?:src|data)\s*=/i;
const REFERENCE = /<(?:script|link|img|iframe)\b[^<>]*\b(?:src|href)\s*=\s*["'](?:https?:)?\/\//i;
const NAMES_THE_CONTRACT = /openapi\.json/;
/** Routes of the contract: a page that was rendered on the server names them instead. */
const NAMES_ITS_ROUTES = /\/(?:account-balances|ws-tickets)\b/;

/** Scripts of the page that the member itself serves, the last first: the page's own come after the libraries. */
function ownScripts(page: Exchange): readonly string[] {
  const sources = [...(page.response?.body ?? '').matchAll(SOURCE)].map(([, source = '']) => source);
  const own = sources.filter((source) => !/^(?:[a-z]+:|\/\/)/i.test(source));
  return own.map((source) => new URL(source, 'http://member/docs').pathname).reverse();
}

function namesTheContract(e: Exchange): boolean {
  return NAMES_THE_CONTRACT.test(e.response?.body ?? '');
}

function isPage(history: History, page: Exchange): Judgement {
  const hasScript = /<script\b/i.test(page.response?.body ?? '');
  return allOf(
    expects(page, { status: 200 }),
    isHtmlType(header(page, 'content-type')) ? pass : violated('a page of type text/html', page),
    hasScript || !history.target.strict ? pass : violated('an interactive page, with a script', page),
  );
}

function showsTheContract(history: History, page: Exchange): Judgement {
  const scripts = history.labelled('script');
  const body = page.response?.body ?? '';
  if ([page, ...scripts].some(namesTheContract)) return pass;
  if (!history.target.strict) {
    if (NAMES_ITS_ROUTES.test(body)) return pass;
    if (UNREAD.test(body) && scripts.length === 0) return inconclusive('the parts of the page are not read');
  }
  return violated('a page of the contract at /openapi.json', page, scripts);
}

/** Where a redirect within the member leads. */
function redirectOf(page: Exchange): string | undefined {
  const location = header(page, 'location');
  const to = location === undefined ? null : URL.parse(location, 'http://member/docs');
  const isWithin = location !== undefined && !/^(?:[a-z]+:|\/\/)/i.test(location);
  return to !== null && isWithin && [301, 302, 303, 307, 308].includes(status(page) ?? 0) ? to.pathname : undefined;
}

/** The sandbox's page needs no other server; a deployed member may take its scripts from elsewhere. */
function isWhole(history: History, page: Exchange): Judgement {
  if (!history.target.strict) return unseen;
  if (REFERENCE.test(page.response?.body ?? '')) return violated('a page whose parts the member itself serves', page);
  const scripts = history.labelled('script');
  return scripts.length === 0 ? pass : eachOf(scripts, (script) => expects(script, { status: 200 }));
}

/** The page, and its own scripts until one names the contract. */
export const interactivePage = check({
  id: 'svc/interactive-page',
  proves: ['SVC-03'],
  title: 'GET /docs serves an interactive HTML page of the same contract',
  needs: ['trader'],

  async drive({ trader }) {
    let page = await trader.get('/docs', { label: 'page' });
    const elsewhere = redirectOf(page);
    if (elsewhere !== undefined) page = await trader.get(elsewhere, { label: 'page' });
    if (namesTheContract(page)) return;
    for (const path of ownScripts(page).slice(0, 5)) {
      if (namesTheContract(await trader.get(path, { label: 'script' }))) return;
    }
  },

  judge(history) {
    const pages = history.labelled('page');
    const page = (history.target.strict ? pages[0] : pages.at(-1)) ?? history.one('page');
    return allOf(isPage(history, page), isWhole(history, page), showsTheContract(history, page));
  },
});

const ROWS = {
  'contract-document-version': {
    proves: 'SVC-01',
    title: "GET /openapi.json serves an OpenAPI 3.x document whose info.version is the member's contract version",
    judge(history) {
      const served = documentOf(history);
      const { rest, window = [rest] } = history.target;
      return allOf(
        expects(served, { status: 200 }),
        /^3\.[0-9]+\.[0-9]+$/.test(textAt(served, 'openapi') ?? '')
          ? pass
          : violated('a document that says openapi: 3.x', served),
        window.includes(textAt(served, 'info', 'version') ?? '')
          ? pass
          : violated(`info.version ${window.join(' or ')}`, served),
      );
    },
  },
  'wire-schema-versions': {
    proves: 'SVC-02',
    title: "info of the contract document carries the platform's wire schema versions",
    judge: (history) =>
      ofDocument(history, (document, served) =>
        eachOf(
          WIRE_SCHEMAS.filter(({ since }) => history.since(since)),
          ({ name, version }) =>
            asObject(document['info'])[name] === version ? pass : violated(`info.${name} ${version}`, served),
        ),
      ),
  },
  'operations-are-tagged-and-named': {
    proves: 'SVC-04',
    title: 'every operation of the contract document has a tag of its resource and a unique operationId',
    judge: (history) =>
      ofDocument(history, (document, served) => {
        const all = operationsOf(document);
        return allOf(
          eachOf(all, (operation) =>
            allOf(
              isTagged(operation, served),
              isNamedOnce(operation, all, served),
              isOfItsResource(history, operation, all, served),
            ),
          ),
          areDescribed(all, served),
        );
      }),
  },
  'algos-operations': {
    proves: 'SVC-09',
    title: 'the document lists the twelve algos operations under the tag Algos',
    judge: (history) =>
      ofDocument(history, (document, served) => {
        const operations = operationsOf(document);
        const known = ALGO_ROUTES.map(templateOf);
        const strange = operations.find((one) => isOfAlgos(one) && !one.path.startsWith('/algos/'));
        return allOf(
          eachOf(known, (route) => isListed(route, operations, served)),
          strange === undefined ? pass : violated(`operations of algos alone under the tag ${TAG}`, served),
        );
      }),
  },
  'ticket-route-is-listed': {
    proves: 'SVC-05',
    title: 'the document lists POST /v1/ws-tickets under the tag WebSocket tickets; no other path has a version prefix',
    judge: (history) =>
      ofDocument(history, (document, served) => {
        const all = operationsOf(document);
        const route = all.find(({ method, path }) => method === 'POST' && path === '/v1/ws-tickets');
        const tags = route?.object['tags'];
        const prefixed = all.find(({ path }) => path !== '/v1/ws-tickets' && PREFIX.test(path));
        return allOf(
          route === undefined ? violated('POST /v1/ws-tickets in the document', served) : pass,
          Array.isArray(tags) && tags.includes('WebSocket tickets')
            ? pass
            : violated('the tag WebSocket tickets on POST /v1/ws-tickets', served),
          prefixed === undefined || history.since(NEWER)
            ? pass
            : violated(`${prefixed.path} without a version prefix`, served),
        );
      }),
  },
} satisfies Record<string, DocumentCheck>;

/** What the document says of itself and of its operations. */
export const documentChecks = checks('svc', ROWS, ofTheDocument);
