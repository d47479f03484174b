import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S15',
  title: 'worlds in one process',
  figures: {
    make: { title: 'make a world, processor time', unit: 'ms', wanted: { atMost: 5 } },
    reset: { title: 'reset a world, processor time', unit: 'ms', wanted: { atMost: 4 } },
    fork: { title: 'fork a world of 10,000 orders, processor time', unit: 'ms', wanted: { atMost: 20 } },
    weight: { title: 'heap of a small world', unit: 'KB' },
  },
  open: async (tree) => ({
    measure: () => samplesOf(tree, 'worlds.ts'),
    [Symbol.asyncDispose]: async () => {},
  }),
});
