import { ALGO_ROUTES } from '../../contract/routes.ts';
import { cases, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';

const OPENAPI = 'GET /openapi.json';
/** A history of the document alone. */
const serving = (body: object) => ({ document: answer(OPENAPI, { status: 200, body }) });
const notServed = { document: answer(OPENAPI, { status: 503, code: 'NOT_PRIMED' }) };

type Paths = Readonly<Record<string, Readonly<Record<string, object>>>>;
const servingPaths = (paths: Paths) => serving({ openapi: '3.1.0', paths });
const [published, tagged, money] = [
  'svc/contract-document-version',
  'svc/operations-are-tagged-and-named',
  'svc/money-is-published-with-its-pattern',
];

cases([
  [published, 'OpenAPI 3.0', serving({ openapi: '3.0.3', info: { version: '0.14.0' } }), 'pass'],
  [published, 'no document', { document: answer(OPENAPI, { status: 404 }) }, 'violated'],
  ['svc/wire-schema-versions', 'no document', notServed, 'inconclusive'],
  ['svc/ticket-route-is-listed', 'no document', notServed, 'inconclusive'],
  [tagged, 'no operations', servingPaths({}), 'inconclusive'],
]);

const schemas = {
  'x-service-register-schema': '114.v7',
  'x-service-orders-schema': '111.v2',
  'x-service-custody-schema': '115.v1',
  'x-service-algos-schema': '121.v0',
};
const info = (over: object = {}) => serving({ info: { ...schemas, ...over }, paths: {} });

judges('svc/wire-schema-versions', info(), []);

const list = { operationId: 'listOrders', tags: ['Orders'] };
const cancel = { operationId: 'cancelOrder', tags: ['Orders'] };
const me = { operationId: 'getMe', tags: ['Me'] };

judgesOf(
  tagged,
  (post: object) => servingPaths({ '/orders': { get: list }, '/orders/{id}/cancel': { post }, '/me': { get: me } }),
  [
    ['a tag a resource, a name an operation', cancel, 'pass'],
    ['an operation without a name', { ...cancel, operationId: undefined }, 'violated'],
    ['a tag of another resource', { ...cancel, tags: ['Me'] }, 'violated'],
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
    ['a deployed member has one tag for all', ['Orders'], ['Orders'], 'violated'],
  ],
);

const ALGOS: Record<string, Record<string, object>> = {};
for (const { method, path } of ALGO_ROUTES) {
  ALGOS[path] = { ...ALGOS[path], [method.toLowerCase()]: { tags: ['Algos'] } };
}
const renamed = Object.entries(ALGOS).map(([path, item]) => [path.replace('{id}', '{instanceId}'), item]);
const algos = (over: Paths = {}) => servingPaths({ ...ALGOS, ...over });

judges('svc/algos-operations', algos(), [
  ['beside others', algos({ '/orders': { get: { tags: ['Orders'] } } }), 'pass'],
  ['one under two tags', algos({ '/algos/versions': { get: { tags: ['Algos', 'Catalogue'] } } }), 'pass'],
  ['an order among them', algos({ '/orders': { get: { tags: ['Algos'] } } }), 'violated'],
  ['ids of another name', servingPaths(Object.fromEntries(renamed)), 'pass'],
]);

const TAG = 'WebSocket tickets';
const route = { post: { tags: [TAG], operationId: 'mintTicket' } };
const listing = (over: Paths = {}) =>
  servingPaths({ '/orders': { get: { tags: ['Orders'] }, post: {} }, '/v1/ws-tickets': route, ...over });
const notListed = servingPaths({ '/orders': { get: {} } });

judges('svc/ticket-route-is-listed', listing(), [
  ['under a second tag too', listing({ '/v1/ws-tickets': { post: { tags: ['Sessions', TAG] } } }), 'pass'],
  ['a path that begins like a version', listing({ '/versions': { get: {} } }), 'pass'],
  ['a further route of this contract', listing({ '/v1/streams': { get: {} } }), 'violated'],
  ['not listed', notListed, 'violated'],
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

{
  const string = { type: 'string' };
  const properties = { code: string, message: string, requestId: string, retryable: { type: 'boolean' } };

  function errorBodyIs(body: object) {
    const schema = { type: 'object', properties: { error: { $ref: '#/components/schemas/ErrorBody' } } };
    const refusal = { content: { 'application/json': { schema } } };
    const document = {
      paths: { '/me': { get: { responses: { 200: {}, 401: refusal } } } },
      components: { schemas: { ErrorBody: body } },
    };
    return serving(document);
  }

  judgesOf('svc/envelope-is-published-optional', errorBodyIs, [
    ['three optional properties', { properties, required: ['code'] }, 'pass'],
    ['nothing required', { properties }, 'pass'],
    ['no envelope published', {}, 'violated'],
  ]);

  const pageProperties = {
    globalSequence: string,
    items: { type: 'array' },
    asOfSeqTsNs: string,
    nextCursor: string,
    prevCursor: string,
    total: { type: 'integer' },
  };

  function pageIs(page: object) {
    const ok = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
    const document = {
      paths: { '/me': { get: ok({ type: 'object' }) }, '/orders': { get: ok({ $ref: '#/components/schemas/Page' }) } },
      components: { schemas: { Page: page } },
    };
    return serving(document);
  }

  judgesOf('svc/page-is-published-optional', pageIs, [
    ['four optional properties', { properties: pageProperties, required: ['globalSequence', 'items'] }, 'pass'],
    ['no pages published', {}, 'violated'],
  ]);

  const amount = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', maxLength: 64 };

  /** The properties of a request body, those of a row, or both. */
  function propertiesAre(sent: object, served: object = sent) {
    const content = (schema: object) => ({ content: { 'Application/JSON; charset="utf-8"': { schema } } });
    const row = { type: 'array', items: { $ref: '#/components/schemas/Row' } };
    const post = { requestBody: content({ allOf: [{ properties: sent }] }), responses: { 200: content(row) } };
    const schemas = { Row: { properties: served }, Money: amount };
    return serving({ paths: { '/orders': { post } }, components: { schemas } });
  }

  judgesOf(money, (both: object) => propertiesAre(both), [
    ['the pattern and the length', { price: amount }, 'pass'],
    ['by reference', { price: { $ref: '#/components/schemas/Money' } }, 'pass'],
    ['null beside it', { price: { anyOf: [amount, { type: 'null' }] } }, 'pass'],
    ['null among its types', { price: { ...amount, type: ['string', 'null'] } }, 'pass'],
    ['the count of a page', { price: amount, total: { type: 'integer' } }, 'pass'],
    ['the total of a balance', { held: amount, total: { type: 'integer' } }, 'violated'],
    ['a number as well', { lastFillQty: { ...amount, type: ['string', 'number'] } }, 'violated'],
    ['no money at all', { status: { type: 'string' } }, 'inconclusive'],
  ]);

  judgesOf(money, (served: object) => propertiesAre({ price: amount }, { price: served }), [
    ['served: a string', { type: 'string' }, ['pass', 'violated']],
    ['served: a string or null', { type: ['string', 'null'] }, ['pass', 'violated']],
    ['served: without a maximum length', { ...amount, maxLength: undefined }, ['pass', 'violated']],
    ['served: nothing said', {}, ['pass', 'violated']],
    ['served: a number', { type: 'number' }, 'violated'],
  ]);
  const nested = {
    properties: { legs: { type: 'array', items: { properties: { maxOrderQty: { type: 'string' } } } } },
  };
  judgesOf(money, () => propertiesAre({ terms: nested }, { price: amount }), [
    ['sent in a list in an object', 'violated'],
  ]);

  const legs = (...names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
    additionalProperties: false,
  });
  const A = legs('key', 'secret', 'passphrase');
  const B = legs('key', 'privateKey');
  const venues = {
    'x-service-intake-venues': [
      { exchangeId: 1, accountGroup: 'a' },
      { exchangeId: 2, accountGroup: 'b' },
    ],
  };
  const GOOD = { oneOf: [A, B], ...venues };

  function materialIs(created: object | undefined, rotated: object | undefined = created) {
    const write = (material: object | undefined) => ({
      post: { requestBody: { content: { 'application/json': { schema: { properties: { material } } } } } },
    });
    const paths = { '/credentials': write(created), '/credentials/{id}/rotate': write(rotated) };
    const document = { paths, components: { schemas: { Material: GOOD, A, B } } };
    return serving(document);
  }

  // biome-ignore format: an aligned table
  judgesOf('svc/material-is-one-of-two', (material: object | undefined) => materialIs(material), [
    ['one of two',           GOOD,                                                                                         'pass'],
    ['by reference',         { $ref: '#/components/schemas/Material' },                                                    'pass'],
    ['its two by reference', { ...GOOD, oneOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/A' }] }, 'pass'],
    ['venues by name',       { ...GOOD, 'x-service-intake-venues': { 1: { accountGroup: 7 } } },                           'pass'],
    ['no material at all',   undefined,                                                                                    'violated'],
  ]);

  const listed = ['INSTRUMENT_NOT_LIVE', 'SCALE_UNKNOWN'];
  const refused = { status: 422, code: 'INSTRUMENT_NOT_LIVE' };

  judgesOf(
    'svc/retired-reason-is-listed-and-never-answered',
    (reasons: readonly string[], order: AnswerOptions) => {
      const schemas = { Reason: { type: 'string', enum: reasons } };
      return {
        ...serving({ paths: {}, components: { schemas } }),
        order: answer('POST /orders', order),
      };
    },
    [
      ['listed, and not answered', listed, refused, 'pass'],
      ['no reasons listed', [], refused, ['pass', 'violated']],
    ],
  );
}
