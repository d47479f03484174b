import { startSandboxProcess } from '../../load/sandbox-process.ts';
import { startPeer } from '../peer.ts';
import { defineRow } from '../row.ts';

/** As it is after the ready line: what a user sees, garbage included. */
export default defineRow({
  id: 'S6',
  title: 'memory after start',
  figures: {
    resident: { title: 'memory after start', unit: 'MB', peer: 'koa + @koa/router', wanted: { atMost: 1.6 } },
  },
  open: async (tree) => ({
    async measure() {
      await using bare = await startPeer('bare-koa.mjs');
      await using sandbox = await startSandboxProcess({ program: tree.program });
      return { resident: { own: sandbox.mostResidentMb(), peer: bare.mostResidentMb() } };
    },
    [Symbol.asyncDispose]: async () => {},
  }),
});
