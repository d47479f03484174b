/**
 * The console under a long session: 10,000 exchanges, and 200 frames a second for some time. It prints how soon a fresh page
 * shows its rows, the frames that it draws a second, and the memory of the page and of the sandbox, after garbage collection.
 *
 *     node --expose-gc scripts/proof/soak/console-session.ts [MINUTES]
 *
 * Default: 2 minutes. Exits 1 if the page's memory at the end is more than 1.3 of that after the first fifth.
 */
import { WebSocket } from 'ws';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { SANDBOX_WIRING } from '../../cli/sandbox/sandbox-wiring.ts';
import { openConsolePage } from '../testing/console-page.ts';

const EXCHANGES = 10_000;
const FRAMES_A_SECOND = 200;
const MB = 1_048_576;

const { nowMs, sleep } = startStopwatch();
const minutes = Number(process.argv[2] ?? 2);
await using opened = await openConsolePage({ clock: 'real', seed: 1 }, SANDBOX_WIRING);
const { sandbox, page, view, tokenOf, order } = opened;
const headers = { authorization: `Bearer ${await tokenOf('trader')}` };
for (let sent = 0; sent < EXCHANGES; sent += 50) {
  await Promise.all(
    Array.from({ length: 49 }, () => fetch(`${sandbox.baseUrl}/orders?limit=1`, { headers }).then((one) => one.text())),
  );
  await order(`soak-${sent}`);
}

let frames = 0;
const topics = ['quotes:BTC-USD', 'quotes:ETH-USD'];
async function subscribe(): Promise<void> {
  const socket = new WebSocket(`${sandbox.baseUrl.replace(/^http/, 'ws')}/v1/ws/market-data`, { headers });
  socket.on('message', () => (frames += 1));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ op: 'auth', reqId: 'a', params: { token: headers.authorization.slice(7) } }));
  socket.send(JSON.stringify({ op: 'subscribe', reqId: 's', params: { topics } }));
}
for (let rate = 0; rate < FRAMES_A_SECOND; ) {
  for (let i = 0; i < 10; i += 1) await subscribe();
  const before = frames;
  await sleep(3_000);
  rate = (frames - before) / 3;
}

const startedAtMs = nowMs();
await view('traffic');
await opened.grid('Exchanges').getByRole('row').nth(5).waitFor();
console.log(`a fresh page shows its rows after ${Math.round(nowMs() - startedAtMs)} ms`);
const session = await page.context().newCDPSession(page);
const memory: number[] = [];
for (let minute = 0; minute < minutes; minute += 1) {
  const before = frames;
  const drawn = await page.evaluate<number>(
    'new Promise((done) => { let n = 0; const end = performance.now() + 10000; const draw = () => { n += 1; performance.now() < end ? requestAnimationFrame(draw) : done(n / 10); }; draw(); })',
  );
  const rate = (frames - before) / 10;
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  globalThis.gc?.();
  memory.push(usedSize / MB);
  const own = process.memoryUsage().heapUsed / MB;
  console.log(
    `minute ${minute + 1}: ${rate.toFixed(0)} frames/s, ${drawn.toFixed(1)} drawn/s, page ${(usedSize / MB).toFixed(1)} MB, sandbox ${own.toFixed(0)} MB`,
  );
  await sleep(50_000);
}
const [early = 0, last = 0] = [memory[Math.floor(memory.length / 5)], memory.at(-1)];
if (last > early * 1.3) {
  console.log(`the page's memory grew from ${early.toFixed(1)} to ${last.toFixed(1)} MB`);
  process.exitCode = 1;
}
