/** What a sandbox costs by how many orders it holds. Its windows are long enough for collections of its whole heap. */
import { startSandboxProcess } from '../load/sandbox-process.ts';
import { onServerCore } from './cores.ts';
import { loaded, WARM_REQUESTS } from './load.ts';
import type { Side } from './row.ts';
import { type Asked, orders, pages, placed, writes } from './scenes.ts';

const SECONDS = 15;
/** Few beside what is held: a thousand orders stay some thousand. */
const WRITES_A_SECOND = 500;
const KB = 1_024;

/** `pageUs`, `rowUs` and `writeUs`: processor time of a request while so many orders are held. */
export function holding(count: number): Side {
  return async (tree) => {
    const server = await startSandboxProcess({ program: tree.program, wrap: onServerCore, hasLog: true });
    const asked = async () => ({ page: await pages(server), row: await orders(server), write: await writes(server) });
    await placed(server, WARM_REQUESTS);
    const { page, row } = await asked();
    for (const reads of [page, row]) await loaded(server, reads, { amount: WARM_REQUESTS });
    const costUs = async (of: readonly Asked[], perSecond?: number) =>
      1e6 / (await loaded(server, of, { seconds: SECONDS, ...(perSecond !== undefined && { perSecond }) })).perSecond;
    return {
      async measure() {
        const json = { 'Content-Type': 'application/json' };
        const reset = await fetch(`${server.controlUrl}/reset`, { method: 'POST', headers: json, body: '{}' });
        if (!reset.ok) throw new Error(`the sandbox was not reset: ${await reset.text()}`);
        await placed(server, count);
        const { page, row, write } = await asked();
        const reads = { pageUs: await costUs(page), rowUs: await costUs(row) };
        return { ...reads, writeUs: await costUs(write, WRITES_A_SECOND) };
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };
}

/** `kb`: live heap of one order, of so many. */
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
