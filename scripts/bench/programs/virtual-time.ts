/**
 * Virtual time: a day of an idle platform with twenty open sessions (heartbeats of the balances every half minute), a day of
 * 1,000 sessions that are renewed each hour, and a year with 100 accounts. Prints seconds of processor time, and by how many MB
 * the live heap grew over the second half of the year.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from '../../../platform-sim/sandbox.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HEARTBEATS_A_DAY = 2_880;
const SESSIONS = 20;
const RENEWED = 1_000;
const ACCOUNTS = 100;
const YEAR_DAYS = 365;

async function processorS(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Of a token that outlives the day. */
function tokenOf({ issuer }: Sandbox, name: string, expiresInMs = 2 * DAY_MS): string {
  const persona = issuer.personas.named(name);
  assert(persona !== undefined);
  return issuer.mint(persona, { expiresInMs });
}

async function opened(sandbox: Sandbox, token: string): Promise<WebSocket> {
  const socket = new WebSocket(sandbox.profile.sockets.trading, { headers: { Authorization: `Bearer ${token}` } });
  await once(socket, 'message');
  return socket;
}

async function idleDay(): Promise<number> {
  await using sandbox = await startSandbox();
  const sockets = await Promise.all(
    Array.from({ length: SESSIONS }, async () => {
      const socket = await opened(sandbox, tokenOf(sandbox, 'trader'));
      socket.send(JSON.stringify({ op: 'subscribe', reqId: 'all', params: { topics: ['orders', 'executions'] } }));
      await once(socket, 'message');
      return socket;
    }),
  );
  const took = await processorS(async () => {
    const { fired } = await sandbox.clock.advance(DAY_MS);
    assert.equal(fired.filter(({ label }) => label === 'custody: heartbeat').length, HEARTBEATS_A_DAY);
  });
  for (const socket of sockets) socket.terminate();
  return took;
}

/** Listens once for all: an iterator of events has two queues of 16 KB, whose garbage would be most of what is measured. */
function renewal(socket: WebSocket, reqId: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const hear = (data: unknown): void => {
    const frame = JSON.parse(String(data)) as Readonly<Record<string, unknown>>;
    if (frame['event'] === 'sessionExpiring') {
      socket.send(JSON.stringify({ op: 'auth', reqId, params: { token } }));
    } else if (frame['reqId'] === reqId) {
      socket.off('message', hear);
      if (frame['success'] === true) resolve();
      else reject(new Error(`a renewal was refused: ${String(data)}`));
    }
  };
  socket.on('message', hear);
  return promise;
}

/** Each session renews by op auth when the member tells it that it expires. */
async function renewedDay(): Promise<number> {
  await using sandbox = await startSandbox();
  const sockets: WebSocket[] = [];
  while (sockets.length < RENEWED) sockets.push(await opened(sandbox, tokenOf(sandbox, 'trader', HOUR_MS)));
  const took = await processorS(async () => {
    for (let hour = 0; hour < 23; hour += 1) {
      const token = tokenOf(sandbox, 'trader', 2 * HOUR_MS - 60_000);
      const renewed = sockets.map((socket) => renewal(socket, `hour-${hour}`, token));
      await sandbox.clock.advance(HOUR_MS - 60_000);
      await Promise.all(renewed);
    }
  });
  for (const socket of sockets) socket.terminate();
  return took;
}

/** Each with its own balances, and an order that rests. */
async function writeAccounts(sandbox: Sandbox): Promise<void> {
  const token = tokenOf(sandbox, 'admin');
  const post = async (path: string, key: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await request(sandbox.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    assert.equal(answer.statusCode, 201, text);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const instrument = sandbox.profile.fixtures.instrument.symbol;
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const account = { exchangeId: 1, displayName: `idle ${n}`, credentialId: 1 };
    const { accountId } = await post('/accounts', `account-${n}`, account);
    await post('/orders', `order-${n}`, { accountId, instrument, side: 'BUY', price: '90.00', qty: '1' });
  }
}

async function year(): Promise<{ readonly tookS: number; readonly grewMb: number }> {
  await using sandbox = await startSandbox();
  await writeAccounts(sandbox);
  const heapMb = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  let [halfMb, tookS] = [0, 0];
  for (let day = 0; day < YEAR_DAYS; day += 1) {
    tookS += await processorS(() => sandbox.clock.advance(DAY_MS, { each: () => {} }));
    if (day === YEAR_DAYS >> 1) halfMb = heapMb();
  }
  return { tookS, grewMb: heapMb() - halfMb };
}

const [part] = process.argv.slice(2);
if (part === 'year') {
  const { tookS, grewMb } = await year();
  console.log(JSON.stringify({ year: { own: tookS }, growth: { own: grewMb } }));
} else {
  console.log(JSON.stringify({ day: { own: await idleDay() }, renewed: { own: await renewedDay() } }));
}
process.exit();
