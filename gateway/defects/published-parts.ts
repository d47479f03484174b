/** Defects on responses: one part of the contract document or of its page. */
import { everyObject, type Json, type Layer } from '../variations/layer.ts';
import { always, changeWhere, inDocument, inJson, of, publishes, type When } from './changes.ts';
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

/** Publishes an id as text and serves it so, except if `when` holds. */
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
  ['SVC-06', 'message of an error is required', inSchema('ErrorBody', requiring('message'))],
  ['SVC-07', 'nextCursor of a page of executions is required', inSchema('ExecutionPage', requiring('nextCursor'))],
  ['SVC-08', 'the material of the second venue is open', inSchema('CredentialMaterialB', ({ additionalProperties: _, ...schema }) => schema)],
  ['SVC-10', 'the fee of an execution has no maximum length', inSchema('ExecutionRecorded', ({ maxLength: _, ...fee }) => fee, 'properties', 'fee')],
  ['SVC-11', 'the document publishes tradeId as an integer', inSchema('ExecutionRecorded', () => ({ type: 'integer' }), 'properties', 'tradeId')],
  ['SVC-11', 'the document publishes no 404 of an order', inPart(['paths', '/orders/{id}', 'get', 'responses'], ({ 404: _, ...responses }) => responses)],
  ...(
    [
      ['an instance', 'instanceId', always],
      ['the instance of an order', 'algoInstanceId', of(/^GET \/orders\/[0-9]+$/)],
    ] as const satisfies readonly (readonly [string, string, When])[]
  ).map(([whose, name, when]) => ['SVC-11 | ORD-15', `the id of ${whose} is a number where the document says text`, () => asText(name, when)] as const),
]);
