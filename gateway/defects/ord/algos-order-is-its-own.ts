import { Refusal } from '../../contract/refusals.ts';
import type { Defect } from '../defect.ts';

export const algosOrderIsItsOwn: Defect = {
  name: 'algos-order-is-its-own',
  breaks: ['ORD-15'],
  story: 'lets nobody but the instance that placed it cancel an order',
  stages: {
    prepare: (good) => ({
      ...good,
      run: async (known, proceed) => {
        const { services, caller, operation, params } = known;
        const order =
          operation === 'cancelOrder' ? services.state.orders(caller.user.orgId).get(params['id'] ?? '') : undefined;
        if (order !== undefined && order.algoInstanceId !== null)
          throw new Refusal('CAPABILITY_DENIED', "an algo's order is cancelled by its instance");
        return good.run(known, proceed);
      },
    }),
  },
};
