import type { Defect } from '../defect.ts';

export const algoInstanceInTheBody: Defect = {
  name: 'algo-instance-in-the-body',
  breaks: ['ORD-13'],
  story: 'a body that names an algo instance is taken, the instance thrown away',
  stages: {
    'read-body': (good) => ({
      ...good,
      run: (known, proceed) =>
        good.run(
          { ...known, readBytes: async () => (await known.readBytes()).replace(/,?"algoInstanceId":[0-9]+/, '') },
          proceed,
        ),
    }),
  },
};
