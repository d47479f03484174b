/**
 * What a sandbox that lives long keeps in memory: over worlds that are made, asked and dropped by its control plane over
 * loopback, over idle days of a virtual clock, over days of heartbeats of 100 accounts with balances and resting orders,
 * and over orders that are placed and cancelled within thirty days. A row of
 * MB at a time: resident, and of the heap what is live once garbage is collected; RSS as it is while it works, before that.
 *
 *     node --expose-gc scripts/bench/long-life.ts worlds [COUNT] | idle [DAYS] | heartbeats [DAYS] | orders [COUNT]
 *
 * Exits 1 where the live heap grows by more than is said here.
 */
import { readdirSync } from 'node:fs';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { clientOf } from '../../platform-sim/testing/sample-world.ts';

const DAY_MS = 86_400_000;
const MB = 1_048_576;
const ROWS = 12;

interface Life {
  readonly count: number;
  readonly live: (sandbox: Sandbox, n: number, of: number) => Promise<void>;
  /** MB by which the heap may grow after its first row, the code that is met late included. */
  readonly mostMb: (count: number) => number;
}

const LIVES: Readonly<Record<string, Life>> = {
  worlds: { count: 600, live: makeAndDrop, mostMb: () => 5 },
  idle: { count: 365, live: (sandbox) => idle(sandbox, DAY_MS), mostMb: () => 5 },
  heartbeats: { count: 365, live: beatFor100Accounts, mostMb: () => 5 },
  // Records at hand, and of each order its row, for the owner that judges it and the member that shows it.
  orders: { count: 300_000, live: placeAndCancel, mostMb: (count) => 120 + (count * 2_500) / MB },
};

const [name = 'worlds', stated] = process.argv.slice(2);
const life = LIVES[name];
if (life === undefined || globalThis.gc === undefined)
  throw new Error(`node --expose-gc scripts/bench/long-life.ts ${Object.keys(LIVES).join('|')} [COUNT]`);
const count = Number(stated ?? life.count);
await using sandbox = await startSandbox({ clock: name === 'worlds' ? 'real' : 'virtual' });
/** Of one member for all of it: each would keep its own. */
const port = sandbox.platform.port('m1');

console.log(`${name.padStart(8)}  records     RSS  live heap  heap total  external    fds`);
let first = row(0);
for (let n = 1; n <= count; n += 1) {
  await life.live(sandbox, n, count);
  if (n % Math.ceil(count / ROWS) !== 0 && n !== count) continue;
  const liveMb = row(n);
  if (n <= Math.ceil(count / ROWS)) first = liveMb;
  else if (liveMb - first > life.mostMb(count)) process.exitCode = 1;
}

function row(n: number): number {
  const { rss } = process.memoryUsage();
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { heapUsed, heapTotal, external } = process.memoryUsage();
  const figures = [rss, heapUsed, heapTotal, external].map((bytes) => (bytes / MB).toFixed(1).padStart(10));
  const fds = readdirSync('/proc/self/fd').length;
  console.log(`${String(n).padStart(8)} ${String(sandbox.platform.head()).padStart(8)}${figures.join('')} ${fds}`);
  return heapUsed / MB;
}

async function makeAndDrop(of: Sandbox): Promise<void> {
  const { control } = clientOf(of);
  const { body } = await control('POST', '/worlds', {});
  const { status } = await clientOf(body).get('/orders?limit=1');
  if (status !== 200) throw new Error(`a new world answers ${status}`);
  await control('DELETE', `/worlds/${body.name}`);
}

async function idle({ clock }: Sandbox, ms: number): Promise<void> {
  await clock.advance(ms, { each: () => {} });
}

/** A day; the first one opens the accounts. */
async function beatFor100Accounts(of: Sandbox, day: number): Promise<void> {
  const { principals, fixtures } = of.profile;
  const principal = { orgId: principals.admin.org, userId: principals.admin.userId ?? 0 };
  for (let n = 0; day === 1 && n < 100; n += 1) {
    const terms = { exchangeId: 1, displayName: `account ${n}`, credentialId: 1 };
    const opened = await port.submit({
      ...{ owner: 'register', principal, key: `account-${n}`, operation: 'create' },
      body: { kind: 'create', family: 'accounts', terms },
    });
    const [fact] = opened.taken ? (of.platform.journal.at(opened.position)?.verdict.facts ?? []) : [];
    if (fact?.kind !== 'RegisterRecorded' || fact.family !== 'accounts') throw new Error(`account ${n} was not opened`);
    const { accountId } = fact.row;
    await port.submit({
      ...{ owner: 'orders', principal, key: `order-${n}`, operation: 'submitOrder' },
      body: { kind: 'submit', accountId, instrumentId: fixtures.instrument.id, side: 'BUY', price: '90.00', qty: '1' },
    });
  }
  await idle(of, DAY_MS);
}

/** Past the door, five hundred a minute at the most, and all of them within thirty days. */
async function placeAndCancel(of: Sandbox, n: number, all: number): Promise<void> {
  const { fixtures, principals } = of.profile;
  const { journal } = of.platform;
  const principal = { orgId: principals.trader.org, userId: principals.trader.userId ?? 0 };
  const { account, instrument } = fixtures;
  const placed = await port.submit({
    ...{ owner: 'orders', principal, key: `place-${n}`, operation: 'submitOrder' },
    body: { kind: 'submit', accountId: account.id, instrumentId: instrument.id, side: 'BUY', price: '90.00', qty: '1' },
  });
  const [fact] = placed.taken ? (journal.at(placed.position)?.verdict.facts ?? []) : [];
  if (fact?.kind !== 'OrderUpdated') throw new Error(`order ${n} was not placed`);
  const { orderId } = fact.order;
  await port.submit({
    ...{ owner: 'orders', principal, key: `cancel-${n}`, operation: `cancelOrder ${orderId}` },
    body: { kind: 'cancel', orderId },
  });
  if (n % 500 === 0) await idle(of, Math.max(60_000, (30 * DAY_MS * 500) / all));
}
