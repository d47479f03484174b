import { getRequest } from '../load/requests.ts';
import type { SandboxProcess } from '../load/sandbox-process.ts';
import { startPeer } from './peer.ts';
import type { Sample } from './row.ts';
import { type Served, throughputOf, warmUp } from './throughput.ts';

const SECONDS = 1.5;

export const READ_PEER = 'koa + @koa/router, the same body ready-made';

/** The same read of the product and of a bare Koa that sends the same body. */
export async function comparedRead(sandbox: SandboxProcess, path: string) {
  const own = getRequest(path, sandbox.token);
  const answer = await fetch(sandbox.baseUrl + path, { headers: { Authorization: `Bearer ${sandbox.token}` } });
  const koa = await startPeer('bare-koa.mjs', [await answer.text()]);
  const bare = getRequest('/orders/1', sandbox.token);
  await warmUp(sandbox, own);
  await warmUp(koa, bare);
  return {
    async measure(round: number): Promise<Sample> {
      const rate = async (of: Served, request: string) => (await throughputOf(of, request, SECONDS)).perSecond;
      if (round % 2 === 0) return { own: await rate(sandbox, own), peer: await rate(koa, bare) };
      const peer = await rate(koa, bare);
      return { own: await rate(sandbox, own), peer };
    },
    [Symbol.asyncDispose]: () => koa[Symbol.asyncDispose](),
  };
}
