import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';

/** Requests alone: the sockets of sessions have no such way. */
export default defineRow({
  id: 'S8',
  title: 'the suite and its sandbox in one process, without sockets',
  figures: {
    inProcess: {
      title: 'judged requests, suite and sandbox without sockets',
      unit: 'requests/s',
      peer: 'Koa called with plain objects',
      wanted: { atLeast: 0.15 },
    },
  },
  open: async (tree) => ({
    measure: () => samplesOf(tree, 'suite-requests.ts'),
    [Symbol.asyncDispose]: async () => {},
  }),
});
