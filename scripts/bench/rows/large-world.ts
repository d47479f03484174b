import { getRequest, postRequest } from '../../load/requests.ts';
import { mintedToken } from '../../load/sandbox-process.ts';
import { startServerProcess } from '../../load/server-process.ts';
import { onServerCore, processorMsOf } from '../cores.ts';
import { defineRow } from '../row.ts';
import { throughputOf, warmUp } from '../throughput.ts';
import type { Tree } from '../tree.ts';

const [FEW, MANY] = [1_000, 1_000_000];
const SECONDS = 1.5;
const PEER = 'the same with 1,000 orders';
const MB = 1_048_576;

interface Held {
  readonly port: number;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly fixtures: { readonly account: { readonly id: number }; readonly instrument: { readonly id: number } };
}

async function held(tree: Tree, count: number) {
  const server = await startServerProcess(tree.path('scripts/bench/programs/held-orders.ts'), [`${count}`], {
    isWatched: true,
    wrap: onServerCore,
    // Without the memory reducer: it collects where little is asked of a server, between and within the windows.
    nodeOptions: ['--max-old-space-size=12288', '--no-memory-reducer'],
  });
  const { port, baseUrl, controlUrl, fixtures } = JSON.parse(server.line) as Held;
  const token = await mintedToken(controlUrl);
  const answer = await fetch(`${baseUrl}/orders?limit=1`, { headers: { Authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as { readonly items: readonly { readonly orderId: string }[] };
  const { account, instrument } = fixtures;
  const order = { accountId: account.id, instrumentId: instrument.id, side: 'BUY', price: '90.00', qty: '1' };
  const requests = {
    page: getRequest('/orders?limit=100', token),
    row: getRequest(`/orders/${items[0]?.orderId}`, token),
    write: postRequest('/orders', order, token),
  };
  const { heapBytes } = await server.figures();
  const of = { pid: server.pid, port };
  for (const request of Object.values(requests)) await warmUp(of, request);
  /** Microseconds of processor time. */
  const costUs = async (name: keyof typeof requests) =>
    1e6 / (await throughputOf(of, requests[name], SECONDS)).perSecond;
  /** Milliseconds of processor time. */
  async function collectionMs(): Promise<number> {
    const before = processorMsOf(server.pid);
    await server.collect();
    return processorMsOf(server.pid) - before;
  }
  return { costUs, collectionMs, heapBytes, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/**
 * The live heap is what orders weigh; a server that holds a million takes some gigabytes. A major collection of that costs
 * seconds on the helper threads of V8, comes once in very many requests, and made a window of 1.5 s up to fifty times as
 * dear, whatever was asked in it. So each round begins with one, which is a figure by itself, and has none in its windows.
 */
export default defineRow({
  id: 'S7',
  title: 'a million orders',
  figures: {
    page: { title: 'a page of 100 with 1,000,000 orders', unit: 'µs', peer: PEER, wanted: { atMost: 1.2 } },
    row: { title: 'one order of 1,000,000', unit: 'µs', peer: PEER, wanted: { atMost: 1.2 } },
    write: { title: 'a write with 1,000,000 orders', unit: 'µs', peer: PEER, wanted: { atMost: 1.2 } },
    memory: { title: 'live heap of an order', unit: 'KB' },
    collection: { title: 'a major collection with 1,000,000 orders, processor time', unit: 'ms' },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const few = stack.use(await held(tree, FEW));
    const many = stack.use(await held(tree, MANY));
    const memory = { own: (many.heapBytes - few.heapBytes) / (MANY - FEW) / (MB / 1_024) };
    const compared = async (name: 'page' | 'row' | 'write') => ({
      peer: await few.costUs(name),
      own: await many.costUs(name),
    });
    return {
      async measure() {
        await few.collectionMs();
        const collection = { own: await many.collectionMs() };
        const [page, row] = [await compared('page'), await compared('row')];
        return { page, row, write: await compared('write'), memory, collection };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
