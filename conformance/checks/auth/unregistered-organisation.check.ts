import { check } from '../../runner/check.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';
import { refusedButForMe } from './refused-but-for-me.ts';

export const unregisteredOrganisation = check({
  id: 'auth/unregistered-organisation',
  proves: ['AUTH-07'],
  title: 'a token of an organisation that the platform does not know answers 403 ORG_NOT_ACTIVE',
  needs: ['trader', 'mint'],

  async drive({ trader, control, target, freshKey }) {
    const token = await control.mint({ persona: 'trader', claims: { org_id: `no-such-org-${freshKey()}` } });
    await requestEveryRoute(trader, { target, freshKey }, { token });
  },

  judge: (history) => refusedButForMe(history, 'ORG_NOT_ACTIVE'),
});
