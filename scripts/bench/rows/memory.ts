import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { installedPackage } from '../installed-package.ts';
import { startPeer } from '../peer.ts';
import { defineRow } from '../row.ts';

/** As it is after the ready line: what a user sees, garbage included. */
export default defineRow({
  id: 'S6',
  title: 'memory after start',
  figures: {
    resident: { title: 'memory after start', unit: 'MB', peer: 'koa + @koa/router', wanted: { atMost: 1.6 } },
    installed: {
      title: 'the same of the installed package',
      unit: 'MB',
      peer: 'koa + @koa/router',
      wanted: { atMost: 1.6 },
    },
  },
  async open(tree) {
    const installed = await installedPackage(tree);
    return {
      async measure() {
        await using bare = await startPeer('bare-koa.mjs');
        await using sandbox = await startSandboxProcess({ program: tree.program });
        await using packed = await startSandboxProcess({ program: installed.program });
        const peer = bare.mostResidentMb();
        return {
          resident: { own: sandbox.mostResidentMb(), peer },
          installed: { own: packed.mostResidentMb(), peer },
        };
      },
      [Symbol.asyncDispose]: async () => installed[Symbol.dispose](),
    };
  },
});
