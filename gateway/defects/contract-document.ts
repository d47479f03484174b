/** Defects on responses: the contract document and its page. */
import { everyObject, type Json, withHeader } from '../variations/layer.ts';
import { changeWhere, coded, inDocument, inRows, of, publishes, recoded, withStatus } from './changes.ts';
import { defects } from './defect.ts';

export const CONTRACT_DOCUMENT_DEFECTS = defects([
  ['SVC-01', 'another version', inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), version: '0.9.9' } }))],
  ['SVC-01', 'another OpenAPI', inDocument((doc) => ({ ...doc, openapi: '2.0' }))],
  ['SVC-02', 'no register schema', inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-register-schema': undefined } }))],
  ['SVC-02 | VER-04', 'another algos schema', inDocument((doc) => ({ ...doc, info: { ...(doc['info'] as Json), 'x-service-algos-schema': '121.v9' } }))],
  ['SVC-03', '/docs in plain text', changeWhere(of(/^GET \/docs$/), (response) => withHeader(response, 'Content-Type', 'text/plain'))],
  ['SVC-03', '/docs is not there', withStatus(404, of(/^GET \/docs$/))],
  [
    'SVC-08',
    'material in any of its schemas',
    inDocument((doc) => everyObject(doc, ({ oneOf, ...one }) => (oneOf === undefined ? one : { ...one, anyOf: oneOf }))),
  ],
  ['SVC-08', 'material without its venues', inDocument((doc) => everyObject(doc, ({ 'x-service-intake-venues': _, ...one }) => one))],
  ['SVC-08', 'a venue without its account group', inDocument((doc) => everyObject(doc, ({ accountGroup: _, ...one }) => one))],
  [
    'SVC-09',
    'algos under two tags',
    inDocument((doc) => everyObject(doc, (one) => (String(one['tags']) === 'Algos' ? { ...one, tags: ['Strategies', 'Engine'] } : one))),
  ],
  ['SVC-04 | SVC-05 SVC-09', 'an operation without a tag', inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, tags: [] } : one)))],
  ['SVC-04', 'one operationId for all', inDocument((doc) => everyObject(doc, (one) => ('operationId' in one ? { ...one, operationId: 'operate' } : one)))],
  [
    'SVC-06',
    'requestId of an error is required',
    inDocument((doc) => everyObject(doc, (one) => (publishes(one, 'retryable') ? { ...one, required: ['code', 'requestId'] } : one))),
  ],
  [
    'SVC-07',
    'total of a page is required',
    inDocument((doc) => everyObject(doc, (one) => (publishes(one, 'nextCursor') ? { ...one, required: ['items', 'total'] } : one))),
  ],
  ['SVC-10', 'money of 32 characters', inDocument((doc) => everyObject(doc, (one) => (one['maxLength'] === 64 ? { ...one, maxLength: 32 } : one)))],
  ['SVC-11 | ID-01 ORD-01', 'a row of another type than published', inRows((row) => ({ ...row, accountId: 'one' }))],
  [
    'SVC-12',
    'the retired reason is not listed',
    inDocument((doc) => JSON.parse(JSON.stringify(doc).replaceAll('"SCALE_UNKNOWN",', '').replaceAll(',"SCALE_UNKNOWN"', '')) as Json),
  ],
  ['SVC-12 | ORD-08', 'the retired reason is answered', recoded('SCALE_UNKNOWN', coded('TICK_SIZE_VIOLATION'))],
]);
