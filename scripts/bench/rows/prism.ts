import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { postRequest } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onServerCore } from '../cores.ts';
import { heavyPeersLack, startMockoon, startPrism } from '../heavy-peers.ts';
import { defineRow } from '../row.ts';
import { throughputOf, warmUp } from '../throughput.ts';

const SECONDS = 2;
/** Prism takes seven times as long a request: it is warm sooner. */
const PRISM_WARM_SECONDS = 6;

/** Mock servers of the sandbox's own document. */
export default defineRow({
  id: 'S3',
  title: 'beside Prism and Mockoon',
  figures: {
    post: { title: 'POST /orders', unit: 'requests/s', peer: 'Prism', wanted: { atLeast: 5 } },
    start: {
      title: 'process start to ready, Prism to its open port (S5)',
      unit: 'ms',
      peer: 'Prism',
      wanted: { atMost: 0.5 },
    },
    memory: { title: 'memory after start (S6)', unit: 'MB', peer: 'Mockoon', wanted: { atMost: 1 } },
  },
  lacks: heavyPeersLack,
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-prism-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const program = tree.program;
    const sandbox = stack.use(await startSandboxProcess({ program, wrap: onServerCore }));
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${sandbox.baseUrl}/openapi.json`)).text());
    const prism = stack.use(await startPrism(document));
    const request = postRequest('/orders', sandbox.order, sandbox.token);
    await warmUp(sandbox, request);
    await throughputOf(prism, request, PRISM_WARM_SECONDS);
    return {
      async measure() {
        const post = {
          peer: (await throughputOf(prism, request, SECONDS)).perSecond,
          own: (await throughputOf(sandbox, request, SECONDS)).perSecond,
        };
        const stopwatch = startStopwatch();
        await using otherPrism = await startPrism(document);
        const prismMs = stopwatch.nowMs();
        await otherPrism[Symbol.asyncDispose]();
        const again = startStopwatch();
        await using otherSandbox = await startSandboxProcess({ program, wrap: onServerCore });
        const ownMs = again.nowMs();
        await using mockoon = await startMockoon(document);
        const memory = { own: otherSandbox.mostResidentMb(), peer: mockoon.mostResidentMb() };
        return { post, start: { own: ownMs, peer: prismMs }, memory };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
