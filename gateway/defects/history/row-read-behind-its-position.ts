import type { OrderRow } from '../../facts.ts';
import { orderJson } from '../../routes/order-row.ts';
import type { Defect } from '../defect.ts';

/** As a member does that caches rows and takes the position from elsewhere. */
export const rowReadBehindItsPosition: Defect = {
  name: 'row-read-behind-its-position',
  breaks: ['POS-08'],
  story: 'a single order that was read before is served as it was then, under the position of now',
  stages: {
    'serve-read': (good) => {
      const cached = new Map<string, OrderRow>();
      return {
        ...good,
        run: async (known, proceed) => {
          const answer = await good.run(known, proceed);
          if (known.operation !== 'getOrder') return answer;
          const { services, caller, params } = known;
          const id = params['id'] ?? '';
          const row = cached.get(id) ?? services.state.orders(caller.user.orgId).get(id);
          if (row === undefined || row.orgId !== caller.user.orgId) return answer;
          cached.set(id, row);
          return { ...answer, body: orderJson(row, services) };
        },
      };
    },
  },
};
