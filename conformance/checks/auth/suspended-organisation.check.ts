import { check } from '../../runner/check.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';
import { refusedButForMe } from './refused-but-for-me.ts';

export const suspendedOrganisation = check({
  id: 'auth/suspended-organisation',
  proves: ['AUTH-07'],
  title: 'a user of a suspended organisation answers 403 ORG_NOT_ACTIVE',
  needs: ['suspended'],
  drive: ({ suspended, target, freshKey }) => requestEveryRoute(suspended, { target, freshKey }),
  judge: (history) => refusedButForMe(history, 'ORG_NOT_ACTIVE'),
});
