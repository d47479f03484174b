import { judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer } from '../../testing/sample-history.ts';
import { publishedSchemas } from './published-schemas.check.ts';

/** A history of the document alone. */
const serving = (body: object) => ({ document: answer('GET /openapi.json', { status: 200, body }) });

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

judgesOf(publishedSchemas['envelope-is-published-optional'], errorBodyIs, [
  ['three optional properties', { properties, required: ['code'] }, 'pass'],
  ['nothing required', { properties }, 'pass'],
  ['message required', { properties, required: ['code', 'message'] }, 'violated'],
  ['retryable required', { properties, required: ['retryable'] }, 'violated'],
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

judgesOf(publishedSchemas['page-is-published-optional'], pageIs, [
  ['four optional properties', { properties: pageProperties, required: ['globalSequence', 'items'] }, 'pass'],
  ['asOfSeqTsNs required', { properties: pageProperties, required: ['asOfSeqTsNs'] }, 'violated'],
  ['nextCursor required', { properties: pageProperties, required: ['items', 'nextCursor'] }, 'violated'],
  ['prevCursor required', { properties: pageProperties, required: ['prevCursor'] }, 'violated'],
  ['no pages published', {}, 'violated'],
]);

const money = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', maxLength: 64 };

/** The properties of a request body, those of a row, or both. */
function propertiesAre(sent: object, served: object = sent) {
  const content = (schema: object) => ({ content: { 'Application/JSON; charset="utf-8"': { schema } } });
  const row = { type: 'array', items: { $ref: '#/components/schemas/Row' } };
  const post = { requestBody: content({ allOf: [{ properties: sent }] }), responses: { 200: content(row) } };
  const schemas = { Row: { properties: served }, Money: money };
  return serving({ paths: { '/orders': { post } }, components: { schemas } });
}

judgesOf(publishedSchemas['money-is-published-with-its-pattern'], (both: object) => propertiesAre(both), [
  ['the pattern and the length', { price: money }, 'pass'],
  ['by reference', { price: { $ref: '#/components/schemas/Money' } }, 'pass'],
  ['null beside it', { price: { anyOf: [money, { type: 'null' }] } }, 'pass'],
  ['null among its types', { price: { ...money, type: ['string', 'null'] } }, 'pass'],
  ['the count of a page', { price: money, total: { type: 'integer' } }, 'pass'],
  ['the total of a balance', { held: money, total: { type: 'integer' } }, 'violated'],
  ['no maxLength', { price: money, fee: { ...money, maxLength: undefined } }, 'violated'],
  ['another maxLength', { qty: { ...money, maxLength: 65 } }, 'violated'],
  ['no pattern', { cumQty: { ...money, pattern: undefined } }, 'violated'],
  ['another pattern', { avgPx: { ...money, pattern: '^[0-9.]+$' } }, 'violated'],
  ['a number', { lastFillPx: { type: 'number' } }, 'violated'],
  ['a number as well', { lastFillQty: { ...money, type: ['string', 'number'] } }, 'violated'],
  ['nothing said', { leavesQty: {} }, 'violated'],
  ['no money at all', { status: { type: 'string' } }, 'inconclusive'],
]);

const MONEY_SERVED = publishedSchemas['money-is-published-with-its-pattern'];
judgesOf(MONEY_SERVED, (served: object) => propertiesAre({ price: money }, { price: served }), [
  ['served: a string', { type: 'string' }, ['pass', 'violated']],
  ['served: a string or null', { type: ['string', 'null'] }, ['pass', 'violated']],
  ['served: without a maximum length', { ...money, maxLength: undefined }, ['pass', 'violated']],
  ['served: nothing said', {}, ['pass', 'violated']],
  ['served: a number', { type: 'number' }, 'violated'],
]);
const nested = { properties: { legs: { type: 'array', items: { properties: { maxOrderQty: { type: 'string' } } } } } };
judgesOf(MONEY_SERVED, () => propertiesAre({ terms: nested }, { price: money }), [
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

judgesOf(publishedSchemas['material-is-one-of-two'], (material: object | undefined) => materialIs(material), [
  ['one of two', GOOD, 'pass'],
  ['by reference', { $ref: '#/components/schemas/Material' }, 'pass'],
  [
    'its two by reference',
    { ...GOOD, oneOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/A' }] },
    'pass',
  ],
  ['venues by name', { ...GOOD, 'x-service-intake-venues': { 1: { accountGroup: 7 } } }, 'pass'],
  ['no material at all', undefined, 'violated'],
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
