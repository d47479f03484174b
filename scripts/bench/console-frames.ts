/**
 * `node scripts/bench/console-frames.ts [SECONDS=15] [PER_SECOND=1000]`: the built console in Chromium while so many
 * exchanges arrive, each with a pass and an event frame: its frames a second, its longest frames, and its heap after a
 * collection at the beginning and the end. The stream is made up, so that nothing but the page is measured; console-memory.ts
 * measures page and sandbox together.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClock } from '../../platform-sim/clock.ts';
import { fromRoot } from '../build/setup/root.mjs';
import { measuredPage } from './measured-page.ts';

const [seconds = 15, perSecond = 1000] = process.argv.slice(2).map(Number);
const BUILT = 'platform-sim/control/console/built';
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const TICK_MS = 100;
const clock = createClock({ mode: 'real' });
const REFUSED = {
  code: 'TICK_SIZE_VIOLATION',
  message: 'price: 90.001 is no multiple of the tick 0.01',
  stage: 'send',
};

let n = 0;
function exchange(): string {
  n += 1;
  const isRefused = n % 7 === 0;
  const atNs = `${1_767_571_200_000_000_000n + BigInt(n) * 1_000_000n}`;
  const member = `m${(n % 3) + 1}`;
  const sent = {
    ...{ n, atNs, member, session: `${member}-${n % 50}`, socket: 'trading', principal: 'trader' },
    ...(n % 2 === 0
      ? { event: 'orderUpdated', topic: 'orders', position: n }
      : { event: 'quote', topic: 'quotes:BTC-USD', position: null }),
  };
  const answered = {
    ...{ n, atNs, member, requestId: `req-${n}`, method: 'POST', path: '/orders' },
    ...{ status: isRefused ? 422 : 201, key: `key-${n}`, principal: 'trader', refused: isRefused ? REFUSED : null },
  };
  const pass = { atNs, edge: 'verdict', key: `key-${n}`, member };
  return Object.entries({ pass, frame: sent, exchange: answered })
    .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
}

const server = createServer((request, response) => {
  const path = (request.url ?? '/').replace(/^\/$/, '/index.html');
  if (path === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const count = Math.round((perSecond * TICK_MS) / 1000);
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
const measured = await measuredPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#/traffic`);
// Until the lists are full (of quotes half as many arrive): from then on the heap should stay as it is.
await measured.page.waitForTimeout((22_000 / perSecond) * 1000);
const before = await measured.heapMb();
const { rate, apartMs } = await measured.frames(seconds);
const after = await measured.heapMb();
const at = (part: number) => (apartMs[Math.floor((apartMs.length - 1) * part)] ?? 0).toFixed(1);
process.stdout.write(
  `${perSecond} exchanges a second for ${seconds} s, ${n} in all: ${rate.toFixed(1)} frames a second; ms between two: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}; heap ${before.toFixed(1)} MB, then ${after.toFixed(1)} MB\n`,
);
await measured.close();
server.closeAllConnections();
server.close();
