import { Refusal } from '../contract/refusals.ts';
import { lastStage } from '../stage.ts';

/** Refuses an unknown path or method, before authentication (ERR-04, A1). */
export const refuseUnknown = lastStage({
  name: 'refuse-unknown',
  refuses: ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'],
  needs: ['request', 'path', 'allowed'],
  gives: [],
  run({ request, path, allowed }) {
    if (allowed.length === 0) throw new Refusal('ROUTE_NOT_FOUND', `no route ${path.slice(0, 200)}`);
    const Allow = allowed.join(', ');
    throw new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not taken here; this path takes ${Allow}`, {
      headers: { Allow },
    });
  },
});
