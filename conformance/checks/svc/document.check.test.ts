import { ALGO_ROUTES } from '../../contract/routes.ts';
import { judges, judgesOf } from '../../testing/judges.ts';
import { answer } from '../../testing/sample-history.ts';
import { documentChecks } from './document.check.ts';

/** A history of the document alone. */
const serving = (body: object, status = 200) => ({ document: answer('GET /openapi.json', { status, body }) });
const notServed = { document: answer('GET /openapi.json', { status: 503, code: 'NOT_PRIMED' }) };

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;
const servingPaths = (paths: Paths) => serving({ openapi: '3.1.0', paths });

const versioned = { openapi: '3.1.0', info: { version: '0.14.0' } };

judges(documentChecks['contract-document-version'], serving(versioned), [
  ['OpenAPI 3.0', serving({ ...versioned, openapi: '3.0.3' }), 'pass'],
  ['no document', serving(versioned, 404), 'violated'],
]);

const schemas = {
  'x-service-register-schema': '114.v7',
  'x-service-orders-schema': '111.v2',
  'x-service-custody-schema': '115.v1',
  'x-service-algos-schema': '121.v0',
};
const info = (over: object = {}) => serving({ info: { ...schemas, ...over }, paths: {} });

judges(documentChecks['wire-schema-versions'], info(), [
  ['a custody schema that is a number', info({ 'x-service-custody-schema': 115 }), 'violated'],
  ['without a document there is nothing to judge', notServed, 'inconclusive'],
]);

const list = { operationId: 'listOrders', tags: ['Orders'] };
const cancel = { operationId: 'cancelOrder', tags: ['Orders'] };
const me = { operationId: 'getMe', tags: ['Me'] };
const tagged = documentChecks['operations-are-tagged-and-named'];

judgesOf(
  tagged,
  (get: object, post: object) =>
    servingPaths({ '/orders': { get }, '/orders/{id}/cancel': { post }, '/me': { get: me } }),
  [
    ['a tag a resource, a name an operation', list, cancel, 'pass'],
    ['an operation without a name', list, { ...cancel, operationId: undefined }, 'violated'],
    ['two operations of one name', list, { ...cancel, operationId: 'listOrders' }, 'violated'],
    ['a tag of another resource', list, { ...cancel, tags: ['Me'] }, 'violated'],
  ],
  { target: { strict: true } },
);

judgesOf(
  tagged,
  (ofCancel: readonly string[], ofMe: readonly string[]) =>
    servingPaths({
      '/orders': { get: list, post: { operationId: 'submitOrder', tags: ['Orders'] } },
      '/orders/{id}/cancel': { post: { ...cancel, tags: ofCancel } },
      '/me': { get: { ...me, tags: ofMe } },
    }),
  [
    ['a deployed member cuts its resources differently', ['Cancels'], ['Me'], 'pass'],
    ['a deployed member has a tag for all beside its own', ['Orders', 'All'], ['Me', 'All'], 'pass'],
    ['a deployed member tags an operation as of another resource', ['Me'], ['Me'], 'violated'],
    ['a deployed member has one tag for all', ['Orders'], ['Orders'], 'violated'],
  ],
);

judgesOf(tagged, () => servingPaths({}), [['a document without operations proves nothing', 'inconclusive']]);

const ALGOS: Record<string, Record<string, object>> = {};
for (const { method, path } of ALGO_ROUTES) {
  ALGOS[path] = { ...ALGOS[path], [method.toLowerCase()]: { tags: ['Algos'] } };
}
const renamed = Object.entries(ALGOS).map(([path, item]) => [path.replace('{id}', '{instanceId}'), item]);
const algos = (over: Paths = {}) => servingPaths({ ...ALGOS, ...over });

judges(documentChecks['algos-operations'], algos(), [
  ['beside others', algos({ '/orders': { get: { tags: ['Orders'] } } }), 'pass'],
  ['one missing', algos({ '/algos/halt': {} }), 'violated'],
  ['one under two tags', algos({ '/algos/versions': { get: { tags: ['Algos', 'Catalogue'] } } }), 'pass'],
  ['an order among them', algos({ '/orders': { get: { tags: ['Algos'] } } }), 'violated'],
  ['ids of another name', servingPaths(Object.fromEntries(renamed)), 'pass'],
]);

const TAG = 'WebSocket tickets';
const route = { post: { tags: [TAG], operationId: 'mintTicket' } };
const listing = (over: Paths = {}) =>
  servingPaths({ '/orders': { get: { tags: ['Orders'] }, post: {} }, '/v1/ws-tickets': route, ...over });
const furtherRoute = listing({ '/v1/streams': { get: {} } });
const notListed = servingPaths({ '/orders': { get: {} } });
const ticketRoute = documentChecks['ticket-route-is-listed'];

judges(ticketRoute, listing(), [
  ['under a second tag too', listing({ '/v1/ws-tickets': { post: { tags: ['Sessions', TAG] } } }), 'pass'],
  ['a path that begins like a version', listing({ '/versions': { get: {} } }), 'pass'],
  ['a further route of this contract', furtherRoute, 'violated'],
  ['another path below a version', listing({ '/v1/orders': { get: {} } }), 'violated'],
  ['not listed', notListed, 'violated'],
  ['no document leaves it open', notServed, 'inconclusive'],
]);

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = (body: string, headers = html) => ({ page: answer('GET /docs', { status: 200, body, headers }) });
const script = (body: string, status = 200) => ({ script: answer('GET /docs/start.js', { status, body }) });
const noScript = { script: [] };

const own = page('<script src="/docs/start.js"></script>');
const elsewhere = page('<script src="https://elsewhere.test/ui.js"></script><a href="/openapi.json">contract</a>');
const start = "ui({ url: '/openapi.json' })";

judges('svc/interactive-page', { ...own, ...script(start) }, [
  ['a page that names it itself', { ...page(`<script>${start}</script>`), ...noScript }, 'pass'],
  [
    'a page without a script (a deployed member may render it)',
    { ...page('<a href="/openapi.json">contract</a>'), ...noScript },
    ['pass', 'violated'],
  ],
  [
    'a page in capitals, with a quoted charset',
    page('<script src="/docs/start.js"></script>', { 'Content-Type': 'Text/HTML;charset="UTF-8"' }),
    'pass',
  ],
  [
    'a page that names the routes and no document',
    { ...page('<h2>GET /account-balances</h2><h2>POST /v1/ws-tickets</h2>'), ...noScript },
    ['pass', 'violated'],
  ],
  [
    'a page in a frame of another server, which is not read',
    { ...page('<iframe src="https://elsewhere.test/docs"></iframe>'), ...noScript },
    ['inconclusive', 'violated'],
  ],
  [
    'a page elsewhere below /docs',
    {
      page: [
        answer('GET /docs', { status: 307, body: '', headers: { Location: '/docs/' } }),
        answer('GET /docs/', { status: 200, body: start, headers: html }),
      ],
      ...noScript,
    },
    ['pass', 'violated'],
  ],
  ['scripts of another server (a deployed member may)', { ...elsewhere, ...noScript }, ['pass', 'violated']],
]);
