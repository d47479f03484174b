import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, position, rows } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { proposedPolicy } from '../../scenes/own-policy.ts';

const APPROVED = '7.5';
const WAITING = '8.25';

function states(amount: unknown, wanted: string): boolean {
  return typeof amount === 'string' && canonicalDecimal(amount) === wanted;
}

function shows(e: Exchange, what: string, wanted: string, after: Exchange): Judgement {
  const served = expects(e, { status: 200 }, what);
  if (served.verdict !== 'pass') return served;
  if ((position(e) ?? 0n) < (position(after) ?? 0n)) return inconclusive('a member that is behind answered');
  return states(at(e, 'maxTicketAmount'), wanted) ? pass : violated(`maxTicketAmount ${wanted}, ${what}`, after, e);
}

/** The same of the row in its collection. */
function lists(e: Exchange, what: string, wanted: string, id: unknown): Judgement {
  const row = rows(e).find((one) => one['assetPolicyId'] === id);
  if (row === undefined) return violated(`the policy in its collection, ${what}`, e);
  return states(row['maxTicketAmount'], wanted) ? pass : violated(`maxTicketAmount ${wanted} in the collection`, e);
}

export const views = check({
  id: 'reg/views',
  proves: ['REG-02'],
  title: 'view=approved serves the approved state of a row while a later proposal waits, view=latest the latest',
  // The policy is in force for a moment, for all who move that asset.
  needs: ['admin', 'deputy', 'asset', 'writes', 'destructive'],

  async drive({ admin, deputy, fixtures }) {
    const own = await proposedPolicy(admin, fixtures.asset, APPROVED);
    if (own === undefined) return;
    const { path, body } = own;
    await admin.get(path, { query: { view: 'approved' }, label: 'before any approval' });
    await deputy.post(`${path}/approve`, {}, { label: 'approved' });
    await admin.put(path, { ...body, maxTicketAmount: WAITING }, { label: 'restated' });
    for (const view of ['latest', 'approved']) {
      await admin.get(path, { query: { view }, label: `row ${view}` });
      await admin.get('/asset-policies', { query: { view }, label: `page ${view}` });
    }
    await admin.get(path, { label: 'row default' });
    await deputy.post(`${path}/approve`, {}, { label: 'approved later' });
    await admin.get(path, { query: { view: 'approved' }, label: 'row approved later' });
    // Ended whatever came of it: one that was never approved is withdrawn, one that stands is retired.
    await admin.post(`${path}/withdraw`, {});
    await admin.post(`${path}/retire`, {});
  },

  judge(history) {
    const approved = history.maybe('approved');
    if (approved === undefined) return notTaken('no policy was proposed: its body is assumed');
    const restated = history.one('restated');
    if (!isOk(approved) || !isOk(restated)) return inconclusive('the policy was not approved and restated');
    const later = history.one('approved later');
    // A member may need no second person for it: then nothing waited.
    if (!isOk(later)) return inconclusive('what was restated waited for no approval');
    if (!states(at(approved, 'maxTicketAmount'), APPROVED) || !states(at(later, 'maxTicketAmount'), WAITING))
      return inconclusive('a policy names no maxTicketAmount, or another one than was written');
    const id = at(history.one('proposed'), 'assetPolicyId');
    const { strict } = history.target;
    return allOf(
      shows(history.one('row latest'), 'view=latest', WAITING, restated),
      shows(history.one('row approved'), 'view=approved while a later proposal waits', APPROVED, restated),
      shows(history.one('row approved later'), 'view=approved once it is approved', WAITING, later),
      lists(history.one('page latest'), 'view=latest', WAITING, id),
      lists(history.one('page approved'), 'view=approved', APPROVED, id),
      // Which view is the default is not shown (decision A58).
      strict ? shows(history.one('row default'), 'the latest by default', WAITING, restated) : pass,
      strict ? expects(history.one('before any approval'), { status: 404, code: 'NOT_FOUND' }) : pass,
    );
  },
});
