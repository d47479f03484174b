/**
 * Measures the processor that a scrape of `/metrics` costs a sandbox under load: a process of its own with three members and a
 * hundred series or more, in periods with and without scrapes by turns. Prints the cost of one scrape, and exits 1 from 2 ms on.
 */
import { Pool } from 'undici';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { ROUTES } from '../../../gateway/contract/routes.ts';
import { startOwn } from '../testing/own-process.ts';

const PERIODS = 8;
const PERIOD_MS = 3_000;
const SCRAPES_PER_PERIOD = 300;
const REQUESTS_PER_PERIOD = 900;
const MOST_MS = 2;

const own = startOwn(
  ['sandbox', '--port', '0', '--control-port', '0', '--json', ...Array(3).fill(['--member', '0.14.0']).flat()],
  process.cwd(),
);
const { baseUrl, controlUrl } = await own.ready;
const [gateway, control] = [new Pool(`${baseUrl}`, { connections: 8 }), new Pool(`${controlUrl}`, { connections: 2 })];
const minted = await control.request({
  ...{ method: 'POST', path: '/identity/mint', headers: { 'content-type': 'application/json' } },
  body: JSON.stringify({ persona: 'admin' }),
});
const { token } = (await minted.body.json()) as { readonly token: string };
const ways = Object.values(ROUTES).flatMap(({ method, path }) => {
  const sent = { method, path: path.replaceAll(/:[a-z]+/gi, '1'), body: method === 'GET' ? null : '{}' } as const;
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'k-1', 'content-type': 'application/json' };
  return [sent, { ...sent, headers }];
});

async function scraped(): Promise<string> {
  return (await control.request({ method: 'GET', path: '/metrics' })).body.text();
}

async function cpuS(): Promise<number> {
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await scraped())?.[1]);
}

/** Sends evenly; resolves once the period is over and everything is answered. */
async function paced(times: number, send: (n: number) => Promise<unknown>): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const stopwatch = startStopwatch();
  for (let n = 0; n < times; n += 1) {
    await stopwatch.sleep(Math.max(0, (n * PERIOD_MS) / times - stopwatch.nowMs()));
    sent.push(send(n));
  }
  await Promise.all(sent);
}

async function load(): Promise<void> {
  await paced(REQUESTS_PER_PERIOD, async (n) => {
    const { body } = await gateway.request(ways[n % ways.length] as (typeof ways)[number]);
    await body.dump();
  });
}

async function costOf(scrapes: number): Promise<number> {
  const before = await cpuS();
  await Promise.all([load(), paced(scrapes, scraped)]);
  return (await cpuS()) - before;
}

await costOf(SCRAPES_PER_PERIOD);
const costs: number[] = [];
for (let period = 0; period < PERIODS; period += 1) {
  const without = await costOf(0);
  costs.push(((await costOf(SCRAPES_PER_PERIOD)) - without) * (1_000 / SCRAPES_PER_PERIOD));
}
const [text, middle] = [await scraped(), costs.toSorted((one, other) => one - other)[PERIODS / 2] ?? Number.NaN];
await own.kill();
const series = text.split('\n').filter((line) => !line.startsWith('#')).length;
console.log(
  `a scrape of ${series} samples costs ${middle.toFixed(2)} ms of processor (median of ${PERIODS}: ${costs.map((cost) => cost.toFixed(2)).join(', ')}), at ${REQUESTS_PER_PERIOD / (PERIOD_MS / 1_000)} requests a second`,
);
process.exit(middle < MOST_MS ? 0 : 1);
