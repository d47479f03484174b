/**
 * A trading session's whole life on the virtual clock: 24 hours, renewed by op auth each hour when the member says that it
 * expires, and then not renewed. The sandbox, its control plane and the session are the real ones, over loopback.
 *
 *     node scripts/bench/session-day.ts
 *
 * Exits 1 where the life took a second or more, or the session did not go on as it should.
 */
import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';

const HOURS = 24;

await using sandbox = await startSandbox({ clock: 'virtual' });
const { issuer, profile, controlUrl } = sandbox;
const trader = issuer.personas.named('trader');
assert(trader !== undefined);

async function advance(by: string): Promise<void> {
  const answer = await fetch(`${controlUrl}/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ by }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

const socket = new WebSocket(profile.sockets.trading, {
  headers: { Authorization: `Bearer ${await issuer.issue(trader)}` },
});
const frames = on(socket, 'message');

/** The next frame in which `member` has this value. */
async function next(member: string, value: unknown): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const { value: told } = await frames.next();
    const frame = JSON.parse(String(told?.[0])) as Record<string, unknown>;
    if (frame[member] === value) return frame;
  }
}

await next('event', 'sessionOpened');
const closed = once(socket, 'close');
const stopwatch = startStopwatch();
for (let hour = 0; hour < HOURS; hour += 1) {
  await advance('59m');
  await next('event', 'sessionExpiring');
  const token = await issuer.issue(trader);
  socket.send(JSON.stringify({ op: 'auth', reqId: `hour-${hour}`, params: { token } }));
  assert.equal((await next('reqId', `hour-${hour}`))['success'], true);
}
await advance('1h');
const [code] = (await closed) as [number];
const tookMs = stopwatch.nowMs();
assert.equal(code, 4001);
console.log(`a day of a session, renewed ${HOURS} times, then lapsed: ${tookMs.toFixed(0)} ms, below 1000 wanted`);
if (tookMs >= 1_000) process.exitCode = 1;
