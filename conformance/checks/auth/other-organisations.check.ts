/** Rows of another organisation: no read, write, list or cursor shows that they exist. */

import { ABSENT_KEY } from '../../contract/register.ts';
import { nameOf, type RouteKind } from '../../contract/routes.ts';
import type { RequestOptions } from '../../member/actor.ts';
import {
  type Exchange,
  errorCode,
  isOk,
  pathOf,
  rows,
  sentJson,
  status,
  textAt,
} from '../../member/exchange/exchange.ts';
import { sameBody } from '../../member/exchange/same-answer.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { lacksItsSurface, refusedAlike } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import {
  allOf,
  blaming,
  differs,
  inconclusive,
  type Judgement,
  notExercised,
  pass,
  unseen,
  violated,
} from '../../runner/judgement.ts';
import { ID_COLLECTIONS, type NamedRows, pathTo, routesBelow, rowOf } from '../../scenes/every-read.ts';
import { type Legs, legsOfA } from '../../scenes/material.ts';
import { ORGANISATION_WRITES } from '../../scenes/sample-write.ts';

/** A pair of requests: one names another organisation's row, one names a row that does not exist. */
interface Pair extends NamedRows {
  /** Unique for each pair. */
  readonly pair: string;
}

/** Sends the request twice, labelled `absent ID: PAIR` and `foreign ID: PAIR`: the judge masks the id of the label. */
export async function askTwice(
  { pair, absent, foreign }: Pair,
  ask: (id: string, label: string) => Promise<unknown>,
): Promise<void> {
  await ask(absent, `absent ${absent}: ${pair}`);
  await ask(foreign, `foreign ${foreign}: ${pair}`);
}

const LABEL = /^(absent|foreign) (\S+): (.*)$/;

function namedIn({ label }: Exchange): string {
  return LABEL.exec(label ?? '')?.[2] ?? '';
}

/** Each pair, in order of asking. */
function pairsOf(history: History): readonly (readonly [Exchange, Exchange])[] {
  const absent = new Map<string, Exchange>();
  const pairs: (readonly [Exchange, Exchange])[] = [];
  for (const e of history.exchanges) {
    const [, which, , pair = ''] = LABEL.exec(e.label ?? '') ?? [];
    const first = absent.get(pair);
    if (which === 'absent') absent.set(pair, e);
    else if (which === 'foreign' && first !== undefined) pairs.push([first, e]);
  }
  return pairs;
}

/** A filter that names a row of another organisation may be served with an empty page. */
function isTheSame(absent: Exchange, foreign: Exchange): Judgement {
  const both = [absent, foreign];
  if (!both.every(isOk)) return refusedAlike(absent, foreign, namedIn);
  const isEmpty = both.every((e) => rows(e).length === 0);
  return isEmpty ? pass : differs('the same answer as for a row that does not exist', absent, foreign);
}

/** Both requests of a pair get the refusal that `refused` returns, and equal answers: none shows that a row exists. */
export function judgePairs(history: History, refused: (e: Exchange) => Parameters<typeof expects>[1]): Judgement {
  const pairs = pairsOf(history);
  if (pairs.length === 0) return notExercised('neither organisation has a row that could be named');
  const judged = [
    ...pairs.flat().map((e) => expects(e, refused(e))),
    ...pairs.map(([absent, foreign]) => isTheSame(absent, foreign)),
  ];
  return blaming(allOf(judged), 'AUTH-16', 'ERR-09');
}

function accountIn(e: Exchange): string {
  return String((sentJson(e) as { readonly accountId?: unknown }).accountId);
}

export const accountOfAnotherOrganisation = check({
  id: 'auth/account-of-another-organisation',
  proves: ['AUTH-16'],
  title: "an order for another organisation's account is refused like an order for an account that does not exist",
  needs: ['trader', 'foreignAccount', 'account', 'instrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    await trader.submit(order({ accountId: ABSENT_KEY }), { label: 'unheld' });
    await trader.submit(order({ accountId: fixtures.foreignAccount.id }), { label: 'foreign' });
  },

  // The interface does not say which side refuses it, and how; it says that the two are alike (decision A76).
  judge(history) {
    const [unheld, foreign] = [history.one('unheld'), history.one('foreign')];
    // Another refusal may be of the caller or of the body, and shows nothing of the account.
    const isOfAnother =
      [401, 403, 429].includes(status(unheld) ?? 0) ||
      (status(unheld) ?? 500) >= 500 ||
      ['ROUTE_NOT_FOUND', 'MALFORMED_REQUEST'].includes(errorCode(unheld) ?? '');
    return allOf(
      isOfAnother
        ? notExercised('an order for an account that does not exist was not refused for its account')
        : unseen,
      expects(unheld, { status: 'not 2xx' }),
      expects(foreign, { status: 'not 2xx' }),
      refusedAlike(unheld, foreign, accountIn, 'an account that does not exist'),
    );
  },
});

/** Other checks cover operation records (IDEM-17), names (ORD-06) and that each 404 is the same (ERR-09). */
export const nothingOfAnotherOrganisation = check({
  id: 'auth/nothing-of-another-organisation',
  proves: ['AUTH-16'],
  title: "no row of another organisation is read, listed, cancelled or reached by that organisation's cursor",
  needs: ['trader', 'outsider', 'foreignAccount', 'account', 'instrument', 'writes'],

  async drive({ trader, outsider, order, fixtures }) {
    const theirs = order({ accountId: fixtures.foreignAccount.id });
    await outsider.submit(theirs);
    const placed = await outsider.submit(theirs, { label: 'placed' });
    const orderId = textAt(placed, 'orderId');
    if (orderId === undefined) return;
    const page = await outsider.get('/orders', { query: { limit: 1 } });
    await trader.get(`/orders/${orderId}`, { label: 'one' });
    await trader.cancel(orderId, { label: 'one' });
    await trader.get('/orders', { query: { limit: 99 }, label: 'several' });
    await trader.get('/executions', { query: { limit: 99 }, label: 'several' });
    const cursor = textAt(page, 'nextCursor');
    if (cursor !== undefined) await trader.get('/orders', { query: { limit: 99, cursor }, label: 'several' });
    await outsider.get(`/orders/${orderId}`, { label: 'theirs still' });
  },

  judge(history) {
    const placed = history.one('placed');
    const orderId = textAt(placed, 'orderId');
    if (!isOk(placed) || orderId === undefined) return inconclusive("the other organisation's order was not accepted");
    const accountId = (sentJson(placed) as { readonly accountId?: unknown }).accountId;
    const still = history.one('theirs still');
    return allOf(
      history.labelled('one').map((e) => expects(e, { status: 404 })),
      history.labelled('several').map((e) => listsNothingOf(e, orderId, accountId)),
      isOk(still) && !sameBody(textAt(still, 'leavesQty'), textAt(placed, 'leavesQty'))
        ? violated("the other organisation's order as it was", placed, still)
        : unseen,
    );
  },
});

function listsNothingOf(e: Exchange, orderId: string, accountId: unknown): Judgement {
  const foreign = rows(e).some((row) => row['orderId'] === orderId || row['accountId'] === accountId);
  if (foreign) return violated("rows of the caller's organisation alone", e);
  return isOk(e) ? pass : unseen;
}

/** The reader or writer, and the owner of the rows. */
const SIDES = [
  ['admin', 'outsider'],
  ['outsider', 'admin'],
] as const;

/** A filter by account, which names a row as the path of a route does. */
const BALANCES = 'GET /account-balances';

/** The routes below one collection, and others that name a row of it. */
const asksOf = (collection: string, kinds: readonly RouteKind[], others: readonly string[]) => [
  ...routesBelow(collection, kinds).map(nameOf),
  ...others,
];

const readsOf = (path: string) => asksOf(path, ['row', 'page'], path === '/accounts' ? [BALANCES] : []);

/** `admin: GET /orders/{id}`; rows of an organisation itself come first, for there is always one. */
const casesOf = (asks: (collection: string) => readonly string[]): readonly string[] =>
  ID_COLLECTIONS.flatMap(({ path }) => SIDES.flatMap(([reader]) => asks(path).map((name) => `${reader}: ${name}`)));

export const foreignRowsReadAsAbsent = check({
  id: 'auth/foreign-rows-read-as-absent',
  proves: ['AUTH-16', 'ERR-09'],
  title: "a read of another organisation's row is answered like a read of a row that does not exist",
  needs: ['admin', 'outsider'],
  cases: {
    of: 'reads',
    names: () => casesOf(readsOf),
    // The other organisation may have no execution yet.
    shows: (name) => (name.includes('/executions') ? [] : ['AUTH-16', 'ERR-09']),
  },

  async drive(scene) {
    for (const [who, whose] of SIDES) {
      const reader = scene[who];
      for (const collection of ID_COLLECTIONS) {
        const taken = readsOf(collection.path).filter((name) => scene.takes(`${who}: ${name}`));
        const named = taken.length > 0 ? await rowOf(scene[whose], collection) : undefined;
        if (named === undefined) continue;
        for (const name of taken) {
          await askTwice({ ...named, pair: `${who} ${name}` }, (id, label) =>
            name === BALANCES
              ? reader.get('/account-balances', { query: { accountId: id }, label })
              : reader.get(pathTo({ path: name.replace('GET ', '') }, id), { label }),
          );
        }
      }
    }
  },

  // An account that does not exist has no balances; on a member without that surface no account has any.
  judge: (history) =>
    judgePairs(history, (e) =>
      pathOf(e) === '/account-balances' ? { status: [200, 404, 503] } : { status: 404, code: 'NOT_FOUND' },
    ),
});

/** Writes that the interface does not show: these are the sandbox's own, sent to the sandbox alone. */
const OF_ORGANISATIONS = ORGANISATION_WRITES.filter(({ path }) => path !== '/orgs').map(nameOf);

/** The writer's own rows, for bodies that a member accepts. */
interface Own {
  readonly accountId: unknown;
  readonly assetId: number;
  readonly instrumentId: number;
  readonly exchangeId: number;
  readonly displayName: string;
  /** Unique, so that the record masks each leg. */
  readonly material: Legs;
}

/** A body that is valid for the writer's own row, as far as bodies are known; arms have none. */
function bodyFor(route: string, { accountId, assetId, instrumentId, displayName, material }: Own): object {
  const bodies: Readonly<Record<string, object>> = {
    'PUT /orgs/{id}': { displayName },
    'PUT /users/{id}': { capabilities: [] },
    'PUT /credentials/{id}': { canReadBalances: true, canTrade: false },
    'POST /credentials/{id}/rotate': { material },
    'PUT /accounts/{id}': { displayName },
    'PUT /account-addresses/{id}': { accountId, chain: 'BITCOIN', address: displayName },
    'PUT /portfolios/{id}': { displayName },
    'PUT /asset-policies/{id}': { assetId, maxTicketAmount: '1' },
    'PUT /chain-policies/{id}': { assetId, chain: 'BITCOIN' },
    'PUT /trading-policies/{id}': { instrumentId, maxOrderQty: '1' },
    'PUT /algos/instances/{id}/config': { document: '{}' },
  };
  return bodies[route] ?? {};
}

type Binding = (id: number, own: Own) => readonly [path: string, body: object, reference: string];

/** The creations that bind a row of a collection to a new row: path, body, and the property with the reference. */
const BINDINGS: Readonly<Record<string, Binding>> = {
  '/portfolios': (portfolioId, { exchangeId, displayName }) => {
    return ['/accounts', { exchangeId, displayName, portfolioId }, 'portfolioId'];
  },
  '/credentials': (credentialId, { exchangeId, displayName }) => {
    return ['/accounts', { exchangeId, displayName, credentialId }, 'credentialId'];
  },
  '/accounts': (accountId, { displayName }) => {
    return ['/account-addresses', { accountId, chain: 'BITCOIN', address: displayName }, 'accountId'];
  },
};

const BINDS = 'binds to ';

/** The request of a case for one row. */
function writeFor(name: string, id: string, own: Own): RequestOptions {
  const [path, body, reference] = BINDINGS[name.replace(BINDS, '')]?.(Number(id), own) ?? [];
  if (path !== undefined && reference !== undefined) return { method: 'POST', path, body, about: [reference] };
  const [method = '', route = ''] = name.split(' ');
  return { method, path: pathTo({ path: route }, id), body: bodyFor(name, own) };
}

const writesOf =
  ({ strict }: Pick<TargetFacts, 'strict'>) =>
  (path: string) => [
    ...asksOf(path, ['write'], strict && path === '/orgs' ? OF_ORGANISATIONS : []),
    ...(path in BINDINGS ? [BINDS + path] : []),
  ];

export const foreignRowsWriteAsAbsent = check({
  id: 'auth/foreign-rows-write-as-absent',
  proves: ['AUTH-16', 'ERR-09'],
  title: "a write on another organisation's row is answered like a write on a row that does not exist",
  // A member that fails this check changes rows of another organisation.
  needs: ['admin', 'outsider', 'asset', 'instrument', 'venues', 'destructive'],
  cases: { of: 'writes', names: ({ target }) => casesOf(writesOf(target)) },

  async drive(scene) {
    const { fixtures, target, freshKey, takes } = scene;
    for (const [who, whose] of SIDES) {
      const writer = scene[who];
      let own: Own | undefined;
      for (const collection of ID_COLLECTIONS) {
        const taken = writesOf(target)(collection.path).filter((name) => takes(`${who}: ${name}`));
        const named = taken.length > 0 ? await rowOf(scene[whose], collection) : undefined;
        if (named === undefined) continue;
        own ??= {
          accountId: rows(await writer.get('/accounts', { query: { limit: 1 } }))[0]?.['accountId'],
          assetId: fixtures.asset.id,
          instrumentId: fixtures.instrument.id,
          exchangeId: fixtures.venues.a ?? 1,
          displayName: `touchstone-${freshKey()}`,
          material: legsOfA(freshKey()),
        };
        for (const name of taken) {
          const stated = own;
          await askTwice({ ...named, pair: `${who} ${name}` }, (id, label) =>
            writer.request({ ...writeFor(name, id, stated), key: freshKey(), label }),
          );
        }
      }
    }
  },

  // Bodies are assumed: a deployed member may refuse the body, or lack the surface, before it looks for the row.
  judge: (history) =>
    judgePairs(history, (e) => {
      if (lacksItsSurface(e)) return { status: 503 };
      const inPath = /\/[0-9]+(\/|$)/.test(e.request.path);
      return history.target.strict && inPath ? { status: 404, code: 'NOT_FOUND' } : { status: '4xx' };
    }),
});
