import { samplesOf } from '../peer.ts';
import { defineRow } from '../row.ts';

export default defineRow({
  id: 'S11',
  title: 'virtual time',
  figures: {
    day: { title: 'a day of an idle platform with heartbeats, processor time', unit: 's', wanted: { atMost: 0.1 } },
    renewed: { title: 'a day of 1,000 sessions renewed each hour', unit: 's', wanted: { atMost: 3 } },
    year: { title: 'a year with 100 accounts', unit: 's', wanted: { atMost: 60 } },
    growth: { title: 'live heap over the second half of that year', unit: 'MB', wanted: { atMost: 5 } },
  },
  open: async (tree) => ({
    measure: async () => ({
      ...(await samplesOf<'day' | 'renewed'>(tree, 'virtual-time.ts')),
      ...(await samplesOf<'year' | 'growth'>(tree, 'virtual-time.ts', ['year'])),
    }),
    [Symbol.asyncDispose]: async () => {},
  }),
});
