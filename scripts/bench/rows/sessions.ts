import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { holdSessions } from '../../load/held-sessions.ts';
import { mintedToken, startSandboxProcess } from '../../load/sandbox-process.ts';
import type { ServerProcess } from '../../load/server-process.ts';
import { onServerCore } from '../cores.ts';
import { startPeer } from '../peer.ts';
import { opened, renewalsOf } from '../renewals.ts';
import { defineRow } from '../row.ts';

const HELD = 10_000;
/** Opened and closed first, so that what a server loads and compiles once is not counted to its sessions. */
const WARM_SESSIONS = 500;
const RENEWING = 32;
const RENEWALS = 2_000;
const POLL_MS = 20;

const { sleep } = startStopwatch();

async function kilobytesASession(server: ServerProcess, url: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const idle = server.descriptors();
  for (const peer of await holdSessions(url, headers, WARM_SESSIONS)) peer.destroy();
  // What is still being closed is not to be given back while the others are counted.
  while (server.descriptors() > idle) await sleep(POLL_MS);
  const before = await server.figures();
  const held = await holdSessions(url, headers, HELD);
  const after = await server.figures();
  for (const peer of held) peer.destroy();
  return (after.residentBytes - before.residentBytes) / HELD / 1_024;
}

export default defineRow({
  id: 'S12',
  title: 'sessions',
  figures: {
    idle: { title: `an idle trading session, ${HELD} held`, unit: 'KB', peer: 'ws', wanted: { atMost: 2 } },
    renewals: { title: 'renewals by op auth', unit: 'renewals/s', peer: 'ws + jose', wanted: { atLeast: 0.5 } },
  },
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const started = async (isWatched: boolean) =>
      startSandboxProcess({ program: tree.program, isWatched, wrap: onServerCore });
    const sandbox = stack.use(await started(false));
    const { identity, sockets } = sandbox.profile;
    const bare = stack.use(await startPeer('bare-renewals.mjs', [identity.jwks, identity.audience]));
    const own = await opened(RENEWING, sockets.trading, sandbox.token);
    const peers = await opened(RENEWING, `ws://127.0.0.1:${bare.port}/`, sandbox.token);
    const tokens = async () => {
      const minted: string[] = [];
      while (minted.length < RENEWALS) minted.push(await mintedToken(sandbox.controlUrl));
      return minted;
    };
    const renewed = async () => ({
      peer: await renewalsOf(bare.pid, peers, await tokens()),
      own: await renewalsOf(sandbox.pid, own, await tokens()),
    });
    await renewed();
    return {
      async measure() {
        await using watched = await started(true);
        await using ws = await startPeer('bare-sockets.mjs', [], { isWatched: true });
        const idle = {
          own: await kilobytesASession(watched, watched.profile.sockets.trading, watched.token),
          peer: await kilobytesASession(ws, `ws://127.0.0.1:${ws.port}/`, ''),
        };
        return { idle, renewals: await renewed() };
      },
      async [Symbol.asyncDispose]() {
        for (const socket of [...own, ...peers]) socket.terminate();
        await stack.disposeAsync();
      },
    };
  },
});
