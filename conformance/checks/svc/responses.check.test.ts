import { judgesOf } from '../../testing/judges.ts';
import { answer, type Sample } from '../../testing/sample-history.ts';

const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const document = (version = '0.14.0') => ({
  openapi: '3.1.0',
  info: { version },
  paths: {
    '/me': { get: { responses: { 200: json('Me'), 401: json('Error') } } },
    '/orders': { post: { responses: { 201: json('Order') } } },
    '/orders/{id}': { get: { responses: { 200: json('Order'), '4XX': json('Error') } } },
  },
  components: {
    schemas: {
      Me: {
        type: 'object',
        properties: {
          capabilities: { type: 'array' },
          status: { type: 'string', enum: ['OPEN'] },
          names: { oneOf: [closed({ id: { type: 'integer' } }), closed({ enum: { type: 'string' } })] },
        },
        required: ['capabilities'],
        additionalProperties: false,
      },
      Order: closed({ orderId: { type: 'string', pattern: '^[0-9]+$' }, fee: { type: ['string', 'null'] } }),
      Error: { properties: { error: { type: 'object', required: ['code'] } }, required: ['error'] },
    },
  },
});

const serving = (body: object) => answer('GET /openapi.json', { status: 200, body });
const sweeping = (swept: Sample) => ({ document: serving(document()), swept, 'document again': serving(document()) });

const row = { orderId: '17', fee: null };
const order = (body: unknown) => answer('GET /orders/17?view=latest', { status: 200, body });
const me = (over: object) => answer('GET /me', { status: 200, body: { capabilities: [], ...over } });

judgesOf('svc/responses-fit-the-document', sweeping, [
  ['a row as published', order(row), 'pass'],
  ['a refusal as published', answer('GET /orders/17', { status: 404, code: 'NOT_FOUND' }), 'pass'],
  [
    'a refusal of a path that is not published',
    answer('GET /nothing', { status: 404, code: 'ROUTE_NOT_FOUND' }),
    'pass',
  ],
  [
    'JSON in capitals, with a quoted charset',
    answer('GET /orders/17', {
      status: 200,
      body: row,
      headers: { 'Content-Type': 'Application/JSON;charset="UTF-8"' },
    }),
    'pass',
  ],
  // What a newer member adds is held against the sandbox alone (VER-05).
  [
    'a refusal of a status that is not published',
    answer('GET /me', { status: 503, code: 'NOT_PRIMED' }),
    ['pass', 'violated'],
  ],
  ['a property that is not published', order({ ...row, debug: true }), ['pass', 'violated']],
  ['a member of an enum that is not published', me({ status: 'RESTING' }), ['pass', 'violated']],
  ['a property beside one of several closed schemas', me({ names: { id: 1, also: 2 } }), ['pass', 'violated']],
  [
    'a creation answered 200 where 201 is published',
    answer('POST /orders', { status: 200, body: row }),
    ['pass', 'violated'],
  ],
  // Types, patterns and required properties hold for every member.
]);

judgesOf(
  'svc/responses-fit-the-document',
  () => ({ ...sweeping(order(row)), 'document again': serving(document('0.13.0')) }),
  [['two documents', 'inconclusive']],
);

judgesOf(
  'svc/responses-fit-the-document',
  sweeping,
  [['in a deploy window another member may have answered', order({ orderId: '17' }), 'inconclusive']],
  { target: { window: ['0.1.0', '0.14.0'] } },
);

const portfolio = {
  responses: { 201: { content: { 'application/json': { schema: closed({ portfolioId: { type: 'integer' } }) } } } },
};
const written = serving({
  openapi: '3.1.0',
  info: { version: '0.14.0' },
  paths: { '/portfolios': { post: portfolio } },
});
const created = (body: object) => answer('POST /portfolios', { status: 201, position: 7, body });

judgesOf(
  'svc/responses-of-every-write-fit-the-document',
  (swept: Sample) => ({ document: written, swept, 'document again': written }),
  [
    ['as it is published', created({ portfolioId: 7 }), 'pass'],
    ['with what a newer member adds', created({ portfolioId: 7, added: 1 }), ['pass', 'violated']],
  ],
);
