import { getRequest, placeOrders } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onServerCore } from '../cores.ts';
import { defineRow } from '../row.ts';
import { throughputOf, warmUp } from '../throughput.ts';

const SECONDS = 1.5;
const THREE = ['--member', '0.14.0', '--member', '0.14.0', '--member', '0.14.0'];

export default defineRow({
  id: 'S14',
  title: 'the front',
  figures: {
    three: {
      title: 'GET of one order with three members',
      unit: 'requests/s',
      peer: 'with one member',
      wanted: { atLeast: 0.95 },
    },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const started = async (options: readonly string[]) => {
      const program = tree.program;
      const sandbox = stack.use(await startSandboxProcess({ program, options, wrap: onServerCore }));
      const request = getRequest(`/orders/${await placeOrders(sandbox, 1)}`, sandbox.token);
      await warmUp(sandbox, request);
      return async () => (await throughputOf(sandbox, request, SECONDS)).perSecond;
    };
    const [one, three] = [await started([]), await started(THREE)];
    return {
      measure: async () => ({ three: { peer: await one(), own: await three() } }),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
