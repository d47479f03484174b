/** Capabilities come from the platform's records and not from the token, and a proposal needs two persons. */

import { SCOPES } from '../../contract/scopes.ts';
import { type Exchange, errorCode, isOk, textAt } from '../../member/exchange/exchange.ts';
import { replaysTheRefusal } from '../../rules/refusal-rules.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { proposedPolicy } from '../../scenes/policy-families.ts';

export const capabilityDenied = check({
  id: 'auth/capability-denied',
  proves: ['AUTH-14'],
  title: 'a caller without the capability gets 403 CAPABILITY_DENIED with a position, and a retried key replays it',
  needs: ['viewer', 'account', 'instrument', 'writes'],

  async drive({ viewer, order, freshKey }) {
    const key = freshKey();
    await viewer.submit(order(), { key, label: 'denied' });
    await viewer.submit(order(), { key, label: 'retried' });
  },

  judge(history) {
    const [denied, retried] = [history.one('denied'), history.one('retried')];
    return allOf(
      expects(denied, { status: 403, code: 'CAPABILITY_DENIED', position: 'present', replay: false }),
      replaysTheRefusal(denied, retried),
    );
  },
});

/** The ways in which identity providers state permissions in a token. */
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
  title: "capability claims in a token grant nothing: only the platform's records count",
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

const DENIED = { status: 403, code: 'CAPABILITY_DENIED', position: 'present' } as const;

export const recordsDecide = check({
  id: 'auth/records-decide',
  proves: ['AUTH-10'],
  title: 'a granted or cleared capability counts on the next request under the same token',
  // The capabilities of a standing user are changed, for a moment.
  needs: ['admin', 'viewer', 'account', 'instrument', 'writes', 'destructive'],
  holds: ['viewer'],

  async drive({ admin, viewer, order }) {
    const token = await viewer.token();
    const me = await viewer.get('/me', { token, label: 'me' });
    const [userId, held] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || held === undefined) return;
    const restate = (capabilities: readonly string[], label?: string) =>
      admin.put(`/users/${userId}`, { capabilities }, label === undefined ? {} : { label });
    await viewer.submit(order(), { token, label: 'before' });
    await restate([...held, 'orders:trade'], 'granted');
    const placed = await viewer.submit(order(), { token, label: 'while granted' });
    const orderId = textAt(placed, 'orderId');
    if (orderId !== undefined) await viewer.cancel(orderId, { token });
    await restate(held, 'cleared');
    await viewer.submit(order(), { token, label: 'after' });
    // Restores the user in any case.
    await restate(held);
  },

  judge(history) {
    const [before, granted, cleared] = ['before', 'granted', 'cleared'].map((label) => history.maybe(label));
    if (before === undefined || granted === undefined || cleared === undefined)
      return inconclusive('GET /me does not name the user and the capabilities held');
    if (errorCode(before) !== 'CAPABILITY_DENIED') return inconclusive('the viewer holds orders:trade already');
    if (!isOk(granted) || !isOk(cleared)) return notTaken('the user was not restated: the body is assumed');
    const [during, after] = [history.one('while granted'), history.one('after')];
    return allOf(
      // Any other refusal is of the order itself: the capability was accepted.
      errorCode(during) === 'CAPABILITY_DENIED'
        ? expects(during, { status: '2xx' }, 'orders:trade was granted')
        : isOk(during)
          ? expects(after, DENIED, 'orders:trade was cleared')
          : inconclusive('the order itself was refused'),
    );
  },
});

/** A recorded refusal. CAPABILITY_DENIED means that the principals of the profile lack the capability. */
function isRefused(e: Exchange, retried: Exchange, code: string): Judgement {
  if (errorCode(e) === 'CAPABILITY_DENIED') return inconclusive('the principal lacks the capability for it');
  return allOf(expects(e, { status: 403, code, position: 'present' }), replaysTheRefusal(e, retried));
}

export const proposerAndApprover = check({
  id: 'auth/proposer-and-approver',
  proves: ['AUTH-15'],
  title: 'a user cannot approve their own proposal (SELF_APPROVAL) nor withdraw that of another (NOT_PROPOSER)',
  // A member that allows the approval applies the policy to every transfer of that asset.
  needs: ['admin', 'deputy', 'asset', 'writes', 'destructive'],

  async drive({ admin, deputy, fixtures, freshKey }) {
    const own = await proposedPolicy(admin, fixtures.asset, '7.5');
    if (own === undefined) return;
    const [approval, withdrawal] = [freshKey(), freshKey()];
    for (const label of ['approves own', 'approves own again'])
      await admin.post(`${own.path}/approve`, {}, { key: approval, label });
    for (const label of ["withdraws another's", "withdraws another's again"])
      await deputy.post(`${own.path}/withdraw`, {}, { key: withdrawal, label });
    await admin.post(`${own.path}/withdraw`, {}, { label: 'withdraws own' });
    // Ends a policy that was approved after all.
    await deputy.post(`${own.path}/retire`, {});
  },

  judge(history) {
    const approval = history.maybe('approves own');
    if (approval === undefined) return notTaken('no policy was proposed: its body is assumed');
    const withdrawal = history.one("withdraws another's");
    if (!isOk(approval) && !isOk(withdrawal) && !isOk(history.one('withdraws own')))
      return inconclusive('the proposer could not withdraw it either');
    return allOf(
      isRefused(approval, history.one('approves own again'), 'SELF_APPROVAL'),
      isOk(approval) ? pass : isRefused(withdrawal, history.one("withdraws another's again"), 'NOT_PROPOSER'),
    );
  },
});
