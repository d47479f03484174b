import { expect, test } from 'vitest';
import { cases, judged, judges, judgesOf } from '../../testing/judges.ts';
import { answer, answersTo, historyOf, type Sample } from '../../testing/sample-history.ts';
import { ordersAreAmongAllOrders } from './instance-reads.check.ts';

const POST = 'POST /algos/instances';
const CONFIGS = 'GET /algos/instances/7/configs';
const post = answersTo(POST);
const created = post(201);
const notThere = (line: string) => answer(line, { status: 404, code: 'NOT_FOUND' });
/** A read of one row, and of a page of rows. */
const row = (line: string, body: object, position?: number) =>
  answer(line, { status: 200, body, ...(position !== undefined && { position }) });
const page = (line: string, ...items: readonly object[]) => row(line, { items });
const statuses = (...of: readonly string[]) => of.map((status) => row('GET /algos/instances/7', { status }));

const ORDERS = 'GET /algos/instances/7/orders';
const ORDER = { orderId: '20', algoInstanceId: 7, userId: 0, qty: '1' };
const LONG_ID = '1795374046831869001';
const ofLongId = page(`GET /algos/instances/${LONG_ID}/orders`, { ...ORDER, algoInstanceId: LONG_ID });

judges(
  'alg/orders-of-an-instance',
  { orders: page(ORDERS, ORDER, { ...ORDER, orderId: '9' }), order: row('GET /orders/20', ORDER) },
  [
    ['an instance whose id is an int64 in text', { orders: ofLongId }, 'pass'],
    ['refused', { orders: notThere(ORDERS) }, 'violated'],
  ],
);

const orderOf = (orderId: string, over: object = {}) => ({ orderId, algoInstanceId: 5, userId: 0, ...over });
const placed = (...items: object[]) => row('GET /algos/instances/5/orders', { items, nextCursor: null }, 9);
const all = (items: object[], position = 9, nextCursor: string | null = null) =>
  row('GET /orders', { items, nextCursor }, position);

judgesOf('alg/orders-are-among-all-orders', (own: Sample, ...pages: Sample[]) => ({ placed: own, all: pages }), [
  ['on a later page', placed(orderOf('7')), all([orderOf('9')], 9, 'c'), all([orderOf('7')]), 'pass'],
  ['beyond what was walked', placed(orderOf('7')), all([orderOf('9')], 9, 'c'), 'pass'],
  ['moved on since', placed(orderOf('7')), all([orderOf('7', { userId: 4 })], 10), 'pass'],
  ['GET /orders served an earlier state', placed(orderOf('7')), all([orderOf('6')], 8), 'inconclusive'],
  ['none placed', placed(), all([]), 'inconclusive'],
]);

test('an equal row at a later position is evidence, one that has moved on is none', () => {
  const judgedOf = (over: object) =>
    judged(ordersAreAmongAllOrders, historyOf({ placed: placed(orderOf('7')), all: all([orderOf('7', over)], 10) }));
  expect(judgedOf({})).not.toHaveProperty('kind');
  expect(judgedOf({ userId: 4 })).toHaveProperty('kind', 'unseen');
});

const movedBy = (lastUpdatedByUserId: number | null, lastCause: unknown, status = 'STARTED') => ({
  ...{ instanceId: 7, status, lastUpdatedByUserId, lastCause },
});
const moved = (...of: Parameters<typeof movedBy>) => row('GET /algos/instances/7', movedBy(...of));
const madeBy = (userId: number | null) => post(201, undefined, { body: movedBy(userId, 'CREATED') });
const conflicting = answer('POST /algos/instances/7/start', { status: 409 });

judges(
  'alg/moved-by-nobody',
  {
    me: row('GET /me', { user: { userId: 11 } }),
    created: madeBy(11),
    'after the verdict': moved(null, 'ENGINE_APPLIED'),
    started: moved(11, 'STARTED'),
  },
  [
    ['moved by its creator', { 'after the verdict': moved(11, 'CREATED') }, ['inconclusive', 'violated']],
    ['created by no user', { created: madeBy(null), 'after the verdict': moved(null, 'CREATED') }, 'pass'],
    ['moved by the engine, and not started', { started: conflicting }, 'pass'],
  ],
);

const started = moved(12, 'STARTED');

judges(
  'alg/stopped-by-the-platform',
  { created, started, stopped: [started, moved(null, 'PLATFORM_STOPPED', 'STOPPED')] },
  [
    ['not stopped', { stopped: started }, 'inconclusive'],
    ['not started', { started: conflicting }, 'inconclusive'],
  ],
);

const OUTCOME = { family: 'algos', instanceId: 7, configSeq: 1 };
const SENT = { algoVersionId: 1, pool: 'pool-a', displayName: 'touchstone-1', document: '{}' };
const made = (status: number, headers: Record<string, string> = {}) =>
  answer(POST, { status, key: 'k', sentBody: SENT, body: { ...SENT, instanceId: 7, configSeq: 1 }, headers });
const promise = answer(POST, { status: 202, key: 'k', body: {}, headers: { Location: '/operations/k' } });
const operation = (outcome: object | null) => row('GET /operations/k', { outcome });

judges(
  'alg/creation-answers-the-row',
  {
    created: made(201),
    record: operation(OUTCOME),
    row: row('GET /algos/instances/7', { ...SENT, instanceId: 7, configSeq: 1 }),
    document: row(`${CONFIGS}/1`, { seq: 1 }),
  },
  [
    ['the row with 200', { created: made(200) }, ['pass', 'violated']],
    ['a promise', { created: promise }, 'pass'],
    ['a promise of nothing', { created: answer(POST, { status: 202, key: 'k', body: {} }) }, 'violated'],
    ['no document to read', { document: notThere(`${CONFIGS}/1`) }, 'violated'],
    ['that never names an instance', { created: promise, record: [], row: [], document: [] }, 'violated'],
  ],
);

judges(
  'alg/slow-creation',
  {
    created: promise,
    'in progress': operation({ family: 'algos', instanceId: null, configSeq: null }),
    record: operation(OUTCOME),
    row: row('GET /algos/instances/7', {}),
  },
  [
    ['kept, without an outcome while it is pending', { 'in progress': row('GET /operations/k', {}) }, 'pass'],
    ['kept, with a null outcome while it is pending', { 'in progress': operation(null) }, 'pass'],
    ['of an instance that is not there', { row: notThere('GET /algos/instances/7') }, 'violated'],
    ['answered in time', { created }, 'inconclusive'],
  ],
);

const arm = (name: string, status = 200, body: object = { instanceId: 7, status: name }) =>
  answer(`POST /algos/instances/7/${name}`, { status, body });

judges('alg/arms-answer-the-row', { created, start: arm('start'), stop: arm('stop'), delete: arm('delete') }, [
  ['answers the row under another name of its id', { stop: arm('stop', 200, { algoInstanceId: 7 }) }, 'pass'],
  ['answers a promise', { start: arm('start', 202, {}) }, 'inconclusive'],
]);

const stop = answersTo('POST /algos/instances/7/stop');
const conditional = stop(400, 'INVALID_IF_MATCH');
const inStatus = (status: string, lastCause = 'X') =>
  row('GET /algos/instances/7', { instanceId: 7, status, lastCause });

judges(
  'alg/arms-take-no-if-match',
  { created, conditional: [conditional, conditional], row: inStatus('STOPPED'), unconditional: stop(200) },
  [
    ['refused, and the instance deleted', { row: inStatus('DELETED') }, 'violated'],
    ['refused, the key spent', { unconditional: stop(200, undefined, { replay: true }) }, 'violated'],
    ['refused, and so is none', { unconditional: conditional }, 'violated'],
    ['refused, the arm not admitted', { unconditional: stop(409, 'NOT_STARTED') }, ['pass', 'violated']],
  ],
);

const below = (...configs: readonly object[]) => [page(CONFIGS, ...configs), row(`${CONFIGS}/1`, {}), page(ORDERS)];
const final = answer('POST /algos/instances/7/start', { status: 409, code: 'TRANSITION_NOT_ADMITTED', position: 9 });
const numbered = (instanceId: number) => post(201, undefined, { body: { instanceId } });
const deleted = inStatus('DELETED', 'DELETED');

judges(
  'alg/deleted-instance-stays-readable',
  {
    created: numbered(7),
    deleted: arm('delete', 200, { instanceId: 7, status: 'DELETED' }),
    row: [deleted, deleted],
    below: below({ seq: 1 }),
    list: page('GET /algos/instances', { instanceId: 6 }, { instanceId: 7 }),
    moved: [final, final, final],
    another: numbered(8),
    'one more': numbered(9),
  },
  [
    ['it has no documents', { below: below() }, 'violated'],
    ['a move is refused with another code', { moved: arm('start', 422) }, ['pass', 'violated']],
    ['it is started', { moved: arm('start') }, 'violated'],
  ],
);

const halt = (count: unknown) => answer('POST /algos/halt', { status: 200, body: { count } });
const running = answer('POST /algos/instances/7/start', { status: 200, body: { status: 'STARTED' } });

judges(
  'alg/halt-stops-every-instance',
  {
    created,
    'created too': created,
    started: [running, running],
    list: page('GET /algos/instances', ...['STARTED', 'STOPPED', 'STARTED', 'STARTED'].map((status) => ({ status }))),
    halt: halt(3),
    halted: statuses('STOPPED', 'STOPPED'),
    'halt again': halt(0),
  },
  [
    ['it stops all, with another status name', { halted: statuses('HALTED', 'HALTED') }, ['pass', 'violated']],
    ['it stops all, and counts less', { halt: halt(2) }, ['pass', 'violated']],
    ['it stops all, and the count is a string', { halt: halt('3') }, 'pass'],
    ['no instance was started', { started: conflicting }, 'inconclusive'],
  ],
);

const unheld = notThere('GET /algos/instances/4');
const instances = page('GET /algos/instances', { instanceId: 1 }, { instanceId: 4 });

cases([
  ['alg/instance-of-another-organisation', 'it is listed', { asked: [unheld, unheld], list: instances }, 'violated'],
]);
