import type { Exchange } from '../../client/exchange.ts';
import { errorCode, isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, ended, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';

export const capabilitiesOfACredential = check({
  id: 'cred/capabilities-of-a-credential',
  proves: ['CRED-13'],
  title:
    'who proposes without credentials:propose, or approves without credentials:approve, is refused CAPABILITY_DENIED',
  needs: ['admin', 'deputy', 'trader', 'approver', 'venues', 'intake', 'writes'],

  async drive({ admin, deputy, trader, approver, fixtures: { venues }, freshKey }) {
    const exchangeId = venues.a;
    if (exchangeId === undefined) return;
    const path = await proposed(admin, credentialBody(exchangeId, legsOfA(freshKey())), { label: 'proposed' });
    if (path === undefined) return;
    const others: (string | undefined)[] = [];
    for (const actor of [trader, approver]) {
      const body = credentialBody(exchangeId, legsOfA(freshKey()));
      others.push(await proposed(actor, body, { label: `${actor.name} proposes` }));
    }
    await trader.post(`${path}/approve`, {}, { label: 'trader approves' });
    await ended(admin, deputy, path, ...others);
  },

  judge(history) {
    const { strict } = history.target;
    const created = history.maybe('proposed');
    if (created === undefined) return inconclusive('the profile names no venue of family A');
    if (pathOf(created) === undefined) return notProposed(created);
    const isDenied = (e: Exchange): Judgement => {
      // An arm's body is assumed: one that is refused for itself says nothing of capabilities.
      if (!strict && !isOk(e) && errorCode(e) === 'MALFORMED_REQUEST')
        return inconclusive('the body is not taken of anyone');
      return expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present', asOf: 'absent' });
    };
    return eachOf(['trader proposes', 'approver proposes', 'trader approves'], (label) => isDenied(history.one(label)));
  },
});
