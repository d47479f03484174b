/**
 * What a member of an older contract answers: no route that came later, shorter refusals, whole collections, no later property.
 */

import { pathOf, REST_ROUTES } from '../../contract/routes.ts';
import { isAtLeast } from '../../contract/versions.ts';
import {
  at,
  type Exchange,
  errorCode,
  isOk,
  json,
  requestId,
  rows,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';

/** No organisation has these rows. */
const UNHELD = { id: 1, seq: 1 };

function isPlain404(e: Exchange): Judgement {
  const isPlain = status(e) === 404 && errorCode(e) === undefined;
  return isPlain ? pass : violated('404, plain and without envelope: the route is newer than the member', e);
}

export const olderThanTheRoute = check({
  id: 'ver/older-than-the-route',
  proves: ['VER-02'],
  title: 'a member older than a route answers 404 there, plain and without envelope before 0.12.0',
  needs: ['trader'],
  until: '0.14.0',
  deploys: [{ rest: '0.13.0' }, { rest: '0.12.0' }, { rest: '0.11.4' }, { rest: '0.10.0' }, { rest: '0.2.1' }],

  async drive({ trader, target, freshKey }) {
    for (const route of REST_ROUTES.filter(({ since }) => !isAtLeast(target.rest, since))) {
      const path = pathOf(route, { ...UNHELD, key: freshKey() });
      // A member that has the route refuses this request, so no row is created.
      const write =
        route.kind === 'write' ? { key: freshKey(), body: {} } : route.kind === 'ticket' ? { body: {} } : {};
      await trader.request({ method: route.method, path, label: 'newer', ...write });
    }
  },

  judge: (history) =>
    eachOf(history.labelled('newer'), (e) =>
      history.since('0.12.0') ? expects(e, { status: 404, code: 'ROUTE_NOT_FOUND' }) : isPlain404(e),
    ),
});

/** Members of a refusal that are optional before 0.12.0, and the type of each where it is present. */
const NOT_OWED = { requestId: 'string', retryable: 'boolean', message: 'string' } as const;

function readsAsARefusal(e: Exchange): Judgement {
  const code = status(e) ?? 0;
  if (code < 400 || code >= 500) return violated('a refusal of the request: 4xx', e);
  if (!errorCode(e)) return violated('a refusal that names its code, though it may lack requestId and retryable', e);
  const odd = Object.entries(NOT_OWED).find(
    ([name, type]) => ![type, 'undefined'].includes(typeof at(e, 'error', name)),
  );
  return odd === undefined ? pass : violated(`error.${odd[0]}, where it is there, a ${odd[1]}`, e);
}

/** The sandbox's own older members leave out what came with 0.12.0. */
function saysNoMore({ target }: History, e: Exchange): Judgement {
  if (!target.strict) return unseen;
  const early = (['requestId', 'retryable'] as const).find((name) => at(e, 'error', name) !== undefined);
  if (early !== undefined) return violated(`a refusal without error.${early}, which came with 0.12.0`, e);
  return requestId(e) === undefined ? pass : violated('no X-Request-Id, which came with 0.12.0', e);
}

export const olderRefusalsMaySayLess = check({
  id: 'ver/older-refusals-may-say-less',
  proves: ['VER-08'],
  title: 'before 0.12.0 a refusal names its code, may lack requestId and retryable, and owes no X-Request-Id',
  needs: ['trader'],
  until: '0.12.0',
  deploys: [{ rest: '0.11.4' }, { rest: '0.1.0' }],

  async drive({ trader, anonymous, freshKey }) {
    const label = 'refused';
    await trader.get(`/operations/${freshKey()}`, { label });
    await trader.get('/orders/1', { label });
    await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey(), label });
    await anonymous.get('/me', { label });
  },

  judge: (history) => eachOf(history.labelled('refused'), (e) => allOf(readsAsARefusal(e), saysNoMore(history, e))),
});

/** Members of a page, which came with 0.13.0. */
const MEMBERS = ['nextCursor', 'prevCursor', 'total', 'asOfSeqTsNs'] as const;

function isWhole(page: Exchange, placed: readonly Exchange[]): Judgement {
  if (!isOk(page)) return expects(page, { status: 200 }, 'limit is no parameter before 0.13.0, and not refused');
  const ids = new Set(rows(page).map((row) => row['orderId']));
  if (!placed.every((order) => ids.has(textAt(order, 'orderId')))) {
    return violated('the whole collection: nothing is paged before 0.13.0', placed, page);
  }
  const early = MEMBERS.find((name) => at(page, name) !== undefined);
  return early === undefined ? pass : violated(`a collection without ${early}, which came with 0.13.0`, page);
}

export const olderCollectionsAreWhole = check({
  id: 'ver/older-collections-are-whole',
  proves: ['VER-07'],
  title: 'before 0.13.0 a collection is not paged and unknown query parameters are not refused',
  needs: ['trader', 'account', 'instrument', 'writes'],
  until: '0.13.0',
  deploys: [{ rest: '0.12.0' }, { rest: '0.11.4' }, { rest: '0.1.0' }],

  async drive({ trader, order }) {
    const placed = await trader.submit(order(), { label: 'placed' });
    await trader.submit(order(), { label: 'placed' });
    await trader.get('/orders', { query: { limit: '1' }, label: 'limited' });
    const unknown = { label: 'unknown parameter', query: { 'no-such-parameter': 'x' } };
    await trader.get('/orders', unknown);
    await trader.get('/orders', { ...unknown, query: { cursor: 'made-up' } });
    await trader.get('/users', unknown);
    await trader.get('/me', unknown);
    const orderId = textAt(placed, 'orderId');
    if (orderId !== undefined) await trader.get(`/orders/${orderId}`, unknown);
  },

  judge(history) {
    const placed = history.labelled('placed');
    if (!placed.every(isOk)) return inconclusive('the orders were not accepted');
    return allOf(
      isWhole(history.one('limited'), placed),
      eachOf(history.labelled('unknown parameter'), (e) =>
        expects(e, { status: 200 }, 'unknown query parameters are not refused before 0.13.0'),
      ),
    );
  },
});

type Row = Readonly<Record<string, unknown>>;

function namesNoInstance(rowsRead: readonly Row[], e: Exchange): Judgement {
  return eachOf(rowsRead, (row) =>
    'algoInstanceId' in row ? violated('an order row without algoInstanceId, which came with 0.6.0', e) : pass,
  );
}

export const olderOrdersNameNoInstance = check({
  id: 'ver/older-orders-name-no-instance',
  proves: ['VER-06'],
  title: 'algoInstanceId is absent from order reads before 0.6.0',
  needs: ['trader', 'account', 'instrument', 'writes'],
  until: '0.6.0',
  deploys: [{ rest: '0.5.1' }, { rest: '0.1.0' }],

  async drive({ trader, order }) {
    const placed = await trader.submit(order(), { label: 'placed' });
    const orderId = textAt(placed, 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { label: 'row' });
    await trader.get('/orders', { label: 'page' });
  },

  judge(history) {
    const [row, page] = [history.maybe('row'), history.maybe('page')];
    if (row === undefined || page === undefined) return inconclusive('the order was not accepted');
    if (!isOk(row) || !isOk(page)) return inconclusive('the order could not be read');
    return allOf(namesNoInstance([json(row) as Row], row), namesNoInstance(rows(page), page));
  },
});

export const olderOrdersTakeNoAlias = check({
  id: 'ver/older-orders-take-no-alias',
  proves: ['VER-09'],
  title: 'before 0.5.0 POST /orders takes no account alias: an order that names its account so alone is refused',
  needs: ['trader', 'account', 'instrument', 'writes'],
  until: '0.5.0',
  deploys: [{ rest: '0.4.3' }, { rest: '0.1.0' }],

  async drive({ trader, order, fixtures: { account } }) {
    await trader.submit(order({ accountId: undefined, account: account.name }), { label: 'by its name' });
  },

  judge: (history) =>
    expects(
      history.one('by its name'),
      history.target.strict ? { status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } : { status: '4xx' },
      'no account is named that a member before 0.5.0 knows',
    ),
});

export const olderMembersServeNoBalances = check({
  id: 'ver/older-members-serve-no-balances',
  proves: ['VER-10'],
  title: 'before 0.3.0 GET /account-balances is not there: 404, whatever is asked of it',
  needs: ['trader'],
  until: '0.3.0',
  deploys: [{ rest: '0.2.1' }, { rest: '0.1.0' }],

  async drive({ trader }) {
    await trader.get('/account-balances', { label: 'asked' });
    await trader.get('/account-balances', { query: { accountId: '1' }, label: 'asked' });
  },

  judge: (history) =>
    eachOf(history.labelled('asked'), (e) =>
      status(e) === 404 ? pass : violated('404: the route came with 0.3.0', e),
    ),
});
