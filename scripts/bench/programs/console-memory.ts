/**
 * `node scripts/bench/programs/console-memory.ts [MINUTES=30] [PER_SECOND=1000] [without]`: a real sandbox in a process of its own
 * under so many exchanges a second (of a hundred 98 reads, one order and one retry of an order), with forty sessions of
 * quotes and two of orders, followed by the console in Chromium. A row every five minutes: the page's heap after a collection
 * and its frames a second, the sandbox's heap after a collection, its resident memory, and its processor time by exchange.
 * `without`: no console, for what the sandbox keeps and costs by itself.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { createClock } from '../../../platform-sim/clock.ts';
import { fromRoot } from '../../build/setup/root.mjs';
import type { Ready, Reported } from '../reporting-sandbox.ts';
import { measuredPage } from './measured-page.ts';

const [minutes = 30, perSecond = 1000] = process.argv.slice(2, 4).map(Number);
const hasConsole = process.argv[4] !== 'without';
const ROW_MS = Math.min(5, minutes / 6) * 60_000;
const TICK_MS = 50;
const clock = createClock({ mode: 'real' });

const child = fork(fromRoot('scripts/bench/reporting-sandbox.ts'), { execArgv: ['--expose-gc'] });
const said = async <Said>() => ((await once(child, 'message')) as [Said])[0];
const { baseUrl, controlUrl, consoleUrl, token } = await said<Ready>();
const reported = () => {
  child.send('report');
  return said<Reported>();
};
const headers = { authorization: `Bearer ${token}` };

async function open(socket: string, topics: readonly string[]): Promise<void> {
  const opened = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/v1/ws/${socket}`, { headers });
  opened.on('message', () => {
    frames += 1;
  });
  await once(opened, 'open');
  opened.send(JSON.stringify({ op: 'auth', reqId: 'auth', params: { token } }));
  opened.send(JSON.stringify({ op: 'subscribe', reqId: 'subscribe', params: { topics } }));
}

let [frames, sent, answered] = [0, 0, 0];
const pool = new Pool(baseUrl, { connections: 16 });
const control = new Pool(controlUrl, { connections: 1 });

async function call(n: number): Promise<void> {
  const turn = n % 100;
  const key = `bench-${n - (turn === 1 ? 1 : 0)}`;
  const body = { account: 'main', instrument: 'BTC-USD', clientOrderId: key, side: 'BUY', price: '90.00', qty: '1' };
  const answer = await (turn > 1
    ? pool.request({ method: 'GET', path: '/me', headers })
    : pool.request({
        ...{ method: 'POST', path: '/orders', body: JSON.stringify(body) },
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      }));
  await answer.body.dump();
  answered += 1;
}

async function quote(n: number): Promise<void> {
  const body = JSON.stringify({ instrumentId: 1, bid: `${100 + (n % 50)}.00`, ask: `${101 + (n % 50)}.00` });
  const answer = await control.request({
    ...{ method: 'POST', path: '/quotes', headers: { 'content-type': 'application/json' }, body },
  });
  await answer.body.dump();
}

let isOver = false;
let ticks = 0;
function tick(): void {
  if (isOver) return;
  ticks += 1;
  // What a slow second leaves unanswered is not made up for.
  const count = Math.min(Math.round((perSecond * TICK_MS) / 1000), 500 - (sent - answered));
  for (let i = 0; i < count; i += 1) {
    void call(sent).catch(() => undefined);
    sent += 1;
  }
  if (ticks % 4 === 0) void quote(ticks / 4).catch(() => undefined);
  clock.after(TICK_MS, 'load', tick);
}

for (let n = 0; n < 40; n += 1) await open('market-data', ['quotes:BTC-USD']);
for (let n = 0; n < 2; n += 1) await open('trading', ['orders', 'executions']);
const measured = hasConsole ? await measuredPage(`${consoleUrl}#/traffic`) : undefined;
const beganNs = clock.nowNs();
tick();

console.log(
  'minute  exchanges/s  frames/s  page heap MB  DOM nodes  drawn/s  sandbox heap MB  RSS MB  records  CPU ms/1000 exchanges',
);
let last = { answered: 0, frames: 0, cpuMs: (await reported()).cpuMs, atNs: beganNs };
for (let row = 1; row * ROW_MS <= minutes * 60_000 + 1; row += 1) {
  await new Promise<void>((resolve) => {
    clock.after(Math.max(0, row * ROW_MS - Number((clock.nowNs() - beganNs) / 1_000_000n) - 10_000), 'row', resolve);
  });
  const drawn = measured === undefined ? undefined : await measured.frames(10);
  const { rssMb, heapMb, cpuMs, records } = await reported();
  const atNs = clock.nowNs();
  const seconds = Number(atNs - last.atNs) / 1e9;
  const cells = [
    (Number(atNs - beganNs) / 60e9).toFixed(1).padStart(6),
    ((answered - last.answered) / seconds).toFixed(0).padStart(12),
    ((frames - last.frames) / seconds).toFixed(0).padStart(9),
    ((await measured?.heapMb()) ?? 0).toFixed(1).padStart(13),
    `${(await measured?.nodes()) ?? 0}`.padStart(10),
    (drawn?.rate ?? 0).toFixed(1).padStart(8),
    heapMb.toFixed(1).padStart(16),
    rssMb.toFixed(0).padStart(7),
    `${records}`.padStart(8),
    ((1000 * (cpuMs - last.cpuMs)) / (answered - last.answered)).toFixed(0).padStart(23),
  ];
  console.log(cells.join(' '));
  last = { answered, frames, cpuMs, atNs };
}
isOver = true;
await measured?.close();
child.disconnect();
process.exit();
