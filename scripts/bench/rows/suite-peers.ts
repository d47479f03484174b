import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S8',
  title: 'the suite beside other runners (beside undici + ajv: S9)',
  figures: {
    inProcess: {
      title: 'judged requests without sockets',
      unit: 'requests/s',
      peer: 'Koa called with plain objects',
      wanted: { atLeast: 0.15 },
    },
    stepCi: { title: 'judged requests over loopback', unit: 'requests/s', peer: 'StepCI', wanted: { atLeast: 3 } },
  },
  lacks: () => 'this row is not written yet',
  open: () => Promise.reject(new Error('not written yet')),
});
