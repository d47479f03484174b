import { postRequest } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onServerCore } from '../cores.ts';
import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';
import { throughputOf, warmUp } from '../throughput.ts';

export default defineRow({
  id: 'C1',
  title: 'bodies kept for the console',
  figures: {
    cost: {
      title: 'headers and bodies of an exchange are kept',
      unit: 'µs',
      peer: 'POST /orders',
      wanted: { atMost: 0.02 },
    },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const program = tree.program;
    const sandbox = stack.use(await startSandboxProcess({ program, wrap: onServerCore }));
    const request = postRequest('/orders', sandbox.order, sandbox.token);
    await warmUp(sandbox, request);
    return {
      async measure() {
        const { cost } = await samplesOf<'cost'>(tree, 'kept-bodies.ts');
        return { cost: { ...cost, peer: 1e6 / (await throughputOf(sandbox, request, 1)).perSecond } };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
