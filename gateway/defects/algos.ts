/** Defects on requests and responses: algo instances, their writes and their orders. */
import { type HttpRequest, headerOf, isObject, type Json, jsonOf, keyOf, type Layer, routeOf, withJson, withoutHeaders } from '../variations/layer.ts';
import {
  both,
  changeWhere,
  coded,
  codeOf,
  droppingHeader,
  inItems,
  inJson,
  inRows,
  of,
  POSITION,
  settingHeader,
  statusOf,
  type When,
  withStatus,
} from './changes.ts';
import { defects } from './defect.ts';
import { lending, to } from './register-changes.ts';

const INSTANCE = /^GET \/algos\/instances\/[0-9]+$/;
const CREATE = /^POST \/algos\/instances$/;
const CONFIG = /^PUT \/algos\/instances\/[0-9]+\/config$/;
const ARM = /^POST \/algos\/instances\/[0-9]+\/(start|stop|delete)$/;
const START = /^POST \/algos\/instances\/[0-9]+\/start$/;
const STOP = /^POST \/algos\/instances\/[0-9]+\/stop$/;
const DELETE = /^POST \/algos\/instances\/[0-9]+\/delete$/;
const ORDERS = /^GET \/algos\/instances\/[0-9]+\/orders$/;
const ANY = /^(GET|PUT|POST) \/algos\//;
const WRITE = /^(PUT|POST) \/algos\//;
const VERSIONS: When = both(of(/^GET \/algos\/versions$/), statusOf(200));

const isDeleted = (row: Json | undefined): boolean => row?.['status'] === 'DELETED';
const outcome = (change: (outcome: Json) => Json) =>
  inJson(
    (json) => (isObject(json['outcome']) ? { ...json, outcome: change(json['outcome']) } : json),
    (response, request) => routeOf(request).startsWith('GET /operations/') && jsonOf(response)?.['operation'] === 'createAlgoInstance',
  );

/** Changes rows of orders that an instance placed. */
const inAlgoOrders = (change: (row: Json) => Json, when?: When) => inRows((row) => (row['algoInstanceId'] === null ? row : change(row)), when);

/** Keeps the first names of accounts. */
function namesOnce(): Layer {
  const held = new Map<string, string>();
  return async (request, next) => {
    const response = await next(request);
    if (routeOf(request) !== 'POST /orders') return response;
    const name = String(jsonOf(request)?.['account']);
    const key = keyOf(request) ?? '';
    const account = String(jsonOf(response)?.['accountId'] ?? codeOf(response));
    const before = held.get(key);
    if (before === undefined) held.set(key, `${name} ${account}`);
    const now = held.get(name);
    held.set(name, account);
    // The name was refused in between: also refuse orders by its old name.
    if (before === undefined || now !== 'ACCOUNT_NOT_ACTIVE') return response;
    const error = {
      code: 'ACCOUNT_NOT_ACTIVE',
      message: 'no',
      requestId: headerOf(response, 'x-request-id'),
      retryable: false,
    };
    return withJson({ ...withoutHeaders(response, POSITION), status: 422 }, { error });
  };
}

const late = (response: Parameters<When>[0], request: HttpRequest): boolean =>
  routeOf(request) === 'POST /orders' && response.status === 201 && Number(jsonOf(request)?.['instrumentId']) > 8;

export const ALGOS_DEFECTS = defects([
  ['ALG-01 | any', 'there are no catalogues', withStatus(404, of(/^GET \/algos\/versions$/))],
  ['ALG-01 | any', 'a halt is a PUT', withStatus(405, of(/^POST \/algos\/halt$/))],
  ['ALG-01 | AUTH-16 ERR-09', 'a foreign instance is forbidden', withStatus(403, both(of(ANY), coded('NOT_FOUND')))],
  ['ALG-02', 'a creation answers 204', changeWhere(both(of(CREATE), statusOf(201)), (response) => ({ ...response, status: 204, body: '' }))],
  ['ALG-02', 'a promise leads nowhere', droppingHeader('Location', both(of(CREATE), statusOf(202)))],
  ['ALG-02 | SVC-11', 'an operation is of no family', outcome(({ family: _, ...rest }) => rest)],
  ['ALG-03', 'anyone halts', lending('algoManager', /^POST \/algos\/halt$/, 'CAPABILITY_DENIED')],
  ['ALG-03 | AUTH-14 POS-05', 'the door judges who may', droppingHeader(POSITION, both(of(STOP), coded('CAPABILITY_DENIED')))],
  ['ALG-04', 'an ETag of its position', settingHeader('ETag', (response) => `"${headerOf(response, POSITION)}"`, both(of(INSTANCE), statusOf(200)))],
  ['ALG-08', 'a stale document answers 409', withStatus(409, both(of(CONFIG), statusOf(412)))],
  ['ALG-08', 'a stale document is told no ETag', droppingHeader('ETag', both(of(CONFIG), statusOf(412)))],
  ['ALG-09', 'an If-Match is stale', withStatus(412, both(of(ARM), coded('INVALID_IF_MATCH')))],
  ['ALG-10', 'a start answers nothing', changeWhere(both(of(START), statusOf(200)), (response) => ({ ...response, status: 204, body: '' }))],
  ['ALG-10 | SVC-11', 'a stop answers its time alone', inJson((row) => ({ stoppedAtNs: row['updatedAtNs'] }), both(of(STOP), statusOf(200)))],
  ['ALG-10 | SVC-11', 'a delete answers 201', withStatus(201, both(of(DELETE), statusOf(200)))],
  ['ALG-10', 'a deleted instance is stopped', inJson((row) => (isDeleted(row) ? { ...row, status: 'STOPPED' } : row), of(INSTANCE))],
  [
    'ALG-11 | SVC-11',
    'a halt of none is refused',
    changeWhere(of(/^POST \/algos\/halt$/), (response) => (jsonOf(response)?.['count'] === 0 ? { ...response, status: 409 } : response)),
  ],
  ['ALG-11', 'instances are started still', inJson((row) => (row['lastCause'] === 'HALTED' ? { ...row, status: 'STARTED' } : row), of(INSTANCE))],
  [
    'ALG-18',
    'a commandKey is not of the body',
    changeWhere(
      (_, request) => to(WRITE)(request) && jsonOf(request)?.['commandKey'] !== undefined,
      (response) => ({ ...response, status: 400 }),
    ),
  ],
  ['ALG-19', 'orders of an instance are of a user', inAlgoOrders((row) => ({ ...row, userId: 11 }), of(ORDERS))],
  ['ALG-19', 'orders of an instance name none', inAlgoOrders((row) => ({ ...row, algoInstanceId: null }), of(ORDERS))],
  [
    'ALG-19',
    'orders of an instance in short',
    inAlgoOrders(({ qty, orderId, algoInstanceId, userId }) => ({ qty, orderId, algoInstanceId, userId }), of(ORDERS)),
  ],
  ['PAGE-12', "an instance's orders oldest first", inItems((items) => items.toReversed(), both(of(ORDERS), statusOf(200)))],
  ['ALG-20 | SVC-11', 'a version without its schema', inItems((items) => items.map(({ documentSchema: _, ...row }) => row), VERSIONS)],
  ['ALG-20 | SVC-11', 'a version without its manifest', inItems((items) => items.map(({ manifest: _, ...row }) => row), VERSIONS)],
  ['ALG-20 | PAGE-15 PAGE-16 SVC-11', 'a version of no pool', inItems((items) => items.map(({ pool: _, ...row }) => row), VERSIONS)],
  ['ALG-20 | PAGE-03 PAGE-05 PAGE-07 PAGE-15 PAGE-16', 'a version twice', inItems((items) => [...items, ...items.slice(-1)], VERSIONS)],
  ['ALG-21 | SVC-11', 'no cause', inJson((row) => ('lastCause' in row ? { ...row, lastCause: null } : row), of(ANY))],
  [
    'ALG-21',
    'a person moved what the platform stopped',
    inJson((row) => (row['lastCause'] === 'PLATFORM_STOPPED' ? { ...row, lastUpdatedByUserId: 11 } : row), of(ANY)),
  ],
  ['ORD-07', 'a name that was refused refuses its orders', namesOnce],
  ['ORD-11 | POL-03', 'a late instrument is refused', withStatus(422, late)],
  ['ORD-11', 'a late instrument is another', inJson((row) => ({ ...row, instrumentId: 1 }), late)],
  [
    'ORD-15',
    "an algo's order is not cancelled by a human",
    changeWhere(
      (response, request) => routeOf(request).endsWith('/cancel') && jsonOf(response)?.['userId'] === 0,
      (response) => ({ ...response, status: 403 }),
    ),
  ],
  ['ORD-15', 'a cancelled order is of who cancelled it', inAlgoOrders((row) => ({ ...row, userId: 12, algoInstanceId: null }), of(/\/cancel$/))],
  ['ORD-16', "an algo's order names a user too", inAlgoOrders((row) => ({ ...row, userId: 13 }), of(/^GET \/orders\/[0-9]+$/))],
  ['ORD-16 | ALG-19 VER-04 VER-06', "an algo's order is of nobody among all", inAlgoOrders((row) => ({ ...row, algoInstanceId: null }), of(/^GET \/orders$/))],
]);
