/**
 * Actions of clients in a world under trouble, one row per kind: its weight in each mix, and the request. Actions are drawn from
 * a stream of the seed, so that the same seed gives the same mix on any machine. The rows that they name are chosen when they
 * are sent. To add a kind, add a row.
 */
import { createSeed, type Random } from '../../../platform-sim/seed.ts';
import type { Client, Intent } from './client.ts';
import { OWN_KEY } from './client.ts';

export interface Action {
  readonly kind: Kind;
  readonly key: string;
  /** Picks one of the earlier writes or orders. */
  readonly earlier: number;
  readonly side: string;
  readonly qty: string;
  readonly price: string | null;
  /** Pause before the next action, in real milliseconds. */
  readonly pauseMs: number;
}

const MOST_PAUSE_MS = 20;

type Make = (client: Client, action: Action) => Intent | undefined;

const read = (path: string, ...expected: readonly number[]): Intent => ({ method: 'GET', path, expected });
const write = (path: string, key: string, body: object | string, ...expected: readonly number[]): Intent => {
  return { method: 'POST', path, key, body, expected };
};
const earlierOf = <T>(all: readonly T[], { earlier }: Action): T | undefined => all[earlier % Math.max(1, all.length)];
const orderOf = ({ known }: Client, action: Action): string | undefined => earlierOf(known.orders, action);

/** Weight in the mixed world, weight with few keys, and the request; undefined if there is nothing to refer to yet. */
// biome-ignore format: an aligned table
const ROWS = {
  place:            [30,  0, (client, { key, qty, side }) => client.order(key, qty, side)],
  'place-any':      [ 0, 40, ({ principal: { account } }, { key, qty, price }) => write('/orders', key, { ...account, instrument: 'BTC-USD', side: 'BUY', price, qty })],
  repeat:           [ 6, 43, ({ known }, action) => earlierOf([...known.writes.values()], action)],
  'place-malformed':[ 3,  0, (_, { key }) => write('/orders', `${key}-malformed`, '{"side":"BUY","qty":1e400}', 400)],
  // The order is open or filled; a member that lags may not have it yet.
  cancel:           [ 6, 15, (client, action) => write(`/orders/${orderOf(client, action) ?? '12345'}/cancel`, action.key, {}, 200, 202, 404, 409)],
  'make-portfolio': [ 0,  7, (_, { key, earlier }) => write('/portfolios', key, { displayName: `desk ${earlier % 3}` })],
  'read-order':     [20,  8, (client, action) => read(`/orders/${orderOf(client, action) ?? '1'}`, 200, 404)],
  'read-unknown':   [ 3,  0, () => read('/orders/1', 404)],
  'read-operation': [ 0,  8, (_, { key }) => read(`/operations/${key}`)],
  'list-orders':    [ 8,  4, () => read('/orders?limit=50', 200)],
  'list-executions':[ 5,  2, () => read('/executions?limit=50', 200)],
  'list-accounts':  [ 5,  0, () => read('/accounts', 200)],
  'read-me':        [ 9,  4, () => read('/me', 200)],
  'without-token':  [ 1,  0, () => ({ ...read('/me', 401), isAnonymous: true })],
  'trade-over-socket':[4, 0, (client, { key, qty, side }) => client.order(key, qty, side)],
  'let-time-pass':  [ 0, 22, () => undefined],
  trouble:          [ 0, 13, () => undefined],
} as const satisfies Record<string, readonly [mixed: number, few: number, Make]>;

export type Kind = keyof typeof ROWS;

/** A mix: the column of weights, and the ranges of keys and values. */
export interface Mix {
  readonly column: 0 | 1;
  key(random: Random, n: number): string;
  readonly qtys: (random: Random) => string;
  readonly prices: readonly (string | null)[];
}

export const mixedFor = (seed: number, lane: string): Mix => ({
  column: 0,
  key: (_, n) => `${OWN_KEY}${seed}-${lane}-${n}`,
  qtys: (random) => `${random.int(1, 900)}.0000`,
  prices: ['50.00'],
});

/** Few keys, so that writes collide. They change after a while. */
export function fewKeys(): Mix {
  let pool = 0;
  return {
    column: 1,
    key(random) {
      if (random.chance(0.04)) pool += 1;
      return `${OWN_KEY}${pool}-${random.int(1, 4)}`;
    },
    qtys: (random) => random.pick(['1', '0.5', '0.00001']),
    prices: ['90.00', '90.00', '99.99', '101.00', '90.001', null],
  };
}

export function* actionsOf(seed: number, stream: string, mix: Mix): Generator<Action, never> {
  const random = createSeed(seed).fresh(stream);
  const kinds = Object.entries(ROWS).map(([kind, row]) => [kind as Kind, row[mix.column]] as const);
  for (let n = 1; ; n += 1) {
    yield {
      kind: drawn(random, kinds),
      key: mix.key(random, n),
      earlier: random.uint32(),
      side: random.pick(['BUY', 'SELL']),
      qty: mix.qtys(random),
      price: random.pick(mix.prices),
      pauseMs: random.int(0, MOST_PAUSE_MS),
    };
  }
}

export function intentOf(client: Client, action: Action): Intent | undefined {
  return ROWS[action.kind][2](client, action);
}

/** Draws a row by weight. */
export function drawn<T>(random: Random, rows: readonly (readonly [T, number])[]): T {
  let left = random.int(
    1,
    rows.reduce((sum, [, weight]) => sum + weight, 0),
  );
  for (const [row, weight] of rows) {
    left -= weight;
    if (left <= 0) return row;
  }
  throw new Error('bug: no row for a draw within the weights');
}
