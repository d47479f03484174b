/**
 * The built console in Chromium while 1,000 exchanges a second arrive: its frames a second, the p99 between two, and by how
 * much its heap grew. The stream is made up, so that nothing but the page is measured.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { createClock } from '../../../platform-sim/clock.ts';
import { fromRoot } from '../../build/setup/root.mjs';

const [SECONDS, PER_SECOND] = [15, 1_000];
const BUILT = 'platform-sim/control/console/built';
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const TICK_MS = 100;
const clock = createClock({ mode: 'real' });

let n = 0;
function exchange(): string {
  n += 1;
  const isRefused = n % 7 === 0;
  const refused = {
    code: 'TICK_SIZE_VIOLATION',
    message: 'price: 90.001 is no multiple of the tick 0.01',
    stage: 'send',
  };
  return `event: exchange\ndata: ${JSON.stringify({
    ...{
      n,
      atNs: `${1_767_571_200_000_000_000n + BigInt(n) * 1_000_000n}`,
      member: `m${(n % 3) + 1}`,
      requestId: `req-${n}`,
    },
    ...{ method: 'POST', path: '/orders', status: isRefused ? 422 : 201, key: `key-${n}`, principal: 'trader' },
    refused: isRefused ? refused : null,
  })}\n\nevent: pass\ndata: ${JSON.stringify({ atNs: '1767571200000000000', edge: 'verdict', key: `key-${n}`, member: 'm1' })}\n\n`;
}

const server = createServer((request, response) => {
  const path = (request.url ?? '/').replace(/^\/$/, '/index.html');
  if (path === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const count = Math.round((PER_SECOND * TICK_MS) / 1000);
    const tick = () => {
      if (response.destroyed) return;
      response.write(Array.from({ length: count }, exchange).join(''));
      clock.after(TICK_MS, 'stream', tick);
    };
    tick();
    return;
  }
  readFile(fromRoot(`${BUILT}${path}`)).then(
    (text) =>
      response.writeHead(200, { 'Content-Type': TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain' }).end(text),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const session = await page.context().newCDPSession(page);
const heapMb = async () => {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
};
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#/traffic`);
// Until the lists are full: from then on the heap should stay as it is.
await page.waitForTimeout((12_000 / PER_SECOND) * 1000);
const before = await heapMb();
const frames = (await page.evaluate(
  `new Promise((done) => { const at = []; const until = performance.now() + ${SECONDS * 1_000};
   const frame = (now) => { at.push(now); if (now < until) requestAnimationFrame(frame); else done(at); };
   requestAnimationFrame(frame); })`,
)) as number[];
const after = await heapMb();
const apart = frames.slice(1).map((at, i) => at - (frames[i] ?? at));
const sorted = apart.toSorted((left, right) => left - right);
const rate = { own: (apart.length * 1_000) / apart.reduce((sum, one) => sum + one, 0) };
const longest = { own: sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0 };
console.log(JSON.stringify({ rate, longest, growth: { own: after - before } }));
await browser.close();
server.closeAllConnections();
server.close();
