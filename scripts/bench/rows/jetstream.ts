import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, WITHOUT_NATS } from '../../../platform-sim/log/nats/testing/nats-server.ts';
import { freePort } from '../../../platform-sim/testing/free-port.ts';
import { getRequest } from '../../load/requests.ts';
import { mintedToken, startSandboxProcess } from '../../load/sandbox-process.ts';
import { startServerProcess } from '../../load/server-process.ts';
import { onServerCore } from '../cores.ts';
import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';
import { throughputOf, warmUp } from '../throughput.ts';

const SECONDS = 2;

/** A member's process shares nothing with another one for a read: members on other cores add up. */
export default defineRow({
  id: 'S13',
  title: 'JetStream platform',
  figures: {
    writes: {
      title: 'records through the sequencer',
      unit: 'records/s',
      peer: 'raw pipelined publish to JetStream',
      wanted: { atLeast: 0.5 },
    },
    reads: {
      title: "GET /me of one member's process, a second of its core",
      unit: 'requests/s',
      peer: 'a sandbox of one process',
    },
  },
  lacks: (tree) =>
    existsSync(tree.path('scripts/cli/platform.ts'))
      ? WITHOUT_NATS
      : '`touchstone platform` does not exist in this revision',
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const program = tree.program;
    const nats = stack.use(await startNats());
    const [port, controlPort] = [await freePort(), await freePort()];
    const baseUrl = `http://127.0.0.1:${port}`;
    const of = ['--platform', nats.url, '--json'];
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-jetstream-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const profile = ['--profile-out', join(folder, 'profile.json')];
    stack.use(
      await startServerProcess(program, [
        ...['platform', ...of, '--public-url', baseUrl, '--control-port', `${controlPort}`, ...profile],
      ]),
    );
    const member = stack.use(
      await startServerProcess(program, ['member', ...of, '--port', `${port}`], { wrap: onServerCore }),
    );
    const alone = stack.use(await startSandboxProcess({ program, wrap: onServerCore }));
    const served = { pid: member.pid, port };
    const request = getRequest('/me', await mintedToken(`http://127.0.0.1:${controlPort}`));
    const ofAlone = getRequest('/me', alone.token);
    await warmUp(served, request);
    await warmUp(alone, ofAlone);
    return {
      async measure() {
        const { writes } = await samplesOf<'writes'>(tree, 'nats-appends.ts');
        const own = (await throughputOf(served, request, SECONDS)).perSecond;
        const peer = (await throughputOf(alone, ofAlone, SECONDS)).perSecond;
        return { writes, reads: { own, peer } };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
