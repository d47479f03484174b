import { postRequest } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onServerCore } from '../cores.ts';
import { startPeer } from '../peer.ts';
import { defineRow } from '../row.ts';
import { CONNECTIONS, throughputOf, warmUp } from '../throughput.ts';

const SECONDS = 2;

export default defineRow({
  id: 'S3',
  title: 'POST /orders, memory log',
  figures: {
    post: {
      title: 'POST /orders',
      unit: 'requests/s',
      peer: 'koa + koa-body + ajv + a store',
      wanted: { atLeast: 0.6 },
    },
    slowest: {
      title: `p99 of POST at ${CONNECTIONS} connections`,
      unit: 'ms',
      peer: 'its own p50',
      wanted: { atMost: 4 },
    },
    bareSlowest: { title: 'the same of koa + koa-body + ajv + a store', unit: 'ms', peer: 'its own p50' },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const sandbox = stack.use(await startSandboxProcess({ program: tree.program, wrap: onServerCore }));
    const bare = stack.use(await startPeer('bare-store.mjs'));
    const request = postRequest('/orders', sandbox.order, sandbox.token);
    await warmUp(sandbox, request);
    await warmUp(bare, request);
    return {
      async measure() {
        const peer = await throughputOf(bare, request, SECONDS);
        const own = await throughputOf(sandbox, request, SECONDS);
        return {
          post: { own: own.perSecond, peer: peer.perSecond },
          slowest: { own: own.p99Ms, peer: own.p50Ms },
          bareSlowest: { own: peer.p99Ms, peer: peer.p50Ms },
        };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
