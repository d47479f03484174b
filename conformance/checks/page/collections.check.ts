/**
 * Collections read whole, counted, and walked forth and back (`readPaged`): the register, balances, algos.
 */

import { REGISTER } from '../../contract/register.ts';
import type { Actor } from '../../member/actor.ts';
import { at, isOk, rows } from '../../member/exchange/exchange.ts';
import { instanceIdOf, instanceKey } from '../../member/exchange/instance-id.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, eachOf, inconclusive, unseen } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { busiestInstance } from '../../scenes/collection-cases.ts';
import { keyedBy, type Paged, readPaged, versionKey } from '../../scenes/paged.ts';
import { hasTwoRows, judgePaged, noneHasTwoRows } from './paged-judgement.ts';

/** Most callers see one organisation, which shows no order. */
const COLLECTIONS: readonly Paged[] = REGISTER.toSorted(
  (a, b) => Number(a.path === '/orgs') - Number(b.path === '/orgs'),
).map(({ path, id }) => ({ path, keyOf: keyedBy(id), order: 'ascending' }));

const wasRead = (history: History, { path }: Paged): boolean => history.maybe(`whole ${path}`) !== undefined;

export const registerCollections = check({
  id: 'page/register-collections',
  proves: ['PAGE-13', 'PAGE-01', 'PAGE-02', 'PAGE-05', 'PAGE-07', 'PAGE-08', 'POS-06'],
  title: 'the nine register collections are pages like any other, ascending by id',
  needs: ['admin'],

  cases: { of: 'collections', names: () => COLLECTIONS.map(({ path }) => path) },

  async drive({ admin, takes }) {
    for (const collection of COLLECTIONS) if (takes(collection.path)) await readPaged(admin, collection);
  },

  judge(history) {
    const read = COLLECTIONS.filter((collection) => wasRead(history, collection));
    return allOf(
      read.map((collection) => judgePaged(history, collection, 'PAGE-13')),
      read.some((collection) => hasTwoRows(history, collection))
        ? unseen
        : blaming(noneHasTwoRows('no collection'), 'PAGE-13'),
    );
  },
});

const BALANCES: Paged = {
  path: '/account-balances',
  keyOf: keyedBy('accountId', 'assetId'),
  order: 'ascending',
};

export const balances = check({
  id: 'page/balances',
  proves: ['PAGE-14', 'PAGE-01', 'PAGE-02', 'PAGE-05', 'PAGE-07', 'PAGE-08', 'PAGE-10', 'POS-06'],
  title: 'balances are pages like any other, ascending by accountId then assetId, a cursor bound to its accountId',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    await readPaged(admin, BALANCES);
    const first = await admin.get(BALANCES.path, { query: { limit: 1 } });
    const [cursor, accountId] = [nextCursor(first), rows(first)[0]?.['accountId']];
    if (cursor === undefined || typeof accountId !== 'number') return;
    await admin.get(BALANCES.path, { query: { limit: 1, cursor }, label: 'own' });
    await admin.get(BALANCES.path, { query: { limit: 1, cursor, accountId }, label: 'other' });
  },

  judge(history) {
    const others = history.labelled('other');
    return allOf(
      judgePaged(history, BALANCES, 'PAGE-14'),
      hasTwoRows(history, BALANCES) ? unseen : blaming(noneHasTwoRows('no account'), 'PAGE-14'),
      others.length === 0 || history.labelled('own').every(isOk)
        ? unseen
        : blaming(inconclusive('a cursor is not good for its own walk'), 'PAGE-10'),
      others.length === 0
        ? unseen
        : blaming(
            eachOf(others, (e) => expects(e, { status: 400, code: 'INVALID_CURSOR' }, 'of another filter')),
            'PAGE-10',
          ),
    );
  },
});

type Row = Readonly<Record<string, unknown>>;

const INSTANCES: Paged = {
  path: '/algos/instances',
  keyOf: instanceKey,
  order: 'either',
};

const VERSIONS: Paged = { path: '/algos/versions', keyOf: versionKey, order: 'own' };

function documentsOf(instanceId: unknown): Paged {
  return { path: `/algos/instances/${String(instanceId)}/configs`, keyOf: keyedBy('seq'), order: 'own' };
}

function ordersOf(instanceId: unknown): Paged {
  return { path: `/algos/instances/${String(instanceId)}/orders`, keyOf: keyedBy('orderId'), order: 'descending' };
}

/** Old orders have traded; most orders of other checks did not trade. */
const LOOKED_AT = 10;

/** Of the oldest instances the one of most orders; undefined: none of them has any. */
async function ofMostOrders(actor: Actor, instances: readonly Row[]): Promise<unknown> {
  let most = { count: 0, instanceId: undefined as unknown };
  for (const instanceId of instances.slice(0, LOOKED_AT).map(instanceIdOf)) {
    const query = { include: 'total', limit: 1 };
    const count = Number(at(await actor.get(ordersOf(instanceId).path, { query }), 'total') ?? 0);
    if (count > most.count) most = { count, instanceId };
  }
  return most.instanceId;
}

/** The instance whose documents, or orders, were read. */
function walkedInstance(history: History, what: 'configs' | 'orders'): readonly string[] {
  const read = history.exchanges.find(({ label }) => label?.startsWith('whole ') && label.endsWith(`/${what}`));
  return [read?.request.path.split('/')[3]].filter((id) => id !== undefined);
}

const OF_ALGOS = ['the catalogue', 'instances', 'documents of an instance', 'orders of an instance'];
const OF_EACH = ['PAGE-01', 'PAGE-02', 'PAGE-05', 'PAGE-07', 'PAGE-08', 'POS-06'] as const;

export const algos = check({
  id: 'page/algos',
  proves: ['PAGE-15', 'PAGE-12', ...OF_EACH],
  title:
    "algo instances are ascending by id, an instance's orders descending; documents and the catalogue keep their own order",
  needs: ['admin', 'algos'],

  cases: {
    of: 'collections',
    names: () => OF_ALGOS,
    shows: (name) => [name === 'orders of an instance' ? 'PAGE-12' : 'PAGE-15', ...OF_EACH],
  },

  async drive({ admin, takes }) {
    const [versions, instances, documents, orders] = OF_ALGOS.map(takes);
    if (instances) await readPaged(admin, INSTANCES);
    if (versions) await readPaged(admin, VERSIONS);
    if (!documents && !orders) return;
    const all = await admin.get(INSTANCES.path);
    const instanceId = busiestInstance(all);
    if (instanceId === undefined) return;
    if (documents) await readPaged(admin, documentsOf(instanceId));
    if (orders) await readPaged(admin, ordersOf((await ofMostOrders(admin, rows(all))) ?? instanceId));
  },

  judge(history) {
    // Ascending is our own reading of "by id" (decision A56), seqs ascending of "their own order" (A57).
    const ours = history.target.strict ? ({ order: 'ascending' } as const) : {};
    const instances: Paged = { ...INSTANCES, ...ours };
    const documents = walkedInstance(history, 'configs').map((id): Paged => ({ ...documentsOf(id), ...ours }));
    const all = [instances, VERSIONS, ...documents].filter((paged) => wasRead(history, paged));
    return allOf(
      all.map((paged) => judgePaged(history, paged, 'PAGE-15')),
      walkedInstance(history, 'orders').map((id) => judgePaged(history, ordersOf(id), 'PAGE-12')),
      all.length === 0 || all.some((paged) => hasTwoRows(history, paged))
        ? unseen
        : blaming(noneHasTwoRows('no collection of algos'), 'PAGE-15'),
    );
  },
});
