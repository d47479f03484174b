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
import { TicketSession } from './trading-session.ts';

const PAGE = 5;
/** Long enough for what a lost session missed. */
const WATCH_MS = Number(process.env['WATCH_MS'] ?? 300);

/** A variable that `touchstone client` sets. */
function given(name: string): string {
  const value = process.env[`TOUCHSTONE_${name}`];
  if (value === undefined) throw new Error(`TOUCHSTONE_${name} is not set: start this with touchstone client -- ...`);
  return value;
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

const say = (line: Row): void => console.log(JSON.stringify(line));

/** undefined: the order was refused, or nothing is known of it. */
async function placed(client: TradingClient, intent: string, order: Row): Promise<Row | undefined> {
  say({ intent, order });
  try {
    const row = await client.place(intent, order);
    say({ intent, done: 'placed' });
    return row;
  } catch (error) {
    say({ intent, done: error instanceof Refused ? 'refused' : 'unknown' });
    return undefined;
  }
}

export async function work(client: TradingClient, openSession = TicketSession): Promise<void> {
  const read = async () => void (await client.walk('/orders', PAGE, ({ orderId }) => String(orderId)));
  const { tradingUrl, marketDataUrl } = client.options;
  const trading = new openSession(client, {
    url: tradingUrl,
    socket: 'trading',
    topics: ['orders'],
    onEvent() {},
    missed: read,
  });
  const prices = new openSession(client, {
    ...{ url: marketDataUrl, socket: 'market-data', topics: [`quotes:${given('INSTRUMENT')}`] },
    ...{ onEvent() {}, missed: async () => {} },
  });
  const sessions = [trading, prices];
  try {
    for (const session of sessions) await session.open().catch(() => {});
    const order = { account: given('ACCOUNT'), instrument: given('INSTRUMENT'), side: 'BUY', price: '100.10' };
    const first = await placed(client, 'first', { ...order, qty: '1' });
    const second = await placed(client, 'second', { ...order, qty: '2' });
    if (first !== undefined) await client.read(`/orders/${String(first['orderId'])}`).catch(() => {});
    if (second !== undefined) await client.cancel(String(second['orderId'])).catch(() => {});
    await client.change('/portfolios/1', (row) => ({ displayName: String(row['displayName']) })).catch(() => {});
    await read();
    await scheduler.wait(WATCH_MS);
    for (const session of sessions) await session.settled();
  } finally {
    for (const session of sessions) await session.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  await work(new TradingClient(optionsGiven()));
}
