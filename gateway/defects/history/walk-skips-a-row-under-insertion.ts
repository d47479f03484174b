import { type Defect, rewriteBody } from '../defect.ts';

/** As a member does that counts rows to skip instead of remembering the row at which a page ended. */
export const walkSkipsARowUnderInsertion: Defect = {
  name: 'walk-skips-a-row-under-insertion',
  breaks: ['PAGE-11'],
  story: 'a page of orders behind a cursor lacks its first row where an order was made since the page before',
  stages: {
    'serve-read': (good) => {
      const rowsAtLastPage = new Map<number, number>();
      return {
        ...good,
        run: async (known, proceed) => {
          const { services, caller, operation, query } = known;
          const answer = await good.run(known, proceed);
          if (operation !== 'listOrders') return answer;
          const { orgId } = caller.user;
          const before = rowsAtLastPage.get(orgId);
          const now = services.state.orders(orgId).size;
          rowsAtLastPage.set(orgId, now);
          if (query.cursor === undefined || before === undefined || before === now) return answer;
          return rewriteBody(answer, (body) => ({ ...body, items: (body['items'] as unknown[]).slice(1) }));
        },
      };
    },
  },
};
