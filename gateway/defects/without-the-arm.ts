/** Members that have never heard of an arm: who may do anything at all, and tries it on a row that stands, is told that there is no such route. */
import { Refusal } from '../contract/refusals.ts';
import type { OperationId } from '../contract/routes.ts';
import type { Defect } from './defect.ts';

export function withoutTheArm(operation: OperationId): NonNullable<Defect['stages']> {
  return {
    send: (good) => ({
      ...good,
      async run(known, proceed) {
        if (known.operation === operation && known.caller.user.capabilities.length > 0)
          throw new Refusal('ROUTE_NOT_FOUND', 'no such route');
        return good.run(known, proceed);
      },
    }),
  };
}
