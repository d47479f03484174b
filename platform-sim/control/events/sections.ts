import type { OrderRow } from '../../../gateway/facts.ts';
import type { World } from '../../hosting/world.ts';
import { balanceViews } from '../balance-routes.ts';
import { viewOfClock } from '../clock-routes.ts';
import { memberViews } from '../member-routes.ts';
import { principalViews } from '../principal-routes.ts';
import { rollView } from '../roll-routes.ts';
import { sessionViews } from '../session-routes.ts';
import { worldView } from '../world-routes.ts';
import type { SectionName } from './event-shapes.ts';

const MOST_ORDERS = 200;
const MOST_BALANCES = 500;

/** Immutable states: comparing references shows that nothing changed. */
const principals = sameWhile(({ platform }: World) => [platform.stateOf('register')], principalViews);
const orders = sameWhile(
  ({ platform }: World) => [platform.stateOf('orders')],
  ({ platform: { venue } }) => venue.openOrders(MOST_ORDERS).map(orderView),
);
const balances = sameWhile(
  ({ platform }: World) => [platform.stateOf('custody')],
  (world) => balanceViews(world, MOST_BALANCES),
);

/** The part of an order that the venue view needs: the rest is in the records. */
function orderView({ orderId, orgId, accountId, instrumentId, side, status, price, qty, cumQty, leavesQty }: OrderRow) {
  return { orderId, orgId, accountId, instrumentId, side, status, price, qty, cumQty, leavesQty };
}

/** The current value of each section: the same object while it is unchanged. */
export async function sectionsOf(world: World): Promise<Readonly<Record<SectionName, unknown>>> {
  const { name, seed, baseUrl, platform, clock, faults, worlds, front } = world;
  const rolls = await world.rolls();
  return {
    platform: { world: name, seed, position: platform.head(), baseUrl },
    clock: viewOfClock(clock),
    members: memberViews(world),
    processes: world.processes(),
    sessions: sessionViews(world),
    routing: front.routing,
    owners: platform.owners.list(),
    faults: [...faults.list(), ...faults.expired()],
    waiting: faults.waiting(),
    rolls: rolls.list().map(rollView),
    principals: principals(world),
    instruments: platform.reference.instruments(),
    orders: orders(world),
    balances: balances(world),
    worlds: worlds.list().map(worldView),
    snapshots: world.snapshots(),
  };
}

/** Caches a view: it is computed again only after one of its source objects was replaced. */
function sameWhile<Of extends object, View>(
  madeOf: (of: Of) => readonly unknown[],
  make: (of: Of) => View,
): (of: Of) => View {
  const known = new WeakMap<Of, { readonly parts: readonly unknown[]; readonly view: View }>();
  return (of) => {
    const parts = madeOf(of);
    const before = known.get(of);
    if (before?.parts.every((part, i) => part === parts[i]) === true) return before.view;
    const view = make(of);
    known.set(of, { parts, view });
    return view;
  };
}
