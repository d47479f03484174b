/** The rows that the walk reads in each version. They are written through the newest version first. */
import type { ASK_NEEDS } from '../../../conformance/checks/ver/asks.ts';
import type { Actor } from '../../../conformance/member/actor.ts';
import { type Exchange, rows, textAt } from '../../../conformance/member/exchange/exchange.ts';
import type { Scene } from '../../../conformance/runner/check.ts';
import { legsOfA } from '../../../gateway/testing/sample-material.ts';
import type { Platform } from '../../../platform-sim/platform.ts';

export type Walking = Scene<(typeof ASK_NEEDS)[number] | 'algoManager' | 'control'>;

export interface Landmarks {
  /** A resting order at 90, and its key. */
  readonly order: string;
  readonly orderKey: string;
  /** An order of the instrument without venue charges, and its execution. */
  readonly filled: string;
  readonly execution: string;
  /** An order that a fill rejected, since its row cannot hold the amount. */
  readonly overflown: string;
  /** An order of an algo instance. */
  readonly machine: string;
  /** The user who created that instance. */
  readonly algoManager: string;
  readonly renamedKey: string;
  readonly credentialKey: string;
  readonly algosKey: string;
  /** The cursor of the second page of portfolios. */
  readonly cursor: string;
}

const write = (actor: Actor, path: string, key: string, body: object, label?: string): Promise<Exchange> =>
  actor.request({ method: 'POST', path, key, rawBody: JSON.stringify(body), ...(label && { label }) });

/** Each call has fresh material. */
export const createCredential = (actor: Actor, key: string, label?: string) =>
  write(
    actor,
    '/credentials',
    key,
    { exchangeId: 1, canReadBalances: true, canTrade: true, material: legsOfA() },
    label,
  );

export function createInstance(
  actor: Actor,
  { algoVersion }: Walking['fixtures'],
  document: unknown,
  key: string,
  label?: string,
): Promise<Exchange> {
  const body = { algoVersionId: algoVersion?.id, pool: algoVersion?.pool, displayName: 'walked', document };
  return write(actor, '/algos/instances', key, body, label);
}

const OLD_NAME = 'walked';
export const orderByOldName = (actor: Actor, key: string, label?: string) =>
  write(actor, '/orders', key, { account: OLD_NAME, instrumentId: 1, price: '90', qty: '1' }, label);

const RESTING = { accountId: 1, instrumentId: 1, side: 'BUY', price: '90', qty: '1' };
export const orderAt90 = (actor: Actor, key: string, label?: string) => write(actor, '/orders', key, RESTING, label);

/** @throws if an answer has no such member */
function of(e: Exchange | undefined, ...way: readonly (string | number)[]): string {
  const value = e && textAt(e, ...way);
  if (value === undefined) throw new Error(`no ${way.join('.')} in ${e?.response?.status} ${e?.response?.body}`);
  return value;
}

export async function writeLandmarks(scene: Walking, platform: Platform): Promise<Landmarks> {
  const { trader, admin, algoManager, freshKey, control, fixtures } = scene;
  const [orderKey, renamedKey, credentialKey, algosKey] = [freshKey(), freshKey(), freshKey(), freshKey()];
  const order = of(await orderAt90(trader, orderKey), 'orderId');
  const overflown = of(await orderAt90(trader, freshKey()), 'orderId');
  const { orgId } = platform.world.principals.find(({ name }) => name === 'trader') ?? { orgId: 0 };
  const fill = {
    kind: 'fill',
    orderId: overflown,
    tradeId: 't',
    fee: null,
    feeCurrency: null,
    venueTsNs: '1',
  } as const;
  const body = { ...fill, price: '90.0000000000000000001', qty: '1' };
  const principal = { orgId, userId: 0 };
  await platform.port('venue').submit({ owner: 'orders', principal, key: null, operation: 'fill', body });

  const sale = { ...RESTING, instrumentId: 2, side: 'SELL', price: '50', qty: '0.001' };
  const filled = of(await write(trader, '/orders', freshKey(), sale), 'orderId');
  await control.advance('2s');
  const execution = rows(await admin.get('/executions')).find((row) => row['orderId'] === filled);
  const machine = rows(await admin.get('/orders')).find((row) => row['algoInstanceId'] !== null);

  const account = await write(admin, '/accounts', freshKey(), { exchangeId: 1, displayName: OLD_NAME });
  await orderByOldName(trader, renamedKey);
  await admin.put(`/accounts/${JSON.parse(account.response?.body ?? '{}').accountId}`, { displayName: 'walked on' });
  await createCredential(admin, credentialKey);
  await createInstance(algoManager, fixtures, fixtures.algoVersion?.document, algosKey);
  const { userId } = platform.world.principals.find(({ name }) => name === 'algoManager') ?? {};
  return {
    ...{ order, orderKey, filled, overflown, renamedKey, credentialKey, algosKey },
    execution: String(execution?.['executionId']),
    machine: String(machine?.['orderId']),
    algoManager: String(userId),
    cursor: of(await admin.get('/portfolios', { query: { limit: 1 } }), 'nextCursor'),
  };
}
