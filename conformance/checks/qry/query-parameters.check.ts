/** Query parameters: those that each read takes, and the refusal of any other. */

import { REGISTER } from '../../contract/register.ts';
import { isOk, rows, textAt } from '../../member/exchange/exchange.ts';
import { instanceIdOf } from '../../member/exchange/instance-id.ts';
import { besideServed } from '../../rules/beside-served.ts';
import { check } from '../../runner/check.ts';
import type { Expectation } from '../../runner/expectation.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, unseen } from '../../runner/judgement.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

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

export const singleRowTakesViewAlone = check({
  id: 'qry/single-row-takes-view-alone',
  proves: ['QRY-02'],
  title: 'a single order or execution takes the query parameter view alone',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 1);
    await executionsAtHand(scene, 1);
    for (const [collection, id] of [
      ['/orders', 'orderId'],
      ['/executions', 'executionId'],
    ] as const) {
      const page = await trader.get(collection, { query: { limit: 1 } });
      const row = textAt(page, 'items', 0, id);
      if (row === undefined) continue;
      await trader.get(`${collection}/${row}`, { label: 'bare' });
      await trader.get(`${collection}/${row}`, { query: 'view=latest', label: 'view' });
      for (const query of NOT_OF_A_ROW) await trader.get(`${collection}/${row}`, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    history.labelled('bare').some(isOk)
      ? allOf(each(history, 'view', OK), each(history, 'refused', MALFORMED))
      : inconclusive('no row was at hand'),
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

export const viewsOfTheRegister = check({
  id: 'qry/views-of-the-register',
  proves: ['QRY-04'],
  title: 'view is latest or approved on register reads; any other value is refused 400',
  needs: ['admin'],

  async drive({ admin }) {
    for (const { path, id } of REGISTER) {
      const key = rows(await admin.get(path, { query: { view: 'latest' }, label: 'latest' }))[0]?.[id];
      await admin.get(path, { query: { view: 'approved' }, label: 'approved page' });
      for (const view of OTHERS) await admin.get(path, { query: { view }, label: 'other' });
      if (typeof key !== 'number') continue;
      await admin.get(`${path}/${key}`, { query: { view: 'latest' }, label: 'latest' });
      await admin.get(`${path}/${key}`, { query: { view: 'approved' }, label: 'approved row' });
      for (const view of OTHERS) await admin.get(`${path}/${key}`, { query: { view }, label: 'other' });
    }
  },

  judge: (history) =>
    allOf(
      each(history, 'latest', OK),
      each(history, 'approved page', OK),
      // A row of which nothing is approved yet has no approved view (decision A58).
      history.labelled('approved row').map((e) => expects(e, { status: [200, 404] })),
      each(history, 'other', history.target.strict ? MALFORMED : REFUSED),
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

export const parametersOfAlgos = check({
  id: 'qry/parameters-of-algos',
  proves: ['QRY-07'],
  title: 'algos reads accept view=latest alone and no status filter',
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    const instance = instanceIdOf(rows(await admin.get('/algos/instances'))[0]);
    const below = (path: string) => `/algos/instances/${instance}${path}`;
    // Every instance has its first document (configSeq 1) from the beginning.
    const ofInstance = instance !== undefined ? ['', '/configs', '/configs/1', '/orders'].map(below) : [];
    for (const path of ['/algos/instances', '/algos/versions', ...ofInstance]) {
      await admin.get(path, { query: 'view=latest', label: 'latest' });
      for (const query of NOT_OF_ALGOS) await admin.get(path, { query, label: 'refused' });
    }
  },

  judge: (history) => allOf(each(history, 'latest', OK), each(history, 'refused', REFUSED)),
});
