import type { Exchange } from '../../client/exchange.ts';
import { at, errorCode, isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';

/** In this order each finds the organisation in the state that it needs. */
const ARMS = ['approve', 'suspend', 'reactivate', 'retire'] as const;

/** Which arms there are is not shown: one that is no route, or that our words do not reach, proves nothing. */
function isDenied(e: Exchange, strict: boolean): Judgement {
  const denied = expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present' });
  if (denied.verdict !== 'violated' || strict || isOk(e) || errorCode(e) === 'CAPABILITY_DENIED') return denied;
  return inconclusive(`${e.request.path} came to no judgement of capabilities`);
}

export const organisationArms = check({
  id: 'reg/organisation-arms',
  proves: ['REG-05'],
  title: 'organisation arms need orgs:approve',
  // An organisation that was proposed stands for good, and its arms are nothing to try on a standing one.
  needs: ['admin', 'deputy', 'trader', 'destructive'],

  async drive({ admin, deputy, trader, freshKey }) {
    const externalId = `touchstone-${freshKey()}`;
    const created = await admin.post('/orgs', { externalId, displayName: externalId }, { label: 'created' });
    const orgId = at(created, 'orgId');
    if (typeof orgId !== 'number') return;
    for (const arm of ARMS) {
      await trader.post(`/orgs/${orgId}/${arm}`, {}, { label: 'without the capability' });
      await deputy.post(`/orgs/${orgId}/${arm}`, {}, { label: 'with the capability' });
    }
  },

  judge(history) {
    if (!isOk(history.one('created'))) return notTaken('no organisation was proposed: the body is assumed');
    const tries = history.labelled('without the capability');
    if (tries.length === 0) return inconclusive('the answer of POST /orgs names no orgId');
    const { strict } = history.target;
    return allOf(
      ...tries.map((e) => isDenied(e, strict)),
      strict ? allOf(...history.labelled('with the capability').map((e) => expects(e, { status: 200 }))) : pass,
      history.labelled('with the capability').some(isOk) ? pass : inconclusive('no arm was taken of anyone'),
    );
  },
});
