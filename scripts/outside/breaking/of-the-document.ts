/** Broken on the way out: the contract document and its page. */
import type { Json } from '../proxy/telling.ts';
import { everyObject, having } from '../proxy/telling.ts';
import {
  answering,
  breakage,
  coded,
  inDocument,
  inJson,
  inRows,
  of,
  PAGE,
  publishes,
  recoded,
  stated,
} from './breakage.ts';

export const OF_THE_DOCUMENT = [
  breakage(
    'SVC-01',
    'another version',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), version: '0.9.9' } })),
  ),
  breakage(
    'SVC-01',
    'another OpenAPI',
    inDocument((doc) => ({ ...doc, openapi: '2.0' })),
  ),
  breakage(
    'SVC-02',
    'no register schema',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-register-schema': undefined } })),
  ),
  breakage(
    'SVC-02',
    'another algos schema',
    inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-algos-schema': '121.v9' } })),
  ),
  breakage(
    'SVC-03',
    '/docs in plain text',
    answering(of(/^GET \/docs$/), (told) => having(told, 'Content-Type', 'text/plain')),
  ),
  breakage('SVC-03', '/docs is not there', stated(404, of(/^GET \/docs$/))),
  breakage(
    'SVC-03',
    '/docs is an empty page',
    answering(of(/^GET \/docs$/), (told) => ({ ...told, body: '<!doctype html><title>docs</title><p>Soon.' })),
  ),
  breakage(
    'SVC-08',
    'material in any of its schemas',
    inDocument((doc) =>
      everyObject(doc, ({ oneOf, ...one }) => (oneOf === undefined ? one : { ...one, anyOf: oneOf })),
    ),
  ),
  breakage(
    'SVC-08',
    'material that is open',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'passphrase') ? { ...one, additionalProperties: true } : one)),
    ),
  ),
  breakage(
    'SVC-08',
    'material without its venues',
    inDocument((doc) => everyObject(doc, ({ 'x-service-intake-venues': _, ...one }) => one)),
  ),
  breakage(
    'SVC-08',
    'a venue without its account group',
    inDocument((doc) => everyObject(doc, ({ accountGroup: _, ...one }) => one)),
  ),
  breakage(
    'SVC-09',
    'algos under two tags',
    inDocument((doc) =>
      everyObject(doc, (one) => (String(one['tags']) === 'Algos' ? { ...one, tags: ['Strategies', 'Engine'] } : one)),
    ),
  ),
  breakage(
    'SVC-09',
    'no halt of algos',
    inDocument((doc) => {
      const { '/algos/halt': _, ...paths } = doc['paths'] as Json;
      return { ...doc, paths };
    }),
  ),
  breakage(
    'SVC-04',
    'an operation without a tag',
    inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, tags: [] } : one))),
  ),
  breakage(
    'SVC-04',
    'one operationId for all',
    inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, operationId: 'operate' } : one))),
  ),
  breakage(
    'SVC-04',
    'no operationId',
    inDocument((doc) => everyObject(doc, ({ operationId: _, ...one }) => one)),
  ),
  breakage(
    'SVC-06',
    'requestId of an error is required',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'retryable') ? { ...one, required: ['code', 'requestId'] } : one)),
    ),
  ),
  breakage(
    'SVC-07',
    'total of a page is required',
    inDocument((doc) =>
      everyObject(doc, (one) => (publishes(one, 'nextCursor') ? { ...one, required: ['items', 'total'] } : one)),
    ),
  ),
  breakage(
    'SVC-10',
    'money without its pattern',
    inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, pattern: undefined } : one))),
  ),
  breakage(
    'SVC-10',
    'money of 32 characters',
    inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, maxLength: 32 } : one))),
  ),
  breakage(
    'SVC-11',
    'a row lacks what is published',
    inRows(({ orderId: _, ...row }) => row),
  ),
  breakage(
    'SVC-11',
    'a page lacks its items',
    inJson(({ items: _, ...json }) => json, PAGE),
  ),
  breakage(
    'SVC-11',
    'a row of another type than published',
    inRows((row) => ({ ...row, accountId: 'one' })),
  ),
  breakage(
    'SVC-11',
    'a path is not published',
    inDocument((doc) => ({
      ...doc,
      paths: Object.fromEntries(Object.entries(doc['paths'] as Json).filter(([path]) => path !== '/me')),
    })),
  ),
  breakage(
    'SVC-12',
    'the retired reason is not listed',
    inDocument(
      (doc) =>
        JSON.parse(JSON.stringify(doc).replaceAll('"SCALE_UNKNOWN",', '').replaceAll(',"SCALE_UNKNOWN"', '')) as Json,
    ),
  ),
  breakage('SVC-12', 'the retired reason is answered', recoded('SCALE_UNKNOWN', coded('TICK_SIZE_VIOLATION'))),
];
