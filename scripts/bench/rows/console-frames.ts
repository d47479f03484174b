import { existsSync } from 'node:fs';
import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'C2',
  title: 'the console in Chromium, 1,000 exchanges a second',
  figures: {
    rate: { title: 'frames of the console', unit: 'frames/s' },
    longest: { title: 'p99 between two frames of the console', unit: 'ms' },
    growth: { title: "growth of the console's heap", unit: 'MB' },
  },
  lacks: () => (existsSync('/usr/bin/chromium') ? undefined : 'there is no /usr/bin/chromium'),
  open: async (tree) => ({
    measure: () => samplesOf(tree, 'console-frames.ts'),
    [Symbol.asyncDispose]: async () => {},
  }),
});
