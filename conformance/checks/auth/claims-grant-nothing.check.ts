import { isOk } from '../../client/exchange.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** Every way in which identity providers write permissions on a token. */
const CLAIMS = {
  capabilities: SCOPES,
  scope: SCOPES.join(' '),
  scp: SCOPES,
  permissions: SCOPES,
  roles: ['admin'],
  groups: ['admin'],
  realm_access: { roles: SCOPES },
};

export const claimsGrantNothing = check({
  id: 'auth/claims-grant-nothing',
  proves: ['AUTH-11'],
  title: 'capability claims on a token grant nothing: what the records do not hold is neither served nor allowed',
  needs: ['viewer', 'mint', 'account', 'instrument', 'writes'],

  async drive({ viewer, control, order }) {
    const token = await control.mint({ persona: 'viewer', claims: CLAIMS });
    await viewer.get('/me', { label: 'plain' });
    await viewer.get('/me', { token, label: 'claiming' });
    await viewer.submit(order(), { token, label: 'submitted' });
  },

  judge(history) {
    const [plain, claiming] = [history.one('plain'), history.one('claiming')];
    if (!isOk(plain)) return inconclusive('GET /me is not served to the caller');
    const held = capabilitiesOf(plain)?.toSorted().join();
    return allOf(
      expects(claiming, { status: 200 }),
      capabilitiesOf(claiming)?.toSorted().join() === held
        ? pass
        : violated('the capabilities that the platform holds, whatever the token claims', plain, claiming),
      expects(history.one('submitted'), { status: 403, code: 'CAPABILITY_DENIED' }),
    );
  },
});
