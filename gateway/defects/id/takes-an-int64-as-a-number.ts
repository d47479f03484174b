import type { Defect } from '../defect.ts';

export const takesAnInt64AsANumber: Defect = {
  name: 'takes-an-int64-as-a-number',
  breaks: ['ID-04'],
  story: 'takes the orderId in the body of a cancel as a JSON number too',
  stages: {
    'read-body': (good) => ({
      ...good,
      run(known, proceed) {
        const quoted = async () => (await known.readBytes()).replace(/"orderId":\s*([0-9]+)/, '"orderId":"$1"');
        return good.run({ ...known, readBytes: quoted }, proceed);
      },
    }),
  },
};
