/** Broken on the way out: the contract document and its page. */
import { everyObject, type Json, withHeader } from '../variations/layer.ts';
import {
  both,
  changeWhere,
  coded,
  DOORS,
  inDocument,
  inJson,
  inRows,
  of,
  PAGE,
  publishes,
  recoded,
  SUBMIT,
  statusOf,
  withStatus,
} from './changes.ts';
import { defect } from './defect.ts';

type Way = readonly string[];

/** The document with the part at the end of this way changed, or left out (undefined). The way must exist. */
function changedAt(tree: Json, [first = '', ...rest]: Way, change: (part: Json) => unknown): Json {
  const part = tree[first] as Json;
  return { ...tree, [first]: rest.length === 0 ? change(part) : changedAt(part, rest, change) };
}

const inPart = (way: Way, change: (part: Json) => unknown) => inDocument((doc) => changedAt(doc, way, change));
const inSchema = (name: string, change: (schema: Json) => unknown, ...way: Way) =>
  inPart(['components', 'schemas', name, ...way], change);
const inCancel = (change: (operation: Json) => Json) => inPart(['paths', '/orders/{id}/cancel', 'post'], change);
const requiring = (name: string) => (schema: Json) => ({
  ...schema,
  required: [...((schema['required'] as string[] | undefined) ?? []), name],
});
/** Text of the page at /docs and of its parts. */
const inPage = (from: string, to: string) =>
  changeWhere(of(/^GET \/docs/), (response) => ({ ...response, body: response.body.replaceAll(from, to) }));

export const CONTRACT_DOCUMENT_DEFECTS = [
  defect(
    'SVC-01',
    'another version',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), version: '0.9.9' } })),
  ),
  defect(
    'SVC-01',
    'another OpenAPI',
    inDocument((doc) => ({ ...doc, openapi: '2.0' })),
  ),
  defect(
    'SVC-02',
    'no register schema',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-register-schema': undefined } })),
  ),
  defect(
    'SVC-02',
    'another algos schema',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-algos-schema': '121.v9' } })),
  ),
  defect(
    'SVC-03',
    '/docs in plain text',
    changeWhere(of(/^GET \/docs$/), (response) => withHeader(response, 'Content-Type', 'text/plain')),
  ),
  defect('SVC-03', '/docs is not there', withStatus(404, of(/^GET \/docs$/))),
  defect(
    'SVC-03',
    '/docs is an empty page',
    changeWhere(of(/^GET \/docs$/), (response) => ({
      ...response,
      body: '<!doctype html><title>docs</title><p>Soon.',
    })),
  ),
  defect(
    'SVC-08',
    'material in any of its schemas',
    inDocument((doc) =>
      everyObject(doc, ({ oneOf, ...one }) => (oneOf === undefined ? one : { ...one, anyOf: oneOf })),
    ),
  ),
  defect(
    'SVC-08',
    'material that is open',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'passphrase') ? { ...one, additionalProperties: true } : one)),
    ),
  ),
  defect(
    'SVC-08',
    'material without its venues',
    inDocument((doc) => everyObject(doc, ({ 'x-service-intake-venues': _, ...one }) => one)),
  ),
  defect(
    'SVC-08',
    'a venue without its account group',
    inDocument((doc) => everyObject(doc, ({ accountGroup: _, ...one }) => one)),
  ),
  defect(
    'SVC-09',
    'algos under two tags',
    inDocument((doc) =>
      everyObject(doc, (one) => (String(one['tags']) === 'Algos' ? { ...one, tags: ['Strategies', 'Engine'] } : one)),
    ),
  ),
  defect(
    'SVC-09',
    'no halt of algos',
    inDocument((doc) => {
      const { '/algos/halt': _, ...paths } = doc['paths'] as Json;
      return { ...doc, paths };
    }),
  ),
  defect(
    'SVC-04',
    'an operation without a tag',
    inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, tags: [] } : one))),
  ),
  defect(
    'SVC-04',
    'one operationId for all',
    inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, operationId: 'operate' } : one))),
  ),
  defect(
    'SVC-04',
    'no operationId',
    inDocument((doc) => everyObject(doc, ({ operationId: _, ...one }) => one)),
  ),
  defect(
    'SVC-06',
    'requestId of an error is required',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'retryable') ? { ...one, required: ['code', 'requestId'] } : one)),
    ),
  ),
  defect(
    'SVC-07',
    'total of a page is required',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'nextCursor') ? { ...one, required: ['items', 'total'] } : one)),
    ),
  ),
  defect(
    'SVC-10',
    'money without its pattern',
    inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, pattern: undefined } : one))),
  ),
  defect(
    'SVC-10',
    'money of 32 characters',
    inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, maxLength: 32 } : one))),
  ),
  defect(
    'SVC-11',
    'a row lacks what is published',
    inRows(({ orderId: _, ...row }) => row),
  ),
  defect(
    'SVC-11',
    'a page lacks its items',
    inJson(({ items: _, ...json }) => json, PAGE),
  ),
  defect(
    'SVC-11',
    'a row of another type than published',
    inRows((row) => ({ ...row, accountId: 'one' })),
  ),
  defect(
    'SVC-11',
    'a path is not published',
    inDocument((doc) => ({
      ...doc,
      paths: Object.fromEntries(Object.entries(doc['paths'] as Json).filter(([path]) => path !== '/me')),
    })),
  ),
  defect(
    'SVC-12',
    'the retired reason is not listed',
    inDocument(
      (doc) =>
        JSON.parse(JSON.stringify(doc).replaceAll('"SCALE_UNKNOWN",', '').replaceAll(',"SCALE_UNKNOWN"', '')) as Json,
    ),
  ),
  defect('SVC-12', 'the retired reason is answered', recoded('SCALE_UNKNOWN', coded('TICK_SIZE_VIOLATION'))),
  defect(
    'SVC-01',
    'the document states the version before',
    inPart(['info'], (info) => ({ ...info, version: '0.13.0' })),
  ),
  defect(
    'SVC-02',
    'the document states an older schema of orders',
    inPart(['info'], (info) => ({ ...info, 'x-service-orders-schema': '111.v1' })),
  ),
  defect('SVC-03', 'the page at /docs loads another contract', inPage('/openapi.json', '/petstore')),
  defect(
    'SVC-03',
    'the page at /docs loads its library from another server',
    inPage('src="/docs/swagger', 'src="https://unpkg.test/swagger'),
  ),
  defect(
    'SVC-04',
    'the cancel has no tag',
    inCancel(({ tags: _, ...operation }) => operation),
  ),
  defect(
    'SVC-04',
    'the cancel has the tag of executions',
    inCancel((operation) => ({ ...operation, tags: ['Executions'] })),
  ),
  defect(
    'SVC-04',
    'an order and the list of orders share an operationId',
    inPart(['paths', '/orders/{id}', 'get'], (operation) => ({ ...operation, operationId: 'listOrders' })),
  ),
  defect('SVC-06', 'message of an error is required', inSchema('ErrorBody', requiring('message'))),
  defect(
    'SVC-06',
    'retryable of an error is not published',
    inSchema('ErrorBody', ({ properties, ...schema }) => {
      const { retryable: _, ...rest } = properties as Json;
      return { ...schema, properties: rest, additionalProperties: true };
    }),
  ),
  defect(
    'SVC-07',
    'nextCursor of a page of executions is required',
    inSchema('ExecutionPage', requiring('nextCursor')),
  ),
  defect(
    'SVC-08',
    'the material of the second venue is open',
    inSchema('CredentialMaterialB', ({ additionalProperties: _, ...schema }) => schema),
  ),
  defect(
    'SVC-08',
    'the second venue lacks its account group',
    inSchema('CredentialMaterial', (schema) => ({
      ...schema,
      'x-service-intake-venues': (schema['x-service-intake-venues'] as Json[]).map(({ accountGroup, ...venue }, i) =>
        i === 1 ? venue : { ...venue, accountGroup },
      ),
    })),
  ),
  defect(
    'SVC-09',
    'algos are tagged Strategies',
    inDocument((doc) =>
      everyObject(doc, (one) => (String(one['tags']) === 'Algos' ? { ...one, tags: ['Strategies'] } : one)),
    ),
  ),
  defect(
    'SVC-10',
    'the fee of an execution has no maximum length',
    inSchema('ExecutionRecorded', ({ maxLength: _, ...fee }) => fee, 'properties', 'fee'),
  ),
  defect(
    'SVC-10',
    'the pattern of the price of an order takes a bare point',
    inSchema('SubmitOrderBody', (price) => ({ ...price, pattern: '^-?[0-9]*\\.?[0-9]*$' }), 'properties', 'price'),
  ),
  defect(
    'SVC-11',
    'the document publishes tradeId as an integer',
    inSchema('ExecutionRecorded', () => ({ type: 'integer' }), 'properties', 'tradeId'),
  ),
  defect(
    'SVC-11',
    'the document publishes no 404 of an order',
    inPart(['paths', '/orders/{id}', 'get', 'responses'], ({ 404: _, ...responses }) => responses),
  ),
  defect(
    'SVC-11',
    'an operation record carries a member that is not published',
    inJson((json) => ({ ...json, shard: 3 }), both(of(/^GET \/operations\//), statusOf(200))),
  ),
  defect(
    'SVC-12',
    'an order for an unknown instrument is refused with the retired reason',
    recoded('SCALE_UNKNOWN', both(SUBMIT, DOORS, coded('INSTRUMENT_NOT_LIVE'))),
  ),
];
