/** Members older than a route: they have never heard of it. */

import { Refusal } from '../contract/refusals.ts';
import type { OperationId } from '../contract/routes.ts';
import type { Defect } from './defect.ts';

export function withoutTheRoute(operation: OperationId): NonNullable<Defect['stages']> {
  return {
    authenticate: (good) => ({
      ...good,
      async run(known, proceed) {
        if (known.operation === operation) throw new Refusal('ROUTE_NOT_FOUND', 'no such route');
        return good.run(known, proceed);
      },
    }),
  };
}
