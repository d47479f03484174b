import { answer } from '../../testing/sample-history.ts';
import { cases, orderRow, page, pageOf, pagesOf, SINGLE, submitted, wrote } from '../../testing/sample-story.ts';

const [a, b, c] = [orderRow(1, 'a'), orderRow(2, 'b'), orderRow(3, 'c')];
const portfolios = pagesOf('/portfolios', 'portfolioId');
const instances = pagesOf('/algos/instances', 'instanceId');
const documents = pagesOf('/algos/instances/3/configs', 'seq');
const users = pagesOf('/users', 'userId');
const balances = (...keys: [number, number][]) =>
  pageOf(
    '/account-balances',
    9,
    keys.map(([accountId, assetId]) => ({ accountId, assetId })),
  );

// biome-ignore format: an aligned table
cases('T24', [
  ['pass',     'orders descend',                                        [page('', 9, [c, b, a])]],
  ['violated', 'orders ascend',                                         [page('', 9, [a, b])]],
  ['violated', 'one order twice',                                       [page('', 9, [b, b])]],
  ['violated', 'orders of an instance ascend',                          [pageOf('/algos/instances/3/orders', 9, [a, b])]],
  ['pass',     'rows of the register ascend',                           [portfolios('', [1, 2, 10])]],
  ['pass',     'a page continues the one before',                       [portfolios('?limit=1', [1], { next: 'n' }), portfolios('?cursor=n', [2])]],
  ['violated', 'a page begins with the row before it',                  [portfolios('?limit=1', [1], { next: 'n' }), portfolios('?cursor=n', [1])]],
  ['pass',     'the previous page ends before this one',                [portfolios('?limit=1', [2], { previous: 'p' }), portfolios('?cursor=p', [1])]],
  ['violated', 'the previous page ends with the first row of this one', [portfolios('?limit=1', [2], { previous: 'p' }), portfolios('?cursor=p', [1, 2])]],
  ['pass',     'balances by account and asset',                         [balances([1, 2], [1, 10], [2, 1])]],
  ['violated', 'balances by asset',                                     [balances([1, 1], [2, 1], [1, 2])]],
  ['pass',     'instances ascend',                                      [instances('', [1, 2, 3])]],
  ['violated', 'instances both ways',                                   [instances('', [1, 2]), instances('', [2, 1])]],
  ['pass',     'documents in their own order',                          [documents('', [1, 2])]],
  ['pass',     'as many as the limit',                                  [page('?limit=2', 9, [b, a])]],
  ['violated', 'more than the limit',                                   [page('?limit=1', 9, [b, a])]],
  ['violated', 'more than the largest limit',                           [portfolios('?limit=1000', Array.from({ length: 101 }, (_, i) => i + 1))]],
]);

// biome-ignore format: an aligned table
cases('T24', [
  ['violated', 'instances', instances('', [2, 1])],
  ['violated', 'documents', documents('', [2, 1])],
], { about: 'a deployed member may reverse them, the sandbox does not', isOfSandbox: true, target: SINGLE });

const [first, second] = [orderRow(2, 'a'), orderRow(4, 'b')];
const made = [submitted('a', 2), submitted('b', 4)];
const full = page('?limit=1', 4, [second], { next: 'n' });
const newer = page('?limit=5&cursor=p', 6, [second]);
const next = (position: number, items: readonly object[], over = {}) =>
  page('?limit=1&cursor=n', position, items, over);

// biome-ignore format: an aligned table
cases('T25', [
  ['pass',     'holds every order',                                   [page('', 4, [second, first])]],
  ['violated', 'lacks the newest',                                    [page('', 4, [first])]],
  ['pass',     'lacks one that came later',                           [page('', 3, [first])]],
  ['pass',     'is full',                                             [full]],
  ['violated', 'is full and holds the wrong order',                   [page('?limit=1', 4, [first], { next: 'n' })]],
  ['pass',     'continues the walk',                                  [full, next(4, [first])]],
  ['violated', 'skips one',                                           [full, next(4, [])]],
  ['pass',     'continues while orders are created',                  [full, submitted('c', 6), next(6, [first])]],
  ['pass',     'goes back',                                           [full, next(4, [first], { previous: 'p' }), page('?limit=1&cursor=p', 4, [second])]],
  ['violated', 'goes back and lacks a new order',                     [full, next(4, [first], { previous: 'p' }), submitted('c', 6), newer]],
  ['pass',     'has a cursor that no page issued: nothing is judged', [page('?limit=1&cursor=x', 4, [])]],
  ['pass',     'belongs to the other organisation and lacks it',      [page('', 4, [], { actor: 'outsider' })]],
], { before: made, about: 'a page of orders that' });

const created = [5, 9].map((portfolioId, i) => wrote('POST /portfolios', i + 2, { portfolioId }));

// biome-ignore format: an aligned table
cases('T25', [
  ['pass',     'holds every row',                  portfolios('', [5, 9])],
  ['violated', 'lacks one before its last',        portfolios('?limit=1', [9], { next: 'n' })],
  ['pass',     'is full',                          portfolios('?limit=1', [5], { next: 'n' })],
  ['violated', 'skips one that was renamed since', [portfolios('?limit=1', [3], { next: 'n' }), portfolios('?limit=1&cursor=n', [9], { next: 'm' })]],
], { about: 'a page of the register that', before: created });

// biome-ignore format: an aligned table
cases('T25', [
  ['violated', 'that lacks an approved one', [2, 3].map((at) => portfolios('?view=approved', at === 2 ? [5] : [], {}, at))],
], { about: 'only the sandbox says from which position a row is approved: a page of approved rows', isOfSandbox: true });

const user = (userId: number, status: string) => ({ userId, status });
const all = (position: number, status: string) => pageOf('/users', position, [user(1, 'ACTIVE'), user(2, status)]);
const active = (position: number, ...users: object[]) => pageOf('/users?status=ACTIVE', position, users);

// biome-ignore format: an aligned table
cases('T25', [
  ['pass',     'holds a row that matches',                               [all(3, 'ACTIVE'), active(3, user(1, 'ACTIVE'), user(2, 'ACTIVE'))]],
  ['violated', 'lacks a row that matches',                               [all(3, 'ACTIVE'), active(3, user(1, 'ACTIVE'))]],
  ['pass',     'lacks a row that does not match',                        [all(3, 'DISABLED'), active(3, user(1, 'ACTIVE'))]],
  ['violated', 'lacks a row that matched before and after',              [all(3, 'ACTIVE'), active(4, user(1, 'ACTIVE')), all(5, 'ACTIVE')]],
  ['pass',     'lacks a row that may no longer match',                   [all(3, 'ACTIVE'), active(4, user(1, 'ACTIVE')), all(5, 'DISABLED')]],
  ['pass',     'lacks a row that may not match yet',                     [all(3, 'DISABLED'), active(4, user(1, 'ACTIVE')), all(5, 'ACTIVE')]],
  ['violated', 'holds a row that does not match',                        [active(3, user(1, 'ACTIVE'), user(2, 'DISABLED'))]],
  ['violated', 'filters by account and holds a row of another one',      [pageOf('/account-balances?accountId=1', 3, [{ accountId: 2, assetId: 1 }])]],
  ['violated', 'filters by instance and holds the order of another one', [pageOf('/algos/instances/3/orders', 3, [orderRow(2, 'a', { algoInstanceId: 4 })])]],
], { about: 'a page of a filter that' });

const staged = [1, 2].map((seq) => wrote('PUT /algos/instances/3/config', seq + 1, { seq }));

// biome-ignore format: an aligned table
cases('T25', [
  ['pass',     'holds all',                            documents('', [2, 1], {}, 3)],
  ['violated', 'lacks one',                            documents('', [2], {}, 3)],
  ['pass',     'lacks one that came while it went on', documents('', [1], {}, 2)],
  ['pass',     'is not complete',                      documents('?limit=1', [2], { next: 'n' }, 3)],
  ['pass',     'holds rows of another instance',       pageOf('/algos/instances/4/configs', 3, [])],
], { about: 'a whole walk over rows without a known order that', before: staged });

const byBoth = (path: string, row: object) => [pageOf(path, 2, [row]), pageOf(path, 2, [row], { actor: 'outsider' })];

// biome-ignore format: an aligned table
cases('T25', [
  ['violated', 'a row of two organisations',                                byBoth('/portfolios', { portfolioId: 5 })],
  ['pass',     'a version of the catalogue, which all organisations share', byBoth('/algos/versions', { pool: 'a', algoVersionId: 1 })],
]);

const versions = (query: string, position: number, ids: readonly number[], over = {}) =>
  pageOf(
    `/algos/versions${query}`,
    position,
    ids.map((algoVersionId) => ({ pool: 'a', algoVersionId })),
    over,
  );
const head = versions('?limit=1', 5, [1], { next: 'n1' });
const tail = (position: number, ids: readonly number[], over = {}) =>
  versions('?limit=1&cursor=n1', position, ids, over);
/** Three pages of a row each, by names that the interface does not show. */
const unnamed = [undefined, 'n1', 'n2'].map((cursor, i) =>
  pageOf(`/algos/versions?limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`, 5, [{ engine: 'a', id: i }], {
    ...(i < 2 && { next: `n${i + 1}` }),
  }),
);
const empty = (from: number) => versions(`?limit=1&cursor=n${from}`, 5, [], { next: `n${from + 1}` });

// biome-ignore format: an aligned table
cases('T26', [
  ['pass',     'each row once',                                         [head, tail(5, [2])]],
  ['violated', 'a row twice on one page',                               [versions('', 5, [1, 1])]],
  ['pass',     'a row again on the way back',                           [head, tail(5, [2], { previous: 'p' }), versions('?cursor=p', 5, [1])]],
  ['pass',     'a page read again',                                     [head, tail(5, [2]), tail(5, [2])]],
  ['violated', 'a page read again, with a row of its own walk',         [head, tail(5, [2]), tail(5, [2], { next: 'n2' }), versions('?cursor=n2', 5, [2])]],
  ['pass',     'continues with later positions',                        [head, tail(6, [2])], SINGLE],
  ['violated', 'continues with an earlier position',                    [head, tail(4, [2])], SINGLE],
  ['pass',     'continues with an earlier position, at another member', [head, tail(4, [2])]],
  ['pass',     'ends with one empty page',                              [head, tail(5, [])]],
  ['violated', 'continues without new rows',                            [head, empty(1), empty(2)]],
  ['pass',     'rows without a key that can be read',                   unnamed],
  ['pass',     'continues while rows may be created',                   [head, submitted('a', 5), empty(1), empty(2)]],
]);

const whole = users('', [1, 2, 3]);
const [front, back] = [users('?limit=2', [1, 2], { next: 'n' }), users('?limit=2&cursor=n', [3], { previous: 'p' })];

// biome-ignore format: an aligned table
cases('T27', [
  ['pass',     'a walk and the whole',              [whole, front, back]],
  ['violated', 'a walk that lacks one',             [whole, users('?limit=1', [1], { next: 'n' }), users('?limit=1&cursor=n', [3])]],
  ['violated', 'a walk in another order',           [whole, users('?limit=2', [2, 1], { next: 'n' })]],
  ['violated', 'a walk with one more',              [whole, users('?limit=4', [1, 2, 3, 4])]],
  ['violated', 'a walk that ends too soon',         [whole, users('?limit=2', [1, 2])]],
  ['pass',     'a walk at another position',        [whole, users('?limit=2', [2], {}, 6)]],
  ['pass',     'a walk of another filter',          [whole, users('?status=ACTIVE&limit=2', [2])]],
  ['violated', 'two walks by different limits',     [front, back, users('?limit=1', [1], { next: 'm' }), users('?limit=1&cursor=m', [3])]],
  ['pass',     'the way back',                      [whole, front, back, users('?limit=2&cursor=p', [1, 2])]],
  ['pass',     'the way back by one',               [whole, front, back, users('?limit=1&cursor=p', [2], { previous: 'o' })]],
  ['violated', 'the way back skips one',            [whole, front, back, users('?limit=1&cursor=p', [1])]],
  ['violated', 'the way back ends too soon',        [whole, front, back, users('?limit=1&cursor=p', [2])]],
  ['pass',     'an empty page behind the last row', [whole, users('?limit=3', [1, 2, 3], { next: 'n' }), users('?limit=3&cursor=n', [])]],
  ['pass',     'a cursor that no page issued',      [whole, users('?cursor=x', [9])]],
]);

const given = users('?limit=1', [1], { next: 'n' });
const givenLatest = users('?limit=1&view=latest', [1], { next: 'n' });
const givenOrgs = pageOf('/orgs?limit=1', 5, [{ orgId: 1 }], { next: 'n' });
const givenOrders = pageOf('/orders?limit=1', 5, [{ orderId: '1' }], { next: 'n' });
const OURS = { strict: true, singleMember: true };
const served = (path: string, over = {}) => pageOf(path, 5, [], over);
const refused = (path: string, code = 'INVALID_CURSOR', status = 400) => answer(`GET ${path}`, { status, code });
const outsider = { actor: 'outsider' };

// biome-ignore format: an aligned table
cases('T28', [
  ['pass',     'its own read',                                     [given, served('/users?limit=3&cursor=n&include=total')], SINGLE],
  ['pass',     'its own view by name',                             [given, served('/users?cursor=n&view=latest')], SINGLE],
  ['pass',     'another collection, refused',                      [given, refused('/portfolios?cursor=n')], SINGLE],
  ['violated', 'another filter',                                   [given, served('/users?cursor=n&status=ACTIVE')]],
  ['violated', 'another view',                                     [givenLatest, served('/users?cursor=n&view=approved')]],
  ['violated', 'another view than the default one of the sandbox', [given, served('/users?cursor=n&view=approved')], OURS],
  ['pass',     'another view than an unknown default',             [given, served('/users?cursor=n&view=approved')]],
  ['pass',     'a default view that may be another',               [given, refused('/users?cursor=n&view=latest')], SINGLE],
  ['violated', 'a default view, and another filter',               [given, served('/users?cursor=n&view=approved&status=X')]],
  ['violated', 'the default view of a collection with one view',   [givenOrders, served('/orders?cursor=n&view=approved')]],
  ['violated', 'another organisation',                             [given, served('/users?cursor=n', outsider)]],
  ['violated', 'another collection, refused with another code',    [given, refused('/portfolios?cursor=n', 'MALFORMED_REQUEST')]],
  ['violated', 'another instance',                                 [documents('?limit=1', [1], { next: 'n' }), served('/algos/instances/2/configs?cursor=n')]],
  ['violated', 'its own read, refused',                            [given, refused('/users?cursor=n')], SINGLE],
  ['pass',     'its own read, refused by another member',          [given, refused('/users?cursor=n')]],
  ['pass',     'one text that two reads issued',                   [given, givenOrgs, served('/orgs?cursor=n')], SINGLE],
  ['pass',     'made up, refused',                                 [refused('/users?cursor=x')], SINGLE],
  ['pass',     'made up, and a page',                              [served('/users?cursor=x')], SINGLE],
  ['violated', 'made up, and a failure',                           [refused('/users?cursor=x', 'INTERNAL_ERROR', 500)], SINGLE],
  ['pass',     'another collection, at a busy member',             [given, refused('/portfolios?cursor=n', 'NOT_PRIMED', 503)], SINGLE],
]);

const counted = (ids: readonly number[], over: object, more = '', position = 9) =>
  users(`?limit=1&include=total${more}`, ids, over, position);

// biome-ignore format: an aligned table
cases('T29', [
  ['pass',     'as many as the whole',           [whole, counted([1], { total: 3, next: 'n' })]],
  ['pass',     'another position',               [whole, counted([1], { total: 4, next: 'n' }, '', 6)]],
  ['pass',     'another filter',                 [whole, users('?status=ACTIVE&include=total&limit=1', [1], { total: 1, next: 'n' })]],
  ['pass',     'a total that was not requested', [whole, users('?limit=1', [1], { next: 'n' })]],
  ['violated', 'fewer than the page',            [users('?limit=2&include=total', [1, 2], { total: 1, next: 'n' })]],
  ['violated', 'two at one position',            [counted([1], { total: 3, next: 'n' }), counted([2], { total: 2, next: 'm' }, '&cursor=n')]],
  ['violated', 'of the whole itself',            [users('?include=total', [1, 2], { total: 3 })]],
]);
