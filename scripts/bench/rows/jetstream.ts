import { existsSync } from 'node:fs';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S13',
  title: 'JetStream platform, three members',
  figures: {
    writes: {
      title: 'writes',
      unit: 'records/s',
      peer: 'raw pipelined publish to JetStream',
      wanted: { atLeast: 0.5 },
    },
    reads: { title: 'reads with three members', unit: 'requests/s', peer: 'reads with one member' },
  },
  lacks: (tree) =>
    existsSync(tree.path('scripts/cli/platform.ts'))
      ? 'this row is not written yet, though `touchstone platform` is there'
      : '`touchstone platform` does not exist in this revision',
  open: () => Promise.reject(new Error('not written yet')),
});
