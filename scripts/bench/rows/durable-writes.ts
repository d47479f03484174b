import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measured } from '../../load/measured.ts';
import { postRequest } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onServerCore } from '../cores.ts';
import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';
import { CONNECTIONS, warmUp } from '../throughput.ts';

const SECONDS = 3;

/** By the wall: a disk's pace is not the processor's, and changes by the minute. */
export default defineRow({
  id: 'S4',
  title: 'POST /orders with --data',
  figures: {
    post: {
      title: `POST /orders with --data, ${CONNECTIONS} connections`,
      unit: 'requests/s',
      peer: "the log engine's grouped durable appends",
      wanted: { atLeast: 0.8 },
    },
    slowest: { title: 'p99 of POST with --data', unit: 'ms', peer: 'its own p50', wanted: { atMost: 4 } },
    appends: {
      title: 'grouped durable appends',
      unit: 'records/s',
      peer: 'write and fdatasync alone, 64 records a sync',
    },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-durable-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const sandbox = stack.use(
      await startSandboxProcess({
        program: tree.program,
        options: ['--data', folder],
        wrap: onServerCore,
      }),
    );
    const request = postRequest('/orders', sandbox.order, sandbox.token);
    await warmUp(sandbox, request);
    return {
      async measure() {
        const { appends } = await samplesOf<'appends'>(tree, 'durable-appends.ts');
        const load = { port: sandbox.port, requests: [request], seconds: SECONDS, connections: CONNECTIONS };
        const taken = await measured(load);
        return {
          post: { own: taken.good / SECONDS, peer: appends.own },
          slowest: { own: taken.p99Ms, peer: taken.p50Ms },
          appends,
        };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
