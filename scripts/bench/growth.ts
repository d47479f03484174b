/** The cost of a sandbox by the number of orders that it holds. The windows are long enough for full garbage collections. */
import type { LoadRequest } from '../load/measured.ts';
import { startSandboxProcess } from '../load/sandbox-process.ts';
import { onServerCore } from './cores.ts';
import { loaded, WARM_REQUESTS } from './load.ts';
import type { Side } from './row.ts';
import { orders, pages, placed, writes } from './scenes.ts';

const SECONDS = 15;
/** Small compared with the number of held orders: 1,000 orders must stay about 1,000. */
const WRITES_A_SECOND = 500;
const KB = 1_024;

/** `pageUs`, `rowUs` and `writeUs`: processor time of one request, in microseconds, while this many orders are held. */
export function holding(count: number): Side {
  return async (tree) => {
    const server = await startSandboxProcess({ program: tree.program, wrap: onServerCore, hasLog: true });
    const requests = async () => ({
      page: await pages(server),
      row: await orders(server),
      write: await writes(server),
    });
    await placed(server, WARM_REQUESTS);
    const { page, row } = await requests();
    for (const reads of [page, row]) await loaded(server, reads, { amount: WARM_REQUESTS });
    const costUs = async (of: readonly LoadRequest[], perSecond?: number) =>
      1e6 / (await loaded(server, of, { seconds: SECONDS, ...(perSecond !== undefined && { perSecond }) })).perSecond;
    return {
      async measure() {
        const json = { 'Content-Type': 'application/json' };
        const reset = await fetch(`${server.controlUrl}/reset`, { method: 'POST', headers: json, body: '{}' });
        if (!reset.ok) throw new Error(`the sandbox was not reset: ${await reset.text()}`);
        await placed(server, count);
        const { page, row, write } = await requests();
        const reads = { pageUs: await costUs(page), rowUs: await costUs(row) };
        return { ...reads, writeUs: await costUs(write, WRITES_A_SECOND) };
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}

/** `kb`: live heap per order, in KB, measured over this many orders. */
export function orderWeight(count: number): Side {
  return async (tree) => ({
    async measure() {
      await using server = await startSandboxProcess({
        program: tree.program,
        wrap: onServerCore,
        hasLog: true,
        isWatched: true,
      });
      const before = await server.figures();
      await placed(server, count);
      const after = await server.figures();
      return { kb: (after.heapBytes - before.heapBytes) / count / KB };
    },
    [Symbol.asyncDispose]: async () => {},
  });
}
