import type { Actor } from '../../client/actor.ts';
import { rows } from '../../client/exchange.ts';
import { pathTo, routesBelow, rowsOf } from '../../rules/id-positions.ts';
import { lacksItsSurface } from '../../rules/lacking.ts';
import { check } from '../../runner/check.ts';
import { type Legs, legsOfA } from '../../scenes/material.ts';
import { askTwice, judgePairs } from './foreign-and-absent.ts';

/** Writes that the interface does not show: ours are asked of our own member alone. */
const OF_ORGANISATIONS = [
  { method: 'PUT', path: '/orgs/{id}' },
  ...['approve', 'suspend', 'reactivate', 'retire'].map((arm) => ({ method: 'POST', path: `/orgs/{id}/${arm}` })),
];

/** What the writer could name of its own in a body that is to be taken. */
interface Own {
  readonly accountId: unknown;
  readonly assetId: number;
  readonly instrumentId: number;
  readonly exchangeId: number;
  readonly displayName: string;
  /** Like nothing else that is sent: a record shows a mark wherever a leg stands. */
  readonly material: Legs;
}

/** What would be taken of a row of the writer's own, as far as bodies are known; an arm says nothing. */
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

/** The creation that binds a row of `path` to a new one: where it is sent, and its body. */
function bindingTo(
  path: string,
  { exchangeId, displayName }: Own,
): ((id: number) => readonly [string, object]) | undefined {
  const account = { exchangeId, displayName };
  const bindings: Readonly<Record<string, (id: number) => readonly [string, object]>> = {
    '/portfolios': (portfolioId) => ['/accounts', { ...account, portfolioId }],
    '/credentials': (credentialId) => ['/accounts', { ...account, credentialId }],
    '/accounts': (accountId) => ['/account-addresses', { accountId, chain: 'BITCOIN', address: displayName }],
  };
  return bindings[path];
}

export const foreignRowsWriteAsAbsent = check({
  id: 'auth/foreign-rows-write-as-absent',
  proves: ['AUTH-16', 'ERR-09'],
  title: "on every write that names a row, another organisation's is answered as one that nobody holds",
  // What a member that fails this writes, it writes on somebody else's rows.
  needs: ['admin', 'outsider', 'asset', 'instrument', 'venues', 'destructive'],

  async drive({ admin, outsider, fixtures, target, freshKey }) {
    const send = (actor: Actor, method: string, path: string, body: object, label: string) =>
      actor.request({ method, path, body, key: freshKey(), label });
    for (const [writer, owner] of [
      [admin, outsider],
      [outsider, admin],
    ] as const) {
      const accountId = rows(await writer.get('/accounts', { query: { limit: 1 } }))[0]?.['accountId'];
      const own: Own = {
        accountId,
        assetId: fixtures.asset.id,
        instrumentId: fixtures.instrument.id,
        exchangeId: fixtures.venues.a ?? 1,
        displayName: `touchstone-${freshKey()}`,
        material: legsOfA(freshKey()),
      };
      for (const named of await rowsOf(owner)) {
        const assumed = target.strict && named.path === '/orgs' ? OF_ORGANISATIONS : [];
        for (const route of [...routesBelow(named.path, ['write']), ...assumed]) {
          const name = `${route.method} ${route.path}`;
          await askTwice({ ...named, pair: `${writer.name} ${name}` }, (id, label) =>
            send(writer, route.method, pathTo(route, id), bodyFor(name, own), label),
          );
        }
        const binding = bindingTo(named.path, own);
        if (binding === undefined) continue;
        await askTwice({ ...named, pair: `${writer.name} binds to ${named.path}` }, (id, label) => {
          const [path, body] = binding(Number(id));
          return send(writer, 'POST', path, body, label);
        });
      }
    }
  },

  // Bodies are assumed: a deployed member may refuse them before it looks for the row, as one without the surface does.
  judge: (history) =>
    judgePairs(history, (e) => {
      if (lacksItsSurface(e)) return { status: 503 };
      const inPath = /\/[0-9]+(\/|$)/.test(e.request.path);
      return history.target.strict && inPath ? { status: 404, code: 'NOT_FOUND' } : { status: '4xx' };
    }),
});
