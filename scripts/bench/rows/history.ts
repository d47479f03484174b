import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S10',
  title: 'the history checker',
  figures: {
    checked: { title: '100,000 operations judged by every statement', unit: 's', wanted: { atMost: 2 } },
    // Of n log n: 1.25.
    growth: { title: 'of an operation, against 10,000', unit: 'times', wanted: { atMost: 1.25 } },
    walked: { title: 'of an operation, half of them one walk', unit: 'times', wanted: { atMost: 1.25 } },
  },
  open: async (tree) => ({
    measure: () => samplesOf(tree, 'history.ts'),
    [Symbol.asyncDispose]: async () => {},
  }),
});
