/**
 * A day of many trading sessions on the virtual clock, each renewed by op auth in every hour when the member says that it
 * expires, beside bare connections of ws that exchange as many frames. Client and server share the process; what counts
 * is the processor's time, and its ratio. All sessions renew with the hour's one token, so no signature is measured.
 *
 *     node scripts/bench/renewed-sessions.ts [SESSIONS]
 *
 * Exits 1 where a renewal failed, 2 where the number of sessions is none.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { countArgument } from './count-argument.ts';

const HOURS = 24;
const OPENED_AT_ONCE = 50;
/** When a member warns of the end of an hour's token. */
const RENEWED_AFTER_MS = 59 * 60_000;
const HALF_AN_HOUR_NS = 1_800_000_000_000n;

const sessions = countArgument('sessions', 1_000);

/** Calls `answer` with each frame of each socket; the returned function waits for as many renewals as sockets. */
function renewing(sockets: readonly WebSocket[], answer: (socket: WebSocket) => Promise<void>): () => Promise<void> {
  let renewed = 0;
  let round = Promise.withResolvers<void>();
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(String(data)) as Readonly<Record<string, unknown>>;
      if (frame['event'] === 'sessionExpiring') void answer(socket);
      if (frame['op'] !== 'auth') return;
      assert.equal(frame['success'], true);
      renewed += 1;
      if (renewed % sockets.length === 0) round.resolve();
    });
  }
  return async () => {
    await round.promise;
    round = Promise.withResolvers();
  };
}

async function opened(open: () => WebSocket, first: 'open' | 'message'): Promise<readonly WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < sessions) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, sessions - sockets.length) }, open);
    await Promise.all(some.map((socket) => once(socket, first)));
    sockets.push(...some);
  }
  return sockets;
}

async function secondsOf(day: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await day();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

await using sandbox = await startSandbox();
const { issuer, clock, profile } = sandbox;
const trader = issuer.personas.named('trader');
assert(trader !== undefined);
let hours = { token: issuer.issue(trader), atNs: clock.nowNs() };
const headers = { Authorization: `Bearer ${await hours.token}` };

async function renew(socket: WebSocket): Promise<void> {
  const atNs = clock.nowNs();
  if (trader !== undefined && atNs > hours.atNs + HALF_AN_HOUR_NS) hours = { token: issuer.issue(trader), atNs };
  socket.send(JSON.stringify({ op: 'auth', reqId: 'renewal', params: { token: await hours.token } }));
}

const own = await opened(() => new WebSocket(profile.sockets.trading, { headers }), 'message');
const ownRenewed = renewing(own, renew);

const server = new WebSocketServer({ port: 0, perMessageDeflate: false });
await once(server, 'listening');
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { op, reqId } = JSON.parse(String(data)) as Readonly<Record<string, unknown>>;
    const grant = { capabilities: ['orders:trade'], expiresAtNs: `${clock.nowNs()}` };
    socket.send(JSON.stringify({ op, reqId, success: true, ...grant }));
  });
});
const bare = await opened(() => new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`), 'open');
const bareRenewed = renewing(bare, renew);

const ownSeconds = await secondsOf(async () => {
  for (let hour = 0; hour < HOURS; hour += 1) {
    await clock.advance(RENEWED_AFTER_MS, { each: () => {} });
    await ownRenewed();
  }
});
const bareSeconds = await secondsOf(async () => {
  for (let hour = 0; hour < HOURS; hour += 1) {
    const data = { expiresAtNs: `${clock.nowNs()}`, inMs: 60_000 };
    for (const socket of server.clients) socket.send(JSON.stringify({ event: 'sessionExpiring', data }));
    await bareRenewed();
  }
});
console.log(
  `a day of ${sessions} sessions, renewed each hour: ${ownSeconds.toFixed(1)} s of the processor; bare ws: ${bareSeconds.toFixed(1)} s; ratio ${(ownSeconds / bareSeconds).toFixed(2)}`,
);
for (const socket of [...own, ...bare]) socket.terminate();
server.close();
