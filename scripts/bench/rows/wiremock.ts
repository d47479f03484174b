import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequest, placeOrders } from '../../load/requests.ts';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onServerCore } from '../cores.ts';
import { startWireMock, wireMockLacks } from '../heavy-peers.ts';
import { defineRow } from '../row.ts';
import { throughputOf, warmUp } from '../throughput.ts';

const SECONDS = 2;

export default defineRow({
  id: 'S1',
  title: 'beside WireMock',
  figures: {
    order: {
      title: 'GET of one order',
      unit: 'requests/s',
      peer: 'WireMock, asynchronous and without a journal',
      wanted: { atLeast: 1 },
    },
  },
  lacks: wireMockLacks,
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-wiremock-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const sandbox = stack.use(await startSandboxProcess({ program: tree.program, wrap: onServerCore }));
    const path = `/orders/${await placeOrders(sandbox, 1)}`;
    const answer = await fetch(sandbox.baseUrl + path, { headers: { Authorization: `Bearer ${sandbox.token}` } });
    mkdirSync(join(folder, 'mappings'));
    const response = { status: 200, body: await answer.text(), headers: { 'Content-Type': 'application/json' } };
    const stub = { request: { method: 'GET', url: path }, response };
    writeFileSync(join(folder, 'mappings/order.json'), JSON.stringify(stub));
    const wireMock = stack.use(await startWireMock(folder));
    const request = getRequest(path, sandbox.token);
    await warmUp(sandbox, request);
    await warmUp(wireMock, request);
    return {
      async measure() {
        const peer = (await throughputOf(wireMock, request, SECONDS)).perSecond;
        return { order: { own: (await throughputOf(sandbox, request, SECONDS)).perSecond, peer } };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
