import { judgedAnswer } from '../../answers.ts';
import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';

export const keyBoundToTheOperationAlone: Defect = {
  name: 'key-bound-to-the-operation-alone',
  breaks: ['IDEM-06'],
  story: "a cancel under the key of another order's cancel is answered with that order",
  stages: {
    'replay-or-attach': (good) => ({
      ...good,
      run: async (known, proceed) => {
        try {
          return await good.run(known, proceed);
        } catch (refusal) {
          const { services, caller, key, operation } = known;
          const { orgId, userId } = caller.user;
          const record = services.journal.settled(orgId, key);
          const isRebound = refusal instanceof Refusal && refusal.code === 'IDEMPOTENCY_KEY_REUSED';
          if (!isRebound || record?.command.body.kind !== 'cancel' || operation !== 'cancelOrder') throw refusal;
          const { operation: resource } = record.command;
          return judgedAnswer(services, { orgId, userId, key, operation, resource }, record, 'replayed');
        }
      },
    }),
  },
};
