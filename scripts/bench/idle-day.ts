/**
 * A day of virtual time in which nobody does anything (S11): heartbeats of the balances every half minute (BAL-05), and open
 * sessions of the trading socket that hear of everything. In the small world, in the large one, and in the small one with
 * accounts and orders of a test run.
 *
 *     node scripts/bench/idle-day.ts [RUNS]
 *
 * Exits 1 where a median is a second or more, or a day has other than its 2,880 heartbeats.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { countArgument } from './count-argument.ts';

const DAY_MS = 86_400_000;
const HEARTBEATS = 2_880;
const SESSIONS = 20;
const ACCOUNTS = 500;

const DAYS = {
  'small world': (sandbox: Sandbox) => openSessions(sandbox),
  'large world': (sandbox: Sandbox) => openSessions(sandbox),
  'small world after a test run': async (sandbox: Sandbox) => {
    await writeAccounts(sandbox);
    return openSessions(sandbox);
  },
} as const satisfies Record<string, (sandbox: Sandbox) => Promise<readonly WebSocket[]>>;

const runs = countArgument('runs', 5);
for (const [name, prepare] of Object.entries(DAYS)) {
  const took: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await using sandbox = await startSandbox({ world: name.startsWith('large') ? 'large' : 'small' });
    const sockets = await prepare(sandbox);
    const stopwatch = startStopwatch();
    const { fired } = await sandbox.clock.advance(DAY_MS);
    took.push(stopwatch.nowMs());
    assert.equal(fired.filter(({ label }) => label === 'custody: heartbeat').length, HEARTBEATS);
    for (const socket of sockets) socket.terminate();
  }
  took.sort((left, right) => left - right);
  const median = took[runs >> 1] ?? Number.NaN;
  console.log(
    `a day, ${name}: ${median.toFixed(0)} ms (${took[0]?.toFixed(0)} to ${took.at(-1)?.toFixed(0)}), below 1000 wanted`,
  );
  if (!(median < 1_000)) process.exitCode = 1;
}

/** Of a token that outlives the day. */
function tokenOf({ issuer }: Sandbox, name: string): string {
  const persona = issuer.personas.named(name);
  assert(persona !== undefined);
  return issuer.mint(persona, { expiresInMs: 2 * DAY_MS });
}

async function openSessions(sandbox: Sandbox): Promise<readonly WebSocket[]> {
  const headers = { Authorization: `Bearer ${tokenOf(sandbox, 'trader')}` };
  return Promise.all(
    Array.from({ length: SESSIONS }, async () => {
      const socket = new WebSocket(sandbox.profile.sockets.trading, { headers });
      await once(socket, 'message');
      socket.send(JSON.stringify({ op: 'subscribe', reqId: 'all', params: { topics: ['orders', 'executions'] } }));
      await once(socket, 'message');
      return socket;
    }),
  );
}

/** Each with its own balances, and an order that rests. */
async function writeAccounts(sandbox: Sandbox): Promise<void> {
  const token = tokenOf(sandbox, 'admin');
  const post = async (path: string, key: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await request(sandbox.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said = await answer.body.text();
    assert.equal(answer.statusCode, 201, said);
    return JSON.parse(said) as Record<string, unknown>;
  };
  const { instrument } = sandbox.profile.fixtures;
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const { accountId } = await post('/accounts', `account-${n}`, {
      exchangeId: 1,
      displayName: `idle ${n}`,
      credentialId: 1,
    });
    const order = { accountId, instrument: instrument.symbol, side: 'BUY', price: '90.00', qty: '1' };
    await post('/orders', `order-${n}`, order);
  }
}
