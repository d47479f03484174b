import type { Defect } from '../defect.ts';

export const servesARowOverTheLimit: Defect = {
  name: 'serves-a-row-over-the-limit',
  breaks: ['PAGE-03'],
  story: 'clamps a limit over 100 to 101',
  stages: {
    'read-query': (good) => ({
      ...good,
      run: (known, proceed) =>
        good.run(known, (given) => {
          const { query } = given;
          const over = query !== undefined && /(?:^|&)limit=(?:10[1-9]|[0-9]{4,})(?:&|$)/.test(known.rawQuery);
          return proceed(over ? { ...given, query: { ...query, limit: 101 } } : given);
        }),
    }),
  },
};
