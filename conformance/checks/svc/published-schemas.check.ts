/** The schemas that the contract document publishes: optional properties, money, key material, refusal reasons. */

import { ABSENT_KEY } from '../../contract/register.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { FINER_THAN_ANY_GRID } from '../../member/exchange/order.ts';
import {
  asObject,
  branches,
  type JsonObject,
  operationsOf,
  requestSchema,
  resolved,
  responseSchemas,
} from '../../member/profile/contract-document.ts';
import { check, checks } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { readDocument } from '../../scenes/published-document.ts';
import { type DocumentCheck, ofDocument, ofTheDocument } from './contract-document.ts';

/** A schema lists the property and does not require it. */
function publishesOptional(schema: JsonObject, name: string, of: string, served: Exchange): Judgement {
  const listed = Object.hasOwn(asObject(schema['properties']), name);
  const required = Array.isArray(schema['required']) && schema['required'].includes(name);
  return listed && !required ? pass : violated(`${name} ${of} published as an optional property`, served);
}

/** The distinct ErrorBody schemas of the document's refusals. */
function errorBodies(document: JsonObject): readonly JsonObject[] {
  const refusals = responseSchemas(document, (code) => /^([45]|default)/.test(code));
  const bodies = refusals
    .flatMap((schema) => branches(document, schema))
    .flatMap(({ properties }) => branches(document, asObject(properties)['error']))
    .filter(({ properties }) => Object.hasOwn(asObject(properties), 'code'));
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()];
}

function isOptional(body: JsonObject, served: Exchange): Judgement {
  return allOf(
    ['message', 'requestId', 'retryable'].map((name) => publishesOptional(body, name, 'of an error', served)),
  );
}

const OPTIONAL = ['asOfSeqTsNs', 'nextCursor', 'prevCursor', 'total'];

/** The schemas of what the document serves as a page: an object of items at a position. */
function pages(document: JsonObject): readonly JsonObject[] {
  const successes = responseSchemas(document, (code) => code.startsWith('2'));
  return successes
    .flatMap((schema) => branches(document, schema))
    .filter(({ properties }) => ['items', 'globalSequence'].every((name) => Object.hasOwn(asObject(properties), name)));
}

/** The money properties that the interface names. `total` is money beside `held`, and a page's count elsewhere. */
const MONEY = new Set([
  ...['price', 'qty', 'cumQty', 'leavesQty', 'avgPx', 'lastFillPx', 'lastFillQty', 'fee', 'available', 'held'],
  ...['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  ...['minTransferAmount', 'maxTransferAmount', 'maxOrderQty', 'maxOrderNotional'],
]);

const PATTERN = '^-?[0-9]+(\\.[0-9]+)?$';
const MAX_LENGTH = 64;

interface MoneyProperty {
  readonly where: string;
  readonly schema: unknown;
}

/** Every money property of the schemas below a value. */
function moneyProperties(value: unknown, where = ''): readonly MoneyProperty[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => moneyProperties(item, `${where}/${i}`));
  const object = asObject(value);
  const properties = asObject(object['properties']);
  const isMoney = (name: string) => MONEY.has(name) || (name === 'total' && Object.hasOwn(properties, 'held'));
  const here = Object.entries(properties)
    .filter(([name]) => isMoney(name))
    .map(([name, schema]) => ({ where: `${where}/properties/${name}`, schema }));
  return [...here, ...Object.entries(object).flatMap(([name, inner]) => moneyProperties(inner, `${where}/${name}`))];
}

/** The members of a schema by name, with those of objects and lists in it, through references. */
function membersIn(document: JsonObject, schema: unknown, depth = 8): readonly MoneyProperty[] {
  if (depth === 0) return [];
  return branches(document, schema).flatMap(({ properties, items }) => [
    ...Object.entries(asObject(properties)).flatMap(([where, inner]) => [
      { where, schema: inner },
      ...membersIn(document, inner, depth - 1),
    ]),
    ...membersIn(document, items, depth - 1),
  ]);
}

/** The money properties of every request body. */
function sentMoney(document: JsonObject): readonly MoneyProperty[] {
  return operationsOf(document).flatMap((operation) =>
    membersIn(document, requestSchema(operation, document))
      .filter(({ where }) => MONEY.has(where))
      .map(({ where, schema }) => ({ where: `${operation.method} ${operation.path}: ${where}`, schema })),
  );
}

/** Money may be null where it is unset; whatever else it may be is a string. */
function isText({ type }: JsonObject): boolean {
  return [type].flat().every((name) => name === 'string' || name === 'null');
}

function carriesPattern(kind: JsonObject): boolean {
  return isText(kind) && kind['pattern'] === PATTERN && kind['maxLength'] === MAX_LENGTH;
}

/** Pattern and maximum length are those of an input; of what is served the interface says that it is a string. */
function isPublishedMoney(document: JsonObject, schema: unknown, of: 'sent' | 'served'): boolean {
  const kinds = branches(document, schema);
  if (of === 'sent') return kinds.length > 0 && kinds.every(carriesPattern);
  return kinds.every((kind) => kind['type'] === undefined || isText(kind));
}

/** The legs of the two families, as the interface names them. */
const FAMILIES = ['key passphrase secret', 'key privateKey'];
const EXTENSION = 'x-service-intake-venues';

/** The schema of `material` in the body of a credential write; undefined where the document has none. */
function materialOf(document: JsonObject, path: string): JsonObject | undefined {
  const operation = operationsOf(document).find(
    (one) => one.method === 'POST' && one.path.replace(/\{[^{}]+\}/g, '{}') === path,
  );
  if (operation === undefined) return undefined;
  const body = resolved(document, requestSchema(operation, document));
  const material = asObject(body['properties'])['material'];
  return material === undefined ? undefined : resolved(document, material);
}

function isClosed(schema: JsonObject): boolean {
  return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false;
}

/** One entry per venue, in a list or by name. */
function venuesOf(material: JsonObject): readonly JsonObject[] {
  const venues = material[EXTENSION];
  return (Array.isArray(venues) ? venues : Object.values(asObject(venues))).map(asObject);
}

function isOneOfTwo(document: JsonObject, material: JsonObject, served: Exchange): Judgement {
  const alternatives = (Array.isArray(material['oneOf']) ? material['oneOf'] : []).map((one) =>
    resolved(document, one),
  );
  const legs = alternatives.map((one) => Object.keys(asObject(one['properties'])).sort().join(' '));
  const venues = venuesOf(material);
  return allOf(
    alternatives.length === 2 ? pass : violated('the material of a credential as oneOf two schemas', served),
    FAMILIES.every((family) => legs.includes(family))
      ? pass
      : violated(`one schema with the legs ${FAMILIES.join(', one with the legs ')}`, served),
    alternatives.every(isClosed) ? pass : violated('closed schemas of material', served),
    venues.length > 0 ? pass : violated(`${EXTENSION} on the material schema`, served),
    venues.every(({ accountGroup }) => accountGroup !== undefined && accountGroup !== null && accountGroup !== '')
      ? pass
      : violated(`an accountGroup of each venue in ${EXTENSION}`, served),
  );
}

const RETIRED = 'SCALE_UNKNOWN';

const LISTS = ['enum', 'x-extensible-enum', 'oneOf', 'anyOf'];

/** The lists of refusal reasons in the document: those that hold one of an order's, as values or as constants. */
function reasonLists(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return value.flatMap(reasonLists);
  const object = asObject(value);
  const lists = LISTS.map((name) => [object[name] ?? []].flat().map((one) => asObject(one)['const'] ?? one));
  const here = lists.filter((list) => list.includes('INSTRUMENT_NOT_LIVE'));
  return [...here, ...Object.values(object).flatMap(reasonLists)];
}

/** The interface does not say where a document lists reasons, nor that it lists any. */
function listsTheRetired(history: History, document: JsonObject, served: Exchange): Judgement {
  const lists = reasonLists(document);
  if (lists.length === 0 && !history.target.strict) return unseen;
  return lists.some((reasons) => reasons.includes(RETIRED))
    ? pass
    : violated(`${RETIRED} listed among the document's refusal reasons`, served);
}

function isNotTheRetired(e: Exchange): Judgement {
  return e.response?.body.includes(RETIRED) ? violated(`any code but ${RETIRED}, retired since 0.3.4`, e) : pass;
}

/** Orders whose scale a member may not know, and the enums of the document. */
export const retiredReasonIsListedAndNeverAnswered = check({
  id: 'svc/retired-reason-is-listed-and-never-answered',
  proves: ['SVC-12'],
  title: "SCALE_UNKNOWN is still listed in the document's refusal reasons and never answered",
  needs: ['trader', 'account', 'instrument', 'writes'],

  // A scale could be unknown for an instrument that the member does not hold, and for values finer than any scale.
  async drive(scene) {
    const { trader, order } = scene;
    await readDocument(scene, trader);
    const symbol = { instrumentId: undefined, instrument: 'NO-SUCH-SYMBOL' };
    await trader.submit(order(symbol), { label: 'order' });
    await trader.submit(order({ ...symbol, price: FINER_THAN_ANY_GRID }), { label: 'order' });
    await trader.submit(order({ instrumentId: ABSENT_KEY }), { label: 'order' });
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { label: 'order' });
    await trader.submit(order({ qty: FINER_THAN_ANY_GRID }), { label: 'order' });
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('order'), isNotTheRetired),
      ofDocument(history, (document, served) => listsTheRetired(history, document, served)),
    ),
});

const ROWS = {
  'envelope-is-published-optional': {
    proves: 'SVC-06',
    title: 'the document publishes message, requestId and retryable of an error as optional properties',
    judge: (history) =>
      ofDocument(history, (document, served) => {
        const bodies = errorBodies(document);
        if (bodies.length === 0) return violated('refusals published with an error that has a code', served);
        return eachOf(bodies, (body) => isOptional(body, served));
      }),
  },
  'page-is-published-optional': {
    proves: 'SVC-07',
    title: 'the document publishes asOfSeqTsNs, nextCursor, prevCursor and total of a page as optional properties',
    judge: (history) =>
      ofDocument(history, (document, served) => {
        const published = pages(document);
        if (published.length === 0) return violated('collections published as pages of items', served);
        return eachOf(published, (page) =>
          allOf(OPTIONAL.map((name) => publishesOptional(page, name, 'of a page', served))),
        );
      }),
  },
  'money-is-published-with-its-pattern': {
    proves: 'SVC-10',
    title: 'every money property of the contract document carries the published pattern and maxLength 64',
    judge: (history) =>
      ofDocument(history, (document, served) =>
        allOf(
          eachOf(history.target.strict ? moneyProperties(document) : sentMoney(document), ({ where, schema }) =>
            isPublishedMoney(document, schema, 'sent')
              ? pass
              : violated(`a string of pattern ${PATTERN} and maxLength 64 at ${where}`, served),
          ),
          moneyProperties(document).map(({ where, schema }) =>
            isPublishedMoney(document, schema, 'served') ? unseen : violated(`a string at ${where}`, served),
          ),
        ),
      ),
  },
  'material-is-one-of-two': {
    proves: 'SVC-08',
    title:
      'the credential material schema is a oneOf of two closed schemas and carries x-service-intake-venues with an accountGroup per venue',
    judge: (history) =>
      ofDocument(history, (document, served) => {
        const created = materialOf(document, '/credentials');
        const rotated = materialOf(document, '/credentials/{}/rotate');
        if (created === undefined) return violated('material in the body of POST /credentials', served);
        if (rotated === undefined) return inconclusive('the body of a rotation states no material');
        return allOf(isOneOfTwo(document, created, served), isOneOfTwo(document, rotated, served));
      }),
  },
} satisfies Record<string, DocumentCheck>;

/** Schemas, judged wherever the document has them. */
export const publishedSchemas = checks('svc', ROWS, ofTheDocument);
