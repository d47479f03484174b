import { placeOrders } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { comparedRead, READ_PEER } from '../compared-read.ts';
import { onServerCore } from '../cores.ts';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S2',
  title: 'pages',
  figures: {
    page: { title: 'a page of 100 orders', unit: 'pages/s', peer: READ_PEER, wanted: { atLeast: 0.75 } },
    half: { title: 'a page of 50 orders', unit: 'pages/s', peer: READ_PEER },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const sandbox = stack.use(await startSandboxProcess({ program: tree.program, wrap: onServerCore }));
    await placeOrders(sandbox, 200);
    const page = stack.use(await comparedRead(sandbox, '/orders?limit=100'));
    const half = stack.use(await comparedRead(sandbox, '/orders?limit=50'));
    return {
      measure: async (round) => ({ page: await page.measure(round), half: await half.measure(round) }),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
