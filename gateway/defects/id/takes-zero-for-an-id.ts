import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';

export const takesZeroForAnId: Defect = {
  name: 'takes-zero-for-an-id',
  breaks: ['ID-06'],
  story: 'takes an accountId and an instrumentId of 0 for ids, beside the names that are meant',
  stages: {
    prepare: (good) => ({
      ...good,
      async run(known, proceed) {
        const { accountId, instrumentId } = known.body as Readonly<Record<string, unknown>>;
        if (accountId === 0 && instrumentId === 0) {
          throw new Refusal('MALFORMED_REQUEST', 'accountId: names another row than account');
        }
        return good.run(known, proceed);
      },
    }),
  },
};
