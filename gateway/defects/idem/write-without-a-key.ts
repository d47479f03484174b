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

const REGISTER =
  /^\/(users|credentials|accounts|account-addresses|portfolios|asset-policies|chain-policies|trading-policies)\b/;

export const registerWriteWithoutAKey: Defect = {
  name: 'register-write-without-a-key',
  breaks: ['IDEM-01'],
  story: 'makes up a key where a write of the register brings none, and asks orders and algos for theirs',
  stages: {
    'require-key': (good) => ({
      ...good,
      needs: [...good.needs, 'requestId'],
      run: async (known, proceed) => {
        const isOwed =
          known.request.headers['idempotency-key'] !== undefined || !REGISTER.test(known.request.url ?? '');
        return isOwed ? good.run(known, proceed) : proceed({ key: known.requestId.slice(0, 64) });
      },
    }),
  },
};
