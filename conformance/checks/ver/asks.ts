/**
 * Requests whose answers show a member's contract version. Each carries the label `${at} ${name}`; the requests that prepare it
 * and clean up after it carry none.
 */

import type { Exchange } from '../../member/exchange/exchange.ts';
import { isOk, textAt } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { finerBy1 } from '../../rules/exact-decimal.ts';
import type { Need, Scene } from '../../runner/check.ts';

/** What a check that sends these requests needs. */
export const ASK_NEEDS = ['trader', 'admin', 'account', 'instrument', 'writes'] as const satisfies readonly Need[];
export type Asking = Scene<(typeof ASK_NEEDS)[number]>;

type Ask = (scene: Asking, label: string) => Promise<unknown>;

/** A name that no row has. */
const unheld = ({ freshKey }: Asking): string => `none of ours ${freshKey()}`;

/** Sends an order and cancels it if it was accepted. */
async function placing({ trader }: Asking, sent: Promise<Exchange>): Promise<void> {
  const placed = await sent;
  const orderId = textAt(placed, 'orderId');
  if (isOk(placed) && orderId !== undefined) await trader.cancel(orderId);
}

const submitting =
  (over: (scene: Asking) => OrderBody): Ask =>
  (scene, label) =>
    placing(scene, scene.trader.submit(scene.order(over(scene)), { label }));

const byName = ({ fixtures: { account } }: Asking): OrderBody => ({ accountId: undefined, account: account.name });

/** Requests whose one answer shows the version. */
export const ASKS = {
  document: ({ trader }, label) => trader.get('/openapi.json', { label }),
  me: ({ admin }, label) => admin.get('/me', { label }),
  'unknown route': ({ trader }, label) => trader.get('/no-such-route', { label }),
  'another method': ({ trader }, label) => trader.request({ method: 'DELETE', path: '/me', label }),
  'unheld operation': ({ trader, freshKey }, label) => trader.get(`/operations/${freshKey()}`, { label }),
  orders: ({ trader }, label) => trader.get('/orders', { query: { limit: '1' }, label }),
  'unknown parameter': ({ trader }, label) => trader.get('/orders', { query: 'no-such-parameter=1', label }),
  'made-up cursor': ({ trader }, label) => trader.get('/orders', { query: { cursor: 'made-up' }, label }),
  credentials: ({ admin }, label) => admin.get('/credentials', { label }),
  balances: ({ trader }, label) => trader.get('/account-balances', { label }),
  'algo instances': ({ trader }, label) => trader.get('/algos/instances', { label }),
  ticket: ({ trader }, label) => trader.mintTicket({ label }),
  'order by account name': submitting(byName),
  'order by unheld account name': submitting((scene) => ({ ...byName(scene), account: unheld(scene) })),
  'order by unheld symbol': submitting((scene) => ({ instrumentId: undefined, instrument: unheld(scene) })),
  'order of exponent money': submitting(() => ({ qty: '1e0' })),
  'order off the grid': submitting(({ fixtures: { instrument } }) => ({ qty: finerBy1(instrument.step) })),
  async 'recorded refusal'({ trader, order, freshKey, fixtures: { instrument } }, label) {
    const [key, body] = [freshKey(), order({ qty: finerBy1(instrument.step) })];
    await trader.submit(body, { key });
    // Two members answer in turn: the other one, then the one that answered first.
    for (let times = 0; times < 2; times += 1) await trader.submit(body, { key, label });
  },
  async 'held key, names gone'(scene, label) {
    const { trader, order, freshKey, fixtures } = scene;
    const [key, named] = [freshKey(), { accountId: undefined, account: fixtures.account.name }];
    const gone = () =>
      trader.submit(order({ ...named, instrumentId: undefined, instrument: unheld(scene) }), { key, label });
    await placing(scene, trader.submit(order(), { key }));
    await gone();
  },
} as const satisfies Readonly<Record<string, Ask>>;

/** Requests that need a fault and the clock. */
export const LONG_ASKS = {
  async 'stalled write'(scene, label) {
    const { trader, order, freshKey, control } = scene;
    if (control === undefined) return;
    const key = freshKey();
    const stalled = await control.fault({ on: { edge: 'look-up', key }, hold: key });
    const pending = trader.submit(order(), { key, label });
    await stalled.untilHeld();
    await control.advance('5s');
    await placing(scene, pending);
    await stalled.remove();
  },
} as const satisfies Readonly<Record<string, Ask>>;

/** The name of a request of either table. */
export type AskName = keyof typeof ASKS | keyof typeof LONG_ASKS;

/** The label of a request's answers; `at` is a version. */
export function labelOf(at: string, name: AskName): string {
  return `${at} ${name}`;
}
