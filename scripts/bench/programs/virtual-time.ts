/**
 * Virtual time. Prints the processor time, in seconds, of a day of an idle platform with twenty open sessions (balances send
 * a heartbeat every half minute), and the growth of the live heap, in MB, over the second half of an idle month.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';

const DAY_MS = 86_400_000;
const HEARTBEATS_A_DAY = 2_880;
const SESSIONS = 20;
const MONTH_DAYS = 30;

async function subscribed(sandbox: Sandbox): Promise<WebSocket> {
  const trader = sandbox.issuer.personas.named('trader');
  assert(trader !== undefined);
  // The token must outlive the day.
  const headers = { Authorization: `Bearer ${sandbox.issuer.mint(trader, { expiresInMs: 2 * DAY_MS })}` };
  const socket = new WebSocket(sandbox.profile.sockets.trading, { headers });
  await once(socket, 'message');
  socket.send(JSON.stringify({ op: 'subscribe', reqId: 'all', params: { topics: ['orders', 'executions'] } }));
  await once(socket, 'message');
  return socket;
}

async function idleDayS(): Promise<number> {
  await using sandbox = await startSandbox();
  const sockets = await Promise.all(Array.from({ length: SESSIONS }, () => subscribed(sandbox)));
  const before = process.cpuUsage();
  const { fired } = await sandbox.clock.advance(DAY_MS);
  const { user, system } = process.cpuUsage(before);
  assert.equal(fired.filter(({ label }) => label === 'custody: heartbeat').length, HEARTBEATS_A_DAY);
  for (const socket of sockets) socket.terminate();
  return (user + system) / 1e6;
}

async function idleMonthMb(): Promise<number> {
  await using sandbox = await startSandbox();
  const heapMb = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const halfAMonth = () => sandbox.clock.advance((MONTH_DAYS / 2) * DAY_MS, { each: () => {} });
  await halfAMonth();
  const before = heapMb();
  await halfAMonth();
  return heapMb() - before;
}

console.log(JSON.stringify({ dayS: await idleDayS(), monthMb: await idleMonthMb() }));
process.exit();
