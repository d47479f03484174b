/** Query parameters: those that each read takes, and the refusal of any other. */

import { REGISTER } from '../../contract/register.ts';
import { isOk, rows, textAt } from '../../member/exchange/exchange.ts';
import { besideServed } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import type { Expectation } from '../../runner/expectation.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, eachShown, type Judgement, notExercised, unseen } from '../../runner/judgement.ts';
import { pathsFor, rowsOf } from '../../scenes/collection-cases.ts';

const OK = { status: 200 } as const;

const REFUSED = { status: 400 } as const;

const MALFORMED = { status: 400, code: 'MALFORMED_REQUEST' } as const;

/** Each answer of this label is as expected. */
function each(history: History, label: string, expected: Expectation): Judgement {
  return eachOf(history.labelled(label), (e) => expects(e, expected));
}

/** Names are matched as they are written: `Limit` is not `limit` (decision A17). */
const UNKNOWN = ['nonsense=1', 'Limit=1', 'orderBy=price', 'limit=1&nonsense=1'];

export const unknownParameterIsRefused = check({
  id: 'qry/unknown-parameter-is-refused',
  proves: ['QRY-01'],
  title: 'a query parameter that a collection does not take is refused 400 MALFORMED_REQUEST',
  needs: ['trader'],

  async drive({ trader }) {
    for (const path of ['/orders', '/executions']) {
      for (const query of UNKNOWN) await trader.get(path, { query, label: 'refused' });
      await trader.get(path, { query: { limit: 1 }, label: 'plain' });
    }
  },

  judge: (history) =>
    besideServed(each(history, 'refused', MALFORMED), history.labelled('plain'), 'a page without such a parameter'),
});

const NOT_OF_A_ROW = ['limit=1', 'include=total', 'cursor=made-up', 'nonsense=1', 'view=latest&limit=1'];

const OF_ROWS = [
  { collection: '/orders', id: 'orderId' },
  { collection: '/executions', id: 'executionId' },
].flatMap((of) => NOT_OF_A_ROW.map((query) => ({ of, query, name: `${of.collection}/{id}?${query}` })));

export const singleRowTakesViewAlone = check({
  id: 'qry/single-row-takes-view-alone',
  proves: ['QRY-02'],
  title: 'a single order or execution takes the query parameter view alone',
  needs: ['trader', 'account', 'instrument', 'writes'],

  cases: { of: 'query parameters', names: () => OF_ROWS.map(({ name }) => name) },

  async drive(scene) {
    const { trader, takes } = scene;
    const taken = OF_ROWS.filter(({ name }) => takes(name));
    for (const [{ collection, id }, queries] of Map.groupBy(taken, ({ of }) => of)) {
      await rowsOf(scene, collection, 1);
      const page = await trader.get(collection, { query: { limit: 1 } });
      const row = textAt(page, 'items', 0, id);
      if (row === undefined) continue;
      await trader.get(`${collection}/${row}`, { label: 'bare' });
      await trader.get(`${collection}/${row}`, { query: 'view=latest', label: 'view' });
      for (const { query } of queries) await trader.get(`${collection}/${row}`, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    history.labelled('bare').some(isOk)
      ? allOf(each(history, 'view', OK), each(history, 'refused', MALFORMED))
      : notExercised('no row was at hand'),
});

const ANY = ['view=latest', 'limit=1', 'include=total', 'nonsense=1'];

export const noParameterOnMeAndOperations = check({
  id: 'qry/no-parameter-on-me-and-operations',
  proves: ['QRY-03'],
  title: 'GET /me and GET /operations/{key} take no query parameter',
  needs: ['trader'],

  async drive({ trader, freshKey }) {
    for (const query of ANY) await trader.get('/me', { query, label: 'me' });
    await trader.get('/me', { label: 'plain' });
    const newest = await trader.get('/orders', { query: { limit: 1 } });
    const key = encodeURIComponent(textAt(newest, 'items', 0, 'clientOrderId') ?? freshKey());
    await trader.get(`/operations/${key}`, { label: 'bare' });
    for (const query of ANY) await trader.get(`/operations/${key}`, { query, label: 'operation' });
  },

  // A member may look up a key before it reads the query; the sandbox's reads the query first.
  judge(history) {
    const isKnown = isOk(history.one('bare')) || history.target.strict;
    const ofMe = besideServed(each(history, 'me', MALFORMED), history.labelled('plain'), 'GET /me without a parameter');
    return allOf(ofMe, isKnown ? each(history, 'operation', MALFORMED) : unseen);
  },
});

/** Values are matched as they are written: none of these is one of the two. */
const OTHERS = ['pending', 'Latest', 'approved,latest', 'all'];

/** Each page and each row of the register with each of them; a page is read with fewer requests. */
const VIEWED = [false, true].flatMap((isRow) =>
  REGISTER.map(({ path, id }) => ({ path, id, isRow })).flatMap((read) =>
    OTHERS.map((view) => ({ read, view, name: `${read.path}${isRow ? '/{id}' : ''}?view=${view}` })),
  ),
);

export const viewsOfTheRegister = check({
  id: 'qry/views-of-the-register',
  proves: ['QRY-04'],
  title: 'view is latest or approved on register reads; any other value is refused 400',
  needs: ['admin'],

  cases: { of: 'views of reads', names: () => VIEWED.map(({ name }) => name) },

  async drive({ admin, takes }) {
    const taken = VIEWED.filter(({ name }) => takes(name));
    for (const [{ path, id, isRow }, views] of Map.groupBy(taken, ({ read }) => read)) {
      const first = await admin.get(path, { query: { view: 'latest', ...(isRow && { limit: 1 }) }, label: 'latest' });
      const key = rows(first)[0]?.[id];
      if (isRow && typeof key !== 'number') continue;
      const read = isRow ? `${path}/${key}` : path;
      if (isRow) await admin.get(read, { query: { view: 'latest' }, label: 'latest' });
      await admin.get(read, { query: { view: 'approved' }, label: isRow ? 'approved row' : 'approved page' });
      for (const { view } of views) await admin.get(read, { query: { view }, label: 'other' });
    }
  },

  judge: (history) =>
    allOf(
      each(history, 'latest', OK),
      history.labelled('approved page').map((e) => expects(e, OK)),
      // A row of which nothing is approved yet has no approved view (decision A58).
      history.labelled('approved row').map((e) => expects(e, { status: [200, 404] })),
      eachShown(
        history.labelled('other'),
        (e) => expects(e, history.target.strict ? MALFORMED : REFUSED),
        'no row was at hand',
      ),
    ),
});

export const approvedViewIsRefused = check({
  id: 'qry/approved-view-is-refused',
  proves: ['QRY-05'],
  title: 'orders and executions refuse view=approved with 400, as pages and as rows',
  needs: ['trader'],

  async drive({ trader }) {
    const approved = { query: { view: 'approved' }, label: 'approved' };
    for (const [collection, id] of [
      ['/orders', 'orderId'],
      ['/executions', 'executionId'],
    ] as const) {
      await trader.get(collection, approved);
      const row = textAt(await trader.get(collection, { query: { limit: 1 } }), 'items', 0, id);
      if (row !== undefined) await trader.get(`${collection}/${row}`, approved);
    }
  },

  judge: (history) =>
    besideServed(
      each(history, 'approved', REFUSED),
      history.exchanges.filter(({ label }) => label !== 'approved'),
      'a page of another view',
    ),
});

export const parametersOfBalances = check({
  id: 'qry/parameters-of-balances',
  proves: ['QRY-06'],
  title: 'account-balances accepts view=latest and refuses view=approved and status with 400',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    await admin.get('/account-balances', { query: 'view=latest', label: 'latest' });
    for (const query of ['view=approved', 'view=all', 'status=ACTIVE', 'view=latest&status=ACTIVE'])
      await admin.get('/account-balances', { query, label: 'refused' });
  },

  judge: (history) => allOf(expects(history.one('latest'), OK), each(history, 'refused', REFUSED)),
});

const NOT_OF_ALGOS = ['view=approved', 'view=all', 'status=STARTED'];

/** Every instance has its first document (configSeq 1) from the beginning. */
const OF_ALGOS = ['', '/{id}', '/{id}/configs', '/{id}/configs/1', '/{id}/orders']
  .map((below) => `/algos/instances${below}`)
  .concat('/algos/versions')
  .flatMap((route) => NOT_OF_ALGOS.map((query) => ({ route, query, name: `${route}?${query}` })));

export const parametersOfAlgos = check({
  id: 'qry/parameters-of-algos',
  proves: ['QRY-07'],
  title: 'algos reads accept view=latest alone and no status filter',
  needs: ['admin', 'algos'],

  cases: { of: 'query parameters', names: () => OF_ALGOS.map(({ name }) => name) },

  async drive({ admin, takes }) {
    const pathTo = pathsFor(admin);
    const taken = OF_ALGOS.filter(({ name }) => takes(name));
    for (const [route, queries] of Map.groupBy(taken, (one) => one.route)) {
      const path = await pathTo(route);
      if (path === undefined) continue;
      await admin.get(path, { query: 'view=latest', label: 'latest' });
      for (const { query } of queries) await admin.get(path, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    allOf(
      history.labelled('latest').map((e) => expects(e, OK)),
      eachShown(history.labelled('refused'), (e) => expects(e, REFUSED), 'no algo instance is there'),
    ),
});
