/**
 * What it costs a request that its headers and bodies are kept for `/exchanges?bodies=true`: an exchange is recorded with
 * them and without, in turn. Prints microseconds of processor time.
 */
import { Exchanges } from '../../../platform-sim/control/exchanges.ts';
import { spreadOf } from '../statistics.ts';

const ROUNDS = 200;
const RECORDS = 2_000;

const order = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' };
const told = { atNs: '1795423741139000000', member: 'm1', requestId: 'req-1', method: 'POST', path: '/orders' };
const event = { ...told, status: 201, key: 'bench-1', refused: null };
const [kept, bare] = [new Exchanges(), new Exchanges()];

/** Each exchange has texts of its own, as a request has. */
function recordedUs(into: Exchanges, hasContent: boolean): number {
  const bodies = Array.from({ length: RECORDS }, (_, i) => JSON.stringify({ ...order, i }));
  const before = process.threadCpuUsage();
  for (const body of bodies) {
    const sent = { target: '/orders', requestHeaders: ['a', 'b'], requestBody: body, responseHeaders: {} };
    into.record(event, hasContent ? { ...sent, responseBody: body } : undefined);
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / RECORDS;
}

const times = { kept: [] as number[], bare: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  times.kept.push(recordedUs(kept, true));
  times.bare.push(recordedUs(bare, false));
}
const cost = { own: Math.max(0, spreadOf(times.kept).median - spreadOf(times.bare).median) };
console.log(JSON.stringify({ cost }));
