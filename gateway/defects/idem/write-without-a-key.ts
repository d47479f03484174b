import type { Defect } from '../defect.ts';

export const writeWithoutAKey: Defect = {
  name: 'write-without-a-key',
  breaks: ['IDEM-01'],
  story: 'makes up a key where a write brings none that is one',
  stages: {
    'require-key': (good) => ({
      ...good,
      needs: [...good.needs, 'requestId'],
      run: async (known, proceed) => {
        const sent = known.request.headersDistinct['idempotency-key']?.[0] ?? '';
        return /^[A-Za-z0-9._~-]{1,64}$/.test(sent)
          ? good.run(known, proceed)
          : proceed({ key: known.requestId.slice(0, 64) });
      },
    }),
  },
};
