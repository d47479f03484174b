/** Defects on requests and responses: writes on algo instances, on one route, key or document. */
import { isObject, type Json, keyOf } from '../variations/layer.ts';
import { both, coded, inJson, of, recoded, statusOf } from './changes.ts';
import { defects } from './defect.ts';
import { refused, to } from './register-changes.ts';

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

export const ALGO_WRITES_DEFECTS = defects([
  [
    'ALG-01 IDEM-01',
    'a halt without a key is an unknown path',
    refused(404, 'ROUTE_NOT_FOUND', (response, request) => to(HALT)(request) && response.status === 400 && keyOf(request) === undefined),
  ],
  ['ALG-02', 'the operation of a creation is of the register', outcome((stated) => ({ ...stated, family: 'register' }))],
  ['ALG-09', 'an If-Match of a start is malformed', recoded('MALFORMED_REQUEST', both(of(START), coded('INVALID_IF_MATCH')))],
  ['ALG-11', 'a halt counts one instance too many', inJson(({ count }) => ({ count: Number(count) + 1 }), both(of(HALT), statusOf(200)))],
  ['ALG-12', 'a long document is a long body for an instance that exists', recoded('PAYLOAD_TOO_LARGE', both(of(CONFIG), coded('DOCUMENT_TOO_LARGE')))],
  ['ALG-18', 'a stop refuses a key with a tilde', refused(400, 'MALFORMED_REQUEST', (_, request) => to(STOP)(request) && (keyOf(request) ?? '').includes('~'))],
  ['ALG-18', 'a stop refuses a key of one character', refused(400, 'MALFORMED_REQUEST', (_, request) => to(STOP)(request) && keyOf(request)?.length === 1)],
]);
