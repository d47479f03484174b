import type { Actor } from '../../client/actor.ts';
import { at, rows } from '../../client/exchange.ts';
import { instanceIdOf } from '../../client/instance-id.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, blaming, unseen } from '../../runner/judgement.ts';
import { versionKey } from '../../scenes/every-page.ts';
import { keyedBy, type Paged, readPaged } from '../../scenes/paged.ts';
import { hasTwoRows, judgePaged, noneHasTwoRows } from './paged-judgement.ts';

type Row = Readonly<Record<string, unknown>>;

const INSTANCES: Paged = {
  path: '/algos/instances',
  keyOf: (row) => [BigInt(instanceIdOf(row) ?? -1)],
  order: 'either',
};

const VERSIONS: Paged = { path: '/algos/versions', keyOf: versionKey, order: 'own' };

function documentsOf(instanceId: unknown): Paged {
  return { path: `/algos/instances/${String(instanceId)}/configs`, keyOf: keyedBy('seq'), order: 'own' };
}

function ordersOf(instanceId: unknown): Paged {
  return { path: `/algos/instances/${String(instanceId)}/orders`, keyOf: keyedBy('orderId'), order: 'descending' };
}

/** The instance of most documents, as far as its row says. */
function busiest(instances: readonly Row[]): string | undefined {
  const byDocuments = [...instances].sort((a, b) => Number(b['configSeq'] ?? 0) - Number(a['configSeq'] ?? 0));
  return instanceIdOf(byDocuments[0]);
}

/** Old ones have traded; what other checks have made since mostly has not. */
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

export const algos = check({
  id: 'page/algos',
  proves: ['PAGE-15', 'PAGE-12', 'PAGE-01', 'PAGE-02', 'PAGE-05', 'PAGE-07', 'PAGE-08', 'POS-06'],
  title:
    "algo instances are ascending by id, an instance's orders descending; documents and the catalogue keep their own order",
  needs: ['admin', 'algos'],

  async drive({ admin }) {
    await readPaged(admin, INSTANCES);
    await readPaged(admin, VERSIONS);
    const instances = rows(await admin.get(INSTANCES.path));
    const instanceId = busiest(instances);
    if (instanceId === undefined) return;
    await readPaged(admin, documentsOf(instanceId));
    await readPaged(admin, ordersOf((await ofMostOrders(admin, instances)) ?? instanceId));
  },

  judge(history) {
    // Ascending is our own reading of "by id" (decision A56), seqs ascending of "their own order" (A57).
    const ours = history.target.strict ? ({ order: 'ascending' } as const) : {};
    const instances: Paged = { ...INSTANCES, ...ours };
    const documents = walkedInstance(history, 'configs').map((id): Paged => ({ ...documentsOf(id), ...ours }));
    const all = [instances, VERSIONS, ...documents];
    return allOf(
      ...all.map((paged) => judgePaged(history, paged, 'PAGE-15')),
      ...walkedInstance(history, 'orders').map((id) => judgePaged(history, ordersOf(id), 'PAGE-12')),
      all.some((paged) => hasTwoRows(history, paged))
        ? unseen
        : blaming(noneHasTwoRows('no collection of algos'), 'PAGE-15'),
    );
  },
});
