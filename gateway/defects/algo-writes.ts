/** Defects on requests and responses: writes on algo instances, on one route, key or document. */
import { claimsOf, isObject, type Json, jsonOf, keyOf, type Layer, withBody, withHeader } from '../variations/layer.ts';
import { both, changeRequest, coded, inJson, lacks, of, POSITION, recoded, statusOf, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { lending, refused, to, unconditional, written } from './register-changes.ts';

const CREATE = /^POST \/algos\/instances$/;
const CONFIG = /^PUT \/algos\/instances\/[0-9]+\/config$/;
const START = /^POST \/algos\/instances\/[0-9]+\/start$/;
const STOP = /^POST \/algos\/instances\/[0-9]+\/stop$/;
const HALT = /^POST \/algos\/halt$/;
/** Changes the outcome in the operation record of a creation. */
const outcome = (change: (outcome: Json) => Json) =>
  inJson(
    (record) => (record['operation'] === 'createAlgoInstance' && isObject(record['outcome']) ? { ...record, outcome: change(record['outcome']) } : record),
    of(/^GET \/operations\//),
  );

const stopKey = (change: (key: string) => string) =>
  changeRequest((request) =>
    to(STOP)(request) && keyOf(request) !== undefined ? withHeader(request, 'Idempotency-Key', change(keyOf(request) ?? '')) : request,
  );
const bytesOf = (body: Json | undefined): number => Buffer.byteLength(String(body?.['document']));

/** Sends an unknown name to the platform as a reference of another type, so that its refusal spends the key. */
const unresolved: () => Layer = () => async (request, next) => {
  const response = await next(request);
  const body = to(CREATE)(request) && coded('REFERENCE_UNKNOWN_ACCOUNT')(response, request) ? jsonOf(request) : undefined;
  return body === undefined ? response : next(withBody(request, { ...body, document: String(body['document']).replace(/"none of ours[^"]*"/g, 'true') }));
};

export const ALGO_WRITES_DEFECTS = defects([
  [
    'ALG-01 IDEM-01',
    'a halt without a key is an unknown path',
    refused(404, 'ROUTE_NOT_FOUND', (response, request) => to(HALT)(request) && response.status === 400 && keyOf(request) === undefined),
  ],
  ['ALG-02', 'the operation of a creation is of the register', outcome((told) => ({ ...told, family: 'register' }))],
  ['ALG-03', 'a trader stops an instance', lending('algoManager', STOP, 'CAPABILITY_DENIED', (request) => claimsOf(request)['sub'] === 'trader')],
  ['ALG-03', 'a trader stages a document', lending('algoManager', CONFIG, 'CAPABILITY_DENIED')],
  ['ALG-09', 'a stop does not see an If-Match', unconditional(STOP)],
  ['ALG-09', 'an If-Match of a start is malformed', recoded('MALFORMED_REQUEST', both(of(START), coded('INVALID_IF_MATCH')))],
  ['ALG-11', 'a halt counts one instance too many', inJson(({ count }) => ({ count: Number(count) + 1 }), both(of(HALT), statusOf(200)))],
  [
    'ALG-12',
    'a document of just the limit is too large for an instance that exists',
    refused(413, 'DOCUMENT_TOO_LARGE', (_, request) => to(CONFIG)(request) && bytesOf(jsonOf(request)) === 6_144),
  ],
  ['ALG-12', 'a long document is a long body for an instance that exists', recoded('PAYLOAD_TOO_LARGE', both(of(CONFIG), coded('DOCUMENT_TOO_LARGE')))],
  ['ALG-16', 'an unknown account name goes to the platform, whose refusal spends the key', unresolved],
  [
    'ALG-16',
    'an unknown name is malformed in a document of an instance that exists',
    withStatus(400, both(of(CONFIG), lacks(POSITION), coded('REFERENCE_UNKNOWN_ACCOUNT', 'REFERENCE_UNKNOWN_INSTRUMENT'))),
  ],
  ['ALG-18', 'a stop refuses a key with a tilde', refused(400, 'MALFORMED_REQUEST', (_, request) => to(STOP)(request) && (keyOf(request) ?? '').includes('~'))],
  ['ALG-18', 'a stop takes a key of 65 characters', stopKey((key) => (key.length === 65 ? key.slice(1) : key))],
  ['ALG-18', 'a stop refuses a key of one character', refused(400, 'MALFORMED_REQUEST', (_, request) => to(STOP)(request) && keyOf(request)?.length === 1)],
  ['ALG-18', 'another commandKey of a document is not seen', written(CONFIG, ({ commandKey: _, ...body }) => body)],
]);
