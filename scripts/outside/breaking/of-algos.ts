/** Broken on both ways: algo instances, their writes and their orders. */
import type { Asked, Json, Layer } from '../proxy/telling.ts';
import {
  asking,
  claimsOf,
  having,
  headerOf,
  isObject,
  jsonOf,
  keyOf,
  routeOf,
  telling,
  without,
} from '../proxy/telling.ts';
import {
  AS_OF,
  answering,
  asked,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  inError,
  inItems,
  inJson,
  inRows,
  of,
  POSITION,
  recoded,
  setting,
  stated,
  statusOf,
  type When,
} from './breakage.ts';
import { lending, refused, to, unwritten, written } from './on-the-register.ts';

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
    (told, one) => routeOf(one).startsWith('GET /operations/') && jsonOf(told)?.['operation'] === 'createAlgoInstance',
  );

/** If-Match as it was sent is not looked at. */
const unconditional = (route: RegExp) => asked((one) => (to(route)(one) ? without(one, 'If-Match') : one));

/** Rows of orders that an instance placed. */
const inAlgoOrders = (change: (row: Json) => Json, when?: When) =>
  inRows((row) => (row['algoInstanceId'] === null ? row : change(row)), when);

/** Instances are numbered again once one is deleted: the next creation has its id. */
function idsAgain(): Layer {
  let free: unknown;
  return async (one, next) => {
    const told = await next(one);
    const row = jsonOf(told);
    if (to(DELETE)(one) && told.status === 200) free = row?.['instanceId'];
    return to(CREATE)(one) && told.status === 201 && free !== undefined
      ? telling(told, { ...row, instanceId: free })
      : told;
  };
}

/** A key in another spelling than it was sent in. */
const respelt = (change: (key: string) => string, route = WRITE) =>
  asked((one) => {
    const key = keyOf(one);
    return to(route)(one) && key !== undefined ? having(one, 'Idempotency-Key', change(key)) : one;
  });

/** Names of accounts are what they were at first. */
function namesOnce(): Layer {
  const held = new Map<string, string>();
  return async (one, next) => {
    const told = await next(one);
    if (routeOf(one) !== 'POST /orders') return told;
    const name = String(jsonOf(one)?.['account']);
    const key = keyOf(one) ?? '';
    const account = String(jsonOf(told)?.['accountId'] ?? codeOf(told));
    const before = held.get(key);
    if (before === undefined) held.set(key, `${name} ${account}`);
    const now = held.get(name);
    held.set(name, account);
    // The name was refused in between: so is what was ordered by it before.
    if (before === undefined || now !== 'ACCOUNT_NOT_ACTIVE') return told;
    const error = {
      code: 'ACCOUNT_NOT_ACTIVE',
      message: 'no',
      requestId: headerOf(told, 'x-request-id'),
      retryable: false,
    };
    return telling({ ...without(told, POSITION), status: 422 }, { error });
  };
}

/** A retry that names its account is placed again where its name leads, if the first one was. */
function placedAgain(): Layer {
  const seen = new Set<string>();
  return async (one, next) => {
    const key = keyOf(one) ?? '';
    const isAgain = routeOf(one) === 'POST /orders' && jsonOf(one)?.['account'] !== undefined && seen.has(key);
    seen.add(key);
    if (!isAgain) return next(one);
    const again = `${key}-2`;
    return next(asking(having(one, 'Idempotency-Key', again), { ...jsonOf(one), clientOrderId: again }));
  };
}

const late = (told: Parameters<When>[0], one: Asked): boolean =>
  routeOf(one) === 'POST /orders' && told.status === 201 && Number(jsonOf(one)?.['instrumentId']) > 8;

export const OF_ALGOS = [
  breakage('ALG-01', 'there are no catalogues', stated(404, of(/^GET \/algos\/versions$/))),
  breakage('ALG-01', 'a halt is a PUT', stated(405, of(/^POST \/algos\/halt$/))),
  breakage('ALG-01', 'a foreign instance is forbidden', stated(403, both(of(ANY), coded('NOT_FOUND')))),
  breakage(
    'ALG-01',
    'a foreign instance has no documents yet',
    answering(both(of(/\/configs$/), coded('NOT_FOUND')), (told) => telling({ ...told, status: 200 }, { items: [] })),
  ),
  breakage(
    'ALG-02',
    'a creation answers its document',
    inJson((row) => ({ seq: 1, document: row['displayName'] }), both(of(CREATE), statusOf(201))),
  ),
  breakage(
    'ALG-02',
    'a creation answers 204',
    answering(both(of(CREATE), statusOf(201)), (told) => ({ ...told, status: 204, body: '' })),
  ),
  breakage('ALG-02', 'a promise leads nowhere', dropping('Location', both(of(CREATE), statusOf(202)))),
  breakage(
    'ALG-02',
    'an operation names no instance',
    outcome(({ instanceId: _, ...rest }) => rest),
  ),
  breakage(
    'ALG-02',
    'an operation is of no family',
    outcome(({ family: _, ...rest }) => rest),
  ),
  breakage('ALG-03', 'anyone creates', lending('algoManager', CREATE, 'CAPABILITY_DENIED')),
  breakage('ALG-03', 'anyone halts', lending('algoManager', /^POST \/algos\/halt$/, 'CAPABILITY_DENIED')),
  breakage('ALG-03', 'the door judges who may', dropping(POSITION, both(of(STOP), coded('CAPABILITY_DENIED')))),
  breakage(
    'ALG-03',
    'algos:manage is not enough',
    refused(403, 'CAPABILITY_DENIED', (_, one) => to(CONFIG)(one) && claimsOf(one)['sub'] === 'algoManager'),
  ),
  breakage(
    'ALG-03',
    'who may not is told before the shape',
    stated(
      403,
      both(of(CREATE), statusOf(400), (_, one) => claimsOf(one)['sub'] === 'trader'),
    ),
  ),
  breakage('ALG-04', 'no ETag of an instance', dropping('ETag', of(INSTANCE))),
  breakage(
    'ALG-04',
    'an ETag of its position',
    setting('ETag', (told) => `"${headerOf(told, POSITION)}"`, both(of(INSTANCE), statusOf(200))),
  ),
  breakage(
    'ALG-04',
    'an ETag in words of its own',
    setting('ETag', (told) => `"v${jsonOf(told)?.['configSeq']}"`, both(of(INSTANCE), statusOf(200))),
  ),
  breakage('ALG-08', 'a stale document is staged', unconditional(CONFIG)),
  breakage('ALG-08', 'a stale document answers 409', stated(409, both(of(CONFIG), statusOf(412)))),
  breakage(
    'ALG-08',
    'a stale document is told what it named',
    inError((error) => ({ ...error, currentVersion: Number(error['currentVersion']) - 1 }), of(CONFIG)),
  ),
  breakage('ALG-08', 'a stale document is told no ETag', dropping('ETag', both(of(CONFIG), statusOf(412)))),
  breakage('ALG-09', 'an If-Match is not seen', unconditional(ARM)),
  breakage('ALG-09', 'an If-Match of a delete is not seen', unconditional(DELETE)),
  breakage(
    'ALG-09',
    'an If-Match is malformed',
    recoded('MALFORMED_REQUEST', both(of(ARM), coded('INVALID_IF_MATCH'))),
  ),
  breakage('ALG-09', 'an If-Match is stale', stated(412, both(of(ARM), coded('INVALID_IF_MATCH')))),
  breakage(
    'ALG-10',
    'a start answers nothing',
    answering(both(of(START), statusOf(200)), (told) => ({ ...told, status: 204, body: '' })),
  ),
  breakage(
    'ALG-10',
    'a stop answers its time alone',
    inJson((row) => ({ stoppedAtNs: row['updatedAtNs'] }), both(of(STOP), statusOf(200))),
  ),
  breakage('ALG-10', 'a delete answers 201', stated(201, both(of(DELETE), statusOf(200)))),
  breakage(
    'ALG-10',
    'a deleted instance is gone',
    answering(of(INSTANCE), (told) => (isDeleted(jsonOf(told)) ? { ...told, status: 410 } : told)),
  ),
  breakage(
    'ALG-10',
    'a deleted instance is not listed',
    inItems((items) => items.filter((row) => !isDeleted(row)), both(of(/^GET \/algos\/instances$/), statusOf(200))),
  ),
  breakage(
    'ALG-10',
    'a deleted instance is stopped',
    inJson((row) => (isDeleted(row) ? { ...row, status: 'STOPPED' } : row), of(INSTANCE)),
  ),
  breakage('ALG-10', 'an id is used again', idsAgain),
  breakage('ALG-11', 'a halt stops nothing', unwritten(/^POST \/algos\/halt$/)),
  breakage(
    'ALG-11',
    'a halt answers no count',
    inJson(() => ({}), of(/^POST \/algos\/halt$/)),
  ),
  breakage(
    'ALG-11',
    'a halt of none is refused',
    answering(of(/^POST \/algos\/halt$/), (told) => (jsonOf(told)?.['count'] === 0 ? { ...told, status: 409 } : told)),
  ),
  breakage(
    'ALG-11',
    'instances are started still',
    inJson((row) => (row['lastCause'] === 'HALTED' ? { ...row, status: 'STARTED' } : row), of(INSTANCE)),
  ),
  breakage(
    'ALG-18',
    'a key may be of any length',
    respelt((key) => key.slice(0, 64)),
  ),
  breakage(
    'ALG-18',
    'a key may hold a slash',
    respelt((key) => key.replaceAll('/', '-')),
  ),
  breakage(
    'ALG-18',
    'a dot is not of a key',
    answering(
      (_, one) => to(STOP)(one) && (keyOf(one) ?? '').includes('.'),
      (told) => ({ ...told, status: 400 }),
    ),
  ),
  breakage(
    'ALG-18',
    'another commandKey is not seen',
    written(WRITE, ({ commandKey: _, ...body }) => body),
  ),
  breakage(
    'ALG-18',
    'a commandKey is not of the body',
    answering(
      (_, one) => to(WRITE)(one) && jsonOf(one)?.['commandKey'] !== undefined,
      (told) => ({ ...told, status: 400 }),
    ),
  ),
  breakage(
    'ALG-19',
    'orders of an instance are of a user',
    inAlgoOrders((row) => ({ ...row, userId: 11 }), of(ORDERS)),
  ),
  breakage(
    'ALG-19',
    'orders of an instance name none',
    inAlgoOrders((row) => ({ ...row, algoInstanceId: null }), of(ORDERS)),
  ),
  breakage(
    'ALG-19',
    'orders of an instance in short',
    inAlgoOrders(({ qty, orderId, algoInstanceId, userId }) => ({ qty, orderId, algoInstanceId, userId }), of(ORDERS)),
  ),
  breakage(
    'PAGE-12',
    "an instance's orders oldest first",
    inItems((items) => items.toReversed(), both(of(ORDERS), statusOf(200))),
  ),
  breakage(
    'ALG-20',
    'a version without its schema',
    inItems((items) => items.map(({ documentSchema: _, ...row }) => row), VERSIONS),
  ),
  breakage(
    'ALG-20',
    'a version without its manifest',
    inItems((items) => items.map(({ manifest: _, ...row }) => row), VERSIONS),
  ),
  breakage(
    'ALG-20',
    'a version of no pool',
    inItems((items) => items.map(({ pool: _, ...row }) => row), VERSIONS),
  ),
  breakage(
    'ALG-20',
    'a version twice',
    inItems((items) => [...items, ...items.slice(-1)], VERSIONS),
  ),
  breakage(
    'ALG-21',
    'no cause',
    inJson((row) => ('lastCause' in row ? { ...row, lastCause: null } : row), of(ANY)),
  ),
  breakage(
    'ALG-21',
    'one cause for all',
    inJson((row) => ('lastCause' in row ? { ...row, lastCause: 'UPDATED' } : row), of(ANY)),
  ),
  breakage(
    'ALG-21',
    'a person moved what the platform stopped',
    inJson((row) => (row['lastCause'] === 'PLATFORM_STOPPED' ? { ...row, lastUpdatedByUserId: 11 } : row), of(ANY)),
  ),
  breakage('ORD-07', 'a name that was refused refuses its orders', namesOnce),
  breakage('ORD-07', 'a retry by name is another order', placedAgain),
  breakage('ORD-11', 'a late instrument is refused', stated(422, late)),
  breakage(
    'ORD-11',
    'a late instrument is another',
    inJson((row) => ({ ...row, instrumentId: 1 }), late),
  ),
  breakage(
    'ORD-11',
    'a late instrument is accepted by nobody',
    answering(late, (told) => without(told, POSITION, AS_OF)),
  ),
  breakage(
    'ORD-15',
    "an algo's order is not cancelled by a human",
    answering(
      (told, one) => routeOf(one).endsWith('/cancel') && jsonOf(told)?.['userId'] === 0,
      (told) => ({ ...told, status: 403 }),
    ),
  ),
  breakage(
    'ORD-15',
    'a cancelled order is of who cancelled it',
    inAlgoOrders((row) => ({ ...row, userId: 12, algoInstanceId: null }), of(/\/cancel$/)),
  ),
  breakage(
    'ORD-16',
    "an algo's order names a user too",
    inAlgoOrders((row) => ({ ...row, userId: 13 }), of(/^GET \/orders\/[0-9]+$/)),
  ),
  breakage(
    'ORD-16',
    "an algo's order is of nobody among all",
    inAlgoOrders((row) => ({ ...row, algoInstanceId: null }), of(/^GET \/orders$/)),
  ),
] as const;
