import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromRoot } from '../../build/setup/root.mjs';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { heavyPeersLack } from '../heavy-peers.ts';
import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';

/** Both send the same requests to one sandbox, and say a second of whose processor time that is. */
export default defineRow({
  id: 'S8',
  title: 'the suite beside StepCI (beside undici + ajv: S9)',
  figures: {
    loopback: { title: 'judged requests over loopback', unit: 'requests/s', peer: 'StepCI', wanted: { atLeast: 3 } },
  },
  lacks: heavyPeersLack,
  async open(tree) {
    const stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-stepci-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const sandbox = stack.use(await startSandboxProcess({ program: tree.program, options: ['--clock', 'virtual'] }));
    const profile = join(folder, 'profile.json');
    writeFileSync(profile, JSON.stringify(sandbox.profile));
    const stepCi = fromRoot('scripts/bench/peers/suite-stepci.mjs');
    return {
      async measure() {
        const { loopback } = await samplesOf<'loopback'>(tree, 'suite-requests.ts', [profile]);
        // Its orders are new ones: the suite has reset the world.
        const args = [stepCi, sandbox.baseUrl, sandbox.token, JSON.stringify(sandbox.order)];
        const { stdout } = await promisify(execFile)(process.execPath, args);
        const { perSecond } = JSON.parse(stdout) as { readonly perSecond: number };
        return { loopback: { own: loopback.own, peer: perSecond } };
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
});
