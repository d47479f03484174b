/**
 * A piece of work for a trading client, as `touchstone client` judges it: it places two orders, cancels one, changes a row,
 * walks a collection, follows both sockets, and ends. Started again after a crash, it does what is left.
 *
 *     touchstone client --as admin -- node scripts/examples/trading-work.ts
 *
 * Each intent is declared on standard output, so that the judge knows what was wanted once.
 */
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { Refused, type Row, TradingClient, type TradingClientOptions } from './trading-client.ts';
import { type Session, TicketSession } from './trading-session.ts';

const PAGE = 5;
/** How long the sockets are followed; long enough for what a lost session missed. */
const WATCH_MS = 300;

/** A variable that `touchstone client` sets. */
function given(name: string): string {
  const value = process.env[`TOUCHSTONE_${name}`];
  if (value === undefined) throw new Error(`TOUCHSTONE_${name} is not set: start this with touchstone client -- ...`);
  return value;
}

export interface Work {
  readonly account: string;
  readonly instrument: string;
  readonly watchMs?: number;
  /** Declares an intent, or how it ended. */
  say(line: Row): void;
}

export function optionsGiven(): TradingClientOptions {
  return {
    baseUrl: given('BASE_URL'),
    tradingUrl: given('TRADING_SOCKET'),
    marketDataUrl: given('MARKET_DATA_SOCKET'),
    tokenEndpoint: given('TOKEN_ENDPOINT'),
    clientId: given('CLIENT_ID'),
    clientSecret: given('CLIENT_SECRET'),
    stateFile: join(given('STATE'), 'keys.jsonl'),
  };
}

export function workGiven(): Work {
  return {
    ...{ account: given('ACCOUNT'), instrument: given('INSTRUMENT') },
    say: (line) => console.log(JSON.stringify(line)),
  };
}

/** undefined: the order was refused, or nothing is known of it. */
export async function placed(
  client: TradingClient,
  { say }: Work,
  intent: string,
  order: Row,
): Promise<Row | undefined> {
  say({ intent, order });
  try {
    const answer = await client.place(intent, order);
    say({ intent, done: 'placed' });
    return await client.confirm(intent, answer.body, client.positionOf(answer)).catch(() => answer.body);
  } catch (error) {
    say({ intent, done: error instanceof Refused ? 'refused' : 'unknown' });
    return undefined;
  }
}

/** A refusal or a silence of one part leaves the others. */
const orNothing = (): undefined => undefined;

export async function work(
  client: TradingClient,
  on: Work,
  openSession: typeof Session = TicketSession,
): Promise<void> {
  const { account, instrument, watchMs = WATCH_MS } = on;
  const orders = async () =>
    void (await client.walk('/orders', PAGE, ({ orderId }) => String(orderId)).catch(orNothing));
  const { tradingUrl, marketDataUrl } = client.options;
  const sessions = [
    new openSession(client, { url: tradingUrl, socket: 'trading', topics: ['orders'], onEvent() {}, missed: orders }),
    new openSession(client, {
      ...{ url: marketDataUrl, socket: 'market-data', topics: [`quotes:${instrument}`] },
      ...{ onEvent() {}, missed: async () => {} },
    }),
  ];
  try {
    for (const session of sessions) await session.open().catch(orNothing);
    const order = { account, instrument, side: 'BUY', price: '100.10' };
    await placed(client, on, 'first', { ...order, qty: '1' });
    const second = await placed(client, on, 'second', { ...order, qty: '2' });
    if (second !== undefined) await client.cancel(String(second['orderId'])).catch(orNothing);
    await client.change('/portfolios/1', ({ displayName }) => ({ displayName })).catch(orNothing);
    await orders();
    await client.walk('/users?status=ACTIVE', 2, ({ userId }) => String(userId)).catch(orNothing);
    await scheduler.wait(watchMs);
    for (const session of sessions) await session.settled();
  } finally {
    for (const session of sessions) await session.close();
  }
}

if (process.argv[1] === import.meta.filename) await work(new TradingClient(optionsGiven()), workGiven());
