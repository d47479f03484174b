/** Defects on requests and responses: algo instances, their writes and their orders. */
import {
  claimsOf,
  type HttpRequest,
  headerOf,
  isObject,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withBody,
  withHeader,
  withJson,
  withoutHeaders,
} from '../variations/layer.ts';
import {
  both,
  changeRequest,
  changeWhere,
  coded,
  codeOf,
  droppingHeader,
  inError,
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
import { lending, refused, to, unconditional, unwritten, written } from './register-changes.ts';

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

/** Reuses the id of a deleted instance for the next creation. */
function idsAgain(): Layer {
  let free: unknown;
  return async (request, next) => {
    const response = await next(request);
    const row = jsonOf(response);
    if (to(DELETE)(request) && response.status === 200) free = row?.['instanceId'];
    return to(CREATE)(request) && response.status === 201 && free !== undefined ? withJson(response, { ...row, instanceId: free }) : response;
  };
}

/** Sends a key in another spelling. */
const respelt = (change: (key: string) => string, route = WRITE) =>
  changeRequest((request) => {
    const key = keyOf(request);
    return to(route)(request) && key !== undefined ? withHeader(request, 'Idempotency-Key', change(key)) : request;
  });

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

/** Places a retry by account name again on the account that the name leads to now. */
function placedAgain(): Layer {
  const seen = new Set<string>();
  return async (request, next) => {
    const key = keyOf(request) ?? '';
    const isAgain = routeOf(request) === 'POST /orders' && jsonOf(request)?.['account'] !== undefined && seen.has(key);
    seen.add(key);
    if (!isAgain) return next(request);
    const again = `${key}-2`;
    return next(withBody(withHeader(request, 'Idempotency-Key', again), { ...jsonOf(request), clientOrderId: again }));
  };
}

const late = (response: Parameters<When>[0], request: HttpRequest): boolean =>
  routeOf(request) === 'POST /orders' && response.status === 201 && Number(jsonOf(request)?.['instrumentId']) > 8;

export const ALGOS_DEFECTS = defects([
  ['ALG-01 | any', 'there are no catalogues', withStatus(404, of(/^GET \/algos\/versions$/))],
  ['ALG-01 | any', 'a halt is a PUT', withStatus(405, of(/^POST \/algos\/halt$/))],
  ['ALG-01 | AUTH-16 ERR-09', 'a foreign instance is forbidden', withStatus(403, both(of(ANY), coded('NOT_FOUND')))],
  [
    'ALG-01 | AUTH-16 ERR-01 ERR-02 ERR-03 ERR-09 ERR-11 SVC-11',
    'a foreign instance has no documents yet',
    changeWhere(both(of(/\/configs$/), coded('NOT_FOUND')), (response) => withJson({ ...response, status: 200 }, { items: [] })),
  ],
  ['ALG-02', 'a creation answers its document', inJson((row) => ({ seq: 1, document: row['displayName'] }), both(of(CREATE), statusOf(201)))],
  ['ALG-02', 'a creation answers 204', changeWhere(both(of(CREATE), statusOf(201)), (response) => ({ ...response, status: 204, body: '' }))],
  ['ALG-02', 'a promise leads nowhere', droppingHeader('Location', both(of(CREATE), statusOf(202)))],
  ['ALG-02 | SVC-11', 'an operation is of no family', outcome(({ family: _, ...rest }) => rest)],
  ['ALG-03', 'anyone creates', lending('algoManager', CREATE, 'CAPABILITY_DENIED')],
  ['ALG-03', 'anyone halts', lending('algoManager', /^POST \/algos\/halt$/, 'CAPABILITY_DENIED')],
  ['ALG-03 | AUTH-14 POS-05', 'the door judges who may', droppingHeader(POSITION, both(of(STOP), coded('CAPABILITY_DENIED')))],
  [
    'ALG-03',
    'algos:manage is not enough',
    refused(403, 'CAPABILITY_DENIED', (_, request) => to(CONFIG)(request) && claimsOf(request)['sub'] === 'algoManager'),
  ],
  [
    'ALG-03',
    'who may not is told before the shape',
    withStatus(
      403,
      both(of(CREATE), statusOf(400), (_, request) => claimsOf(request)['sub'] === 'trader'),
    ),
  ],
  ['ALG-04', 'an ETag of its position', settingHeader('ETag', (response) => `"${headerOf(response, POSITION)}"`, both(of(INSTANCE), statusOf(200)))],
  ['ALG-08', 'a stale document is staged', unconditional(CONFIG)],
  ['ALG-08', 'a stale document answers 409', withStatus(409, both(of(CONFIG), statusOf(412)))],
  [
    'ALG-08 | SVC-11',
    'a stale document is told what it named',
    inError((error) => ({ ...error, currentVersion: Number(error['currentVersion']) - 1 }), of(CONFIG)),
  ],
  ['ALG-08', 'a stale document is told no ETag', droppingHeader('ETag', both(of(CONFIG), statusOf(412)))],
  ['ALG-09', 'an If-Match is not seen', unconditional(ARM)],
  ['ALG-09', 'an If-Match of a delete is not seen', unconditional(DELETE)],
  ['ALG-09', 'an If-Match is stale', withStatus(412, both(of(ARM), coded('INVALID_IF_MATCH')))],
  ['ALG-10', 'a start answers nothing', changeWhere(both(of(START), statusOf(200)), (response) => ({ ...response, status: 204, body: '' }))],
  ['ALG-10 | SVC-11', 'a stop answers its time alone', inJson((row) => ({ stoppedAtNs: row['updatedAtNs'] }), both(of(STOP), statusOf(200)))],
  ['ALG-10 | SVC-11', 'a delete answers 201', withStatus(201, both(of(DELETE), statusOf(200)))],
  [
    'ALG-10 | ALG-01 POS-08',
    'a deleted instance is gone',
    changeWhere(of(INSTANCE), (response) => (isDeleted(jsonOf(response)) ? { ...response, status: 410 } : response)),
  ],
  [
    'ALG-10',
    'a deleted instance is not listed',
    inItems((items) => items.filter((row) => !isDeleted(row)), both(of(/^GET \/algos\/instances$/), statusOf(200))),
  ],
  ['ALG-10', 'a deleted instance is stopped', inJson((row) => (isDeleted(row) ? { ...row, status: 'STOPPED' } : row), of(INSTANCE))],
  ['ALG-10', 'an id is used again', idsAgain],
  ['ALG-11', 'a halt stops nothing', unwritten(/^POST \/algos\/halt$/)],
  [
    'ALG-11 | SVC-11',
    'a halt of none is refused',
    changeWhere(of(/^POST \/algos\/halt$/), (response) => (jsonOf(response)?.['count'] === 0 ? { ...response, status: 409 } : response)),
  ],
  ['ALG-11', 'instances are started still', inJson((row) => (row['lastCause'] === 'HALTED' ? { ...row, status: 'STARTED' } : row), of(INSTANCE))],
  ['ALG-18', 'a key may be of any length', respelt((key) => key.slice(0, 64))],
  ['ALG-18', 'a key may hold a slash', respelt((key) => key.replaceAll('/', '-'))],
  ['ALG-18', 'another commandKey is not seen', written(WRITE, ({ commandKey: _, ...body }) => body)],
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
  ['ORD-07', 'a retry by name is another order', placedAgain],
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
