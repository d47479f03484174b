import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromRoot } from '../../build/setup/root.mjs';
import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { onEveryCore } from '../cores.ts';
import { samplesOf, startPeer } from '../peer.ts';
import { defineRow } from '../row.ts';

type Checked = 'wall' | 'processor' | 'cases' | 'requests';

/** The suite on its own sandbox in process, then over loopback beside the least that could send the same requests. */
export default defineRow({
  id: 'S9',
  title: 'touchstone check (S8 and S9)',
  figures: {
    wall: { title: 'the default check, one worker', unit: 's', wanted: { atMost: 15 } },
    processor: { title: 'the default check, processor time', unit: 's' },
    cases: { title: 'judged cases a second of processor time', unit: 'cases/s' },
    requests: {
      title: 'check over loopback (S8)',
      unit: 'requests/s',
      peer: 'undici + ajv, the same requests and answers one by one',
      wanted: { atLeast: 0.5 },
    },
  },
  open: async (tree) => ({
    async measure() {
      const alone = await samplesOf<Checked>(tree, 'check.ts', [], onEveryCore);
      const folder = mkdtempSync(join(tmpdir(), 'touchstone-floor-'));
      const file = join(folder, 'requests.json');
      const overLoopback = async (...kept: readonly string[]) => {
        // One of its own for each run: a check deletes what its profile names.
        await using sandbox = await startSandboxProcess({ program: tree.program, options: ['--clock', 'virtual'] });
        const profile = join(folder, 'profile.json');
        writeFileSync(profile, JSON.stringify(sandbox.profile));
        return await samplesOf<Checked>(tree, 'check.ts', [profile, ...kept]);
      };
      const { requests } = await overLoopback();
      // What is sent is kept in another run: keeping it takes as long as a tenth of the check.
      await overLoopback(file);
      await using same = await startPeer('suite-answers.mjs', [file]);
      const floor = fromRoot('scripts/bench/peers/suite-floor.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [floor, `http://127.0.0.1:${same.port}`, file]);
      rmSync(folder, { recursive: true });
      const { perSecond } = JSON.parse(stdout) as { readonly perSecond: number };
      return { ...alone, requests: { own: requests.own, peer: perSecond } };
    },
    [Symbol.asyncDispose]: async () => {},
  }),
});
