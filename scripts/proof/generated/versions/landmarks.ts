/** What the walk looks at in every version, written through the newest member before it begins. */
import { legsOfA } from '../../../../gateway/testing/sample-material.ts';
import { of } from './change.ts';
import type { EveryVersion } from './every-version.ts';

export interface Landmarks {
  /** Resting, at 90. */
  readonly order: string;
  /** Of the instrument that the venue charges nothing for. */
  readonly filled: string;
  readonly execution: string;
  /** Rejected by a fill that its row cannot hold. */
  readonly overflown: string;
  /** Placed by an instance. */
  readonly machine: string;
  /** The order's key: it names an account by a name that nothing holds any more. */
  readonly renamedKey: string;
  readonly renamedBody: object;
  readonly credentialKey: string;
  readonly credentialBody: object;
  /** Of the creation of an instance. */
  readonly algosKey: string;
}

export async function landmarksOf(world: EveryVersion): Promise<Landmarks> {
  const { newest, sample } = world;
  const [renamedKey, credentialKey, algosKey] = [world.key(), world.key(), world.key()];
  const { orgId = 0 } = sample.principal('trader') ?? {};

  const order = idOf(await newest.order());
  const overflown = idOf(await newest.order());
  const fill = { orderId: overflown, tradeId: 't', fee: null, feeCurrency: null, venueTsNs: '1' };
  await world.command({ kind: 'fill', ...fill, price: '90.0000000000000000001', qty: '1' }, orgId);

  const filled = idOf(await newest.order({ instrumentId: 2, side: 'SELL', price: '50', qty: '0.001' }));
  await world.pass(2_000);
  const executions = of((await newest.get('/executions')).json, 'items') as { orderId: string; executionId: string }[];
  const orders = of((await newest.get('/orders')).json, 'items') as {
    orderId: string;
    algoInstanceId: number | null;
  }[];

  const account = await newest.write('POST', '/accounts', { exchangeId: 1, displayName: 'walked' });
  const renamedBody = { account: 'walked', instrumentId: 1, price: '90', qty: '1' };
  await newest.write('POST', '/orders', renamedBody, { as: 'trader', key: renamedKey });
  await newest.write('PUT', `/accounts/${of(account.json, 'accountId')}`, { displayName: 'walked on' });

  const credentialBody = { exchangeId: 1, canReadBalances: true, canTrade: true, material: legsOfA() };
  await newest.write('POST', '/credentials', credentialBody, { key: credentialKey });

  const { algoVersion } = sample.world.fixtures;
  const instance = { algoVersionId: algoVersion.id, pool: algoVersion.pool, document: algoVersion.document };
  await newest.write(
    'POST',
    '/algos/instances',
    { ...instance, displayName: 'walked' },
    { as: 'algoManager', key: algosKey },
  );
  return {
    order,
    filled,
    execution: executions.find(({ orderId }) => orderId === filled)?.executionId ?? 'none',
    overflown,
    machine: orders.find(({ algoInstanceId }) => algoInstanceId !== null)?.orderId ?? 'none',
    renamedKey,
    renamedBody,
    credentialKey,
    credentialBody,
    algosKey,
  };
}

function idOf({
  json,
  status,
  text,
}: {
  readonly json: unknown;
  readonly status: number;
  readonly text: string;
}): string {
  const id = of(json, 'orderId');
  if (typeof id !== 'string') throw new Error(`no order: ${status} ${text}`);
  return id;
}
