/**
 * What it costs a request that its headers and bodies are kept for `/exchanges?bodies=true`: an exchange is recorded with
 * them and without, in turn, beside a read of 100 orders and the placing of one in the same process. Prints the
 * difference as a share of each request.
 *
 *     node scripts/bench/kept-bodies.ts [rounds]
 *
 * Exits 1 where a share is above 2 per cent, 2 where the number of rounds is none.
 */
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { Exchanges } from '../../platform-sim/control/exchanges.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { countArgument } from './count-argument.ts';

const MOST = 0.02;
const RECORDS = 2_000;

const rounds = countArgument('rounds', 200);
const { nowMs } = startStopwatch();
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

await using sandbox = await startSandbox({ clock: 'real' });
const { identity, principals, baseUrl } = sandbox.profile;
const { clientId, clientSecret } = principals.trader;
const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
const granted = await fetch(identity.tokenEndpoint, { method: 'POST', body: new URLSearchParams(form) });
const { access_token: token } = (await granted.json()) as { access_token: string };
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
const order = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };

const event = {
  atNs: '1795423741139000000',
  member: 'm1',
  requestId: 'req-1',
  method: 'POST',
  path: '/orders',
  status: 201,
  key: 'bench-1',
  refused: null,
};
const kept = new Exchanges();
const bare = new Exchanges();

/** Microseconds an exchange; each has texts of its own, as a request has. */
function recorded(into: Exchanges, hasContent: boolean): number {
  const bodies = Array.from({ length: RECORDS }, (_, i) => JSON.stringify({ ...order, i }));
  const beganMs = nowMs();
  for (const body of bodies) {
    const sent = { target: '/orders', requestHeaders: ['a', 'b'], requestBody: body, responseHeaders: {} };
    into.record(event, hasContent ? { ...sent, responseBody: body } : undefined);
  }
  return ((nowMs() - beganMs) * 1000) / RECORDS;
}

async function asked(send: () => Promise<Response>): Promise<number> {
  const beganMs = nowMs();
  const answer = await send();
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return (nowMs() - beganMs) * 1000;
}

const times = { kept: [] as number[], bare: [] as number[], read: [] as number[], write: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  times.kept.push(recorded(kept, true));
  times.bare.push(recorded(bare, false));
  times.read.push(await asked(() => fetch(`${baseUrl}/orders?limit=100`, { headers })));
  const clientOrderId = `bench-${round}`;
  const own = { ...headers, 'Idempotency-Key': clientOrderId };
  const body = JSON.stringify({ ...order, clientOrderId });
  times.write.push(await asked(() => fetch(`${baseUrl}/orders`, { method: 'POST', headers: own, body })));
}
const costUs = Math.max(0, median(times.kept) - median(times.bare));
console.log(`kept: ${costUs.toFixed(2)} microseconds an exchange, median of ${rounds} rounds`);
const shares = (['read', 'write'] as const).map((name) => {
  const share = costUs / median(times[name]);
  console.log(`${name}: ${median(times[name]).toFixed(0)} microseconds, share ${(share * 100).toFixed(2)} %`);
  return share;
});
process.exitCode = Math.max(...shares) > MOST ? 1 : 0;
