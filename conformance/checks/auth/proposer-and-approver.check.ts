import type { Exchange } from '../../client/exchange.ts';
import { errorCode, isOk } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, differs, inconclusive, pass } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { proposedPolicy } from '../../scenes/own-policy.ts';

/** A recorded refusal; one for want of a capability says that the profile's principals are not what they claim. */
function isRefused(e: Exchange, retried: Exchange, code: string): Judgement {
  if (errorCode(e) === 'CAPABILITY_DENIED') return inconclusive('the principal lacks the capability for it');
  return allOf(
    expects(e, { status: 403, code, position: 'present' }),
    replays(retried, e) ? pass : differs('the recorded refusal, replayed', e, retried),
  );
}

export const proposerAndApprover = check({
  id: 'auth/proposer-and-approver',
  proves: ['AUTH-15'],
  title: 'nobody approves their own proposal (SELF_APPROVAL) and nobody withdraws that of another (NOT_PROPOSER)',
  // A member that lets it be approved puts it into force for all who move that asset.
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
    // One that was approved after all does not stand.
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
