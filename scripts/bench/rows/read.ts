import { placeOrders } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { comparedRead, READ_PEER } from '../compared-read.ts';
import { onServerCore } from '../cores.ts';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S1',
  title: 'reads of one row',
  figures: {
    order: { title: 'GET of one order', unit: 'requests/s', peer: READ_PEER, wanted: { atLeast: 0.75 } },
    me: { title: 'GET /me', unit: 'requests/s', peer: READ_PEER, wanted: { atLeast: 0.75 } },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const sandbox = stack.use(await startSandboxProcess({ program: tree.program, wrap: onServerCore }));
    const order = stack.use(await comparedRead(sandbox, `/orders/${await placeOrders(sandbox, 1)}`));
    const me = stack.use(await comparedRead(sandbox, '/me'));
    return {
      measure: async (round) => ({ order: await order.measure(round), me: await me.measure(round) }),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
