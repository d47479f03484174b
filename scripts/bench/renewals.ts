/**
 * How many renewals by op auth a member's trading sessions take a second, beside bare connections of ws that verify the
 * same tokens with jose and echo. Each server is a process of its own; every renewal brings another token.
 *
 *     node scripts/bench/renewals.ts [renewals]
 *
 * Exits 1 where the ratio is below 0.5, 2 where the number of renewals is none.
 */
import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { countArgument } from './count-argument.ts';
import { startServer } from './held-sessions.ts';

const LEAST = 0.5;
const SESSIONS = 32;
const WARM = 500;
const ROUNDS = 3;

const count = countArgument('renewals', 4_000);

/** Renewals a second over all of these, each with one under way: a session takes its renewals one after the other. */
async function rate(sockets: readonly WebSocket[], tokens: readonly string[]): Promise<number> {
  const stopwatch = startStopwatch();
  const waiting = [...tokens];
  await Promise.all(
    sockets.map(async (socket) => {
      const frames = on(socket, 'message');
      for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
        const reqId = `r${waiting.length}`;
        socket.send(JSON.stringify({ op: 'auth', reqId, params: { token } }));
        await answered(frames, reqId);
      }
      await frames.return?.();
    }),
  );
  return tokens.length / (stopwatch.nowMs() / 1_000);
}

async function answered(frames: ReturnType<typeof on>, reqId: string): Promise<void> {
  for (;;) {
    const { value: told } = await frames.next();
    const frame = JSON.parse(String(told?.[0])) as { readonly reqId?: string; readonly success?: boolean };
    if (frame.reqId === undefined) continue;
    if (frame.reqId === reqId && frame.success === true) return;
    throw new Error(`refused: ${String(told?.[0])}`);
  }
}

interface Identity {
  readonly tokenEndpoint: string;
  readonly jwks: string;
  readonly audience: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

async function freshToken({ tokenEndpoint, audience, clientId, clientSecret }: Identity): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience };
  const answer = await fetch(tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

const own = await startServer('./own-sockets.ts');
const [url = '', token = '', json = ''] = own.line.split(' ');
const identity = JSON.parse(json) as Identity;
const bare = await startServer('./bare-renewals.ts', identity.jwks, identity.audience);
const tokens: string[] = [];
while (tokens.length < 2 * WARM + 2 * count * ROUNDS) tokens.push(await freshToken(identity));

async function opened(open: () => WebSocket): Promise<readonly WebSocket[]> {
  const sockets = Array.from({ length: SESSIONS }, open);
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  return sockets;
}

const sockets = {
  own: await opened(() => new WebSocket(url, { headers: { Authorization: `Bearer ${token}` } })),
  bare: await opened(() => new WebSocket(`ws://127.0.0.1:${bare.line}/`)),
};
const best = { own: 0, bare: 0 };
for (const held of Object.values(sockets)) await rate(held, tokens.splice(0, WARM));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of ['bare', 'own'] as const) {
    best[name] = Math.max(best[name], await rate(sockets[name], tokens.splice(0, count)));
  }
}
for (const socket of Object.values(sockets).flat()) socket.terminate();
await Promise.all([own.stop(), bare.stop()]);
const ratio = best.own / best.bare;
console.log(
  `renewals a second: ${best.own.toFixed(0)}; bare ws with jose: ${best.bare.toFixed(0)}; ratio ${ratio.toFixed(2)}, at least ${LEAST} wanted`,
);
if (ratio < LEAST) process.exitCode = 1;
