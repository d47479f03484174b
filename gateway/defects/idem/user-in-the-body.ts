import type { Defect } from '../defect.ts';

export const userInTheBody: Defect = {
  name: 'user-in-the-body',
  // One clause, said of every write (IDEM-15) and of orders (ORD-13).
  breaks: ['IDEM-15', 'ORD-13'],
  story: 'a body that names a user is taken, the name thrown away',
  stages: {
    'read-body': (good) => ({
      ...good,
      run: (known, proceed) =>
        good.run(
          { ...known, readBytes: async () => (await known.readBytes()).replace(/,?"userId":[0-9]+/, '') },
          proceed,
        ),
    }),
  },
};
