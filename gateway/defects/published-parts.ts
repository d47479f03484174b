/** Defects on responses: one part of the contract document or of its page. */
import { everyObject, type Json, type Layer } from '../variations/layer.ts';
import { always, both, changeWhere, coded, DOORS, inDocument, inJson, of, publishes, recoded, SUBMIT, statusOf, type When } from './changes.ts';
import { defects } from './defect.ts';

type Way = readonly string[];

/** The document with the part at the end of the path changed, or removed (undefined); unchanged if an older contract lacks it. */
function changedAt(tree: Json, [first = '', ...rest]: Way, change: (part: Json) => unknown): Json {
  const part = tree[first] as Json | undefined;
  if (part === undefined) return tree;
  return { ...tree, [first]: rest.length === 0 ? change(part) : changedAt(part, rest, change) };
}

const inPart = (way: Way, change: (part: Json) => unknown) => inDocument((doc) => changedAt(doc, way, change));
const inSchema = (name: string, change: (schema: Json) => unknown, ...way: Way) => inPart(['components', 'schemas', name, ...way], change);
const inCancel = (change: (operation: Json) => Json) => inPart(['paths', '/orders/{id}/cancel', 'post'], change);
const requiring = (name: string) => (schema: Json) => ({
  ...schema,
  required: [...((schema['required'] as string[] | undefined) ?? []), name],
});
/** Replaces text in the page at /docs and its parts. */
const inPage = (from: string, to: string) => changeWhere(of(/^GET \/docs/), (response) => ({ ...response, body: response.body.replaceAll(from, to) }));

const TEXT = { type: 'string', pattern: '^[0-9]+$' } as const;

/** Publishes an id as text and serves it so, except where `when` holds. */
function asText(name: string, when: When): Layer {
  const published = inDocument((document) =>
    everyObject(document, (schema) =>
      publishes(schema, name) ? { ...schema, properties: { ...(schema['properties'] as Json), [name]: { anyOf: [TEXT, { type: 'null' }] } } } : schema,
    ),
  )();
  const served = inJson(
    (json) => everyObject(json, (row) => (typeof row[name] === 'number' ? { ...row, [name]: String(row[name]) } : row)),
    (response, request) => !when(response, request),
  )();
  return (request, next) => published(request, (inner) => served(inner, next));
}

export const PUBLISHED_PARTS_DEFECTS = defects([
  ['SVC-02', 'the document states an older schema of orders', inPart(['info'], (info) => ({ ...info, 'x-service-orders-schema': '111.v1' }))],
  ['SVC-03', 'the page at /docs loads its library from another server', inPage('src="/docs/swagger', 'src="https://unpkg.test/swagger')],
  ['SVC-04', 'the cancel has no tag', inCancel(({ tags: _, ...operation }) => operation)],
  ['SVC-04', 'the cancel has the tag of executions', inCancel((operation) => ({ ...operation, tags: ['Executions'] }))],
  [
    'SVC-04',
    'an order and the list of orders share an operationId',
    inPart(['paths', '/orders/{id}', 'get'], (operation) => ({ ...operation, operationId: 'listOrders' })),
  ],
  ['SVC-06', 'message of an error is required', inSchema('ErrorBody', requiring('message'))],
  [
    'SVC-06',
    'retryable of an error is not published',
    inSchema('ErrorBody', ({ properties, ...schema }) => {
      const { retryable: _, ...rest } = properties as Json;
      return { ...schema, properties: rest, additionalProperties: true };
    }),
  ],
  ['SVC-07', 'nextCursor of a page of executions is required', inSchema('ExecutionPage', requiring('nextCursor'))],
  ['SVC-08', 'the material of the second venue is open', inSchema('CredentialMaterialB', ({ additionalProperties: _, ...schema }) => schema)],
  [
    'SVC-08',
    'the second venue lacks its account group',
    inSchema('CredentialMaterial', (schema) => ({
      ...schema,
      'x-service-intake-venues': (schema['x-service-intake-venues'] as Json[]).map(({ accountGroup, ...venue }, i) =>
        i === 1 ? venue : { ...venue, accountGroup },
      ),
    })),
  ],
  ['SVC-10', 'the fee of an execution has no maximum length', inSchema('ExecutionRecorded', ({ maxLength: _, ...fee }) => fee, 'properties', 'fee')],
  [
    'SVC-10',
    'the pattern of the price of an order takes a bare point',
    inSchema('SubmitOrderBody', (price) => ({ ...price, pattern: '^-?[0-9]*\\.?[0-9]*$' }), 'properties', 'price'),
  ],
  ['SVC-11', 'the document publishes tradeId as an integer', inSchema('ExecutionRecorded', () => ({ type: 'integer' }), 'properties', 'tradeId')],
  ['SVC-11', 'the document publishes no 404 of an order', inPart(['paths', '/orders/{id}', 'get', 'responses'], ({ 404: _, ...responses }) => responses)],
  [
    'SVC-11',
    'an operation record carries a member that is not published',
    inJson((json) => ({ ...json, shard: 3 }), both(of(/^GET \/operations\//), statusOf(200))),
  ],
  [
    'SVC-12 | IDEM-07 ORD-05',
    'an order for an unknown instrument is refused with the retired reason',
    recoded('SCALE_UNKNOWN', both(SUBMIT, DOORS, coded('INSTRUMENT_NOT_LIVE'))),
  ],
  ...(
    [
      ['an instance', 'instanceId', always],
      ['the instance of an order', 'algoInstanceId', of(/^GET \/orders\/[0-9]+$/)],
    ] as const satisfies readonly (readonly [string, string, When])[]
  ).map(([whose, name, when]) => ['SVC-11 | ORD-15', `the id of ${whose} is a number where the document says text`, () => asText(name, when)] as const),
]);
