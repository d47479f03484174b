import { status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { inconclusive, violated } from '../../runner/judgement.ts';
import { legsOfB } from '../../scenes/material.ts';
import { credentialBody, isRow, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';

export const balancesOnlyOfFamilyB = check({
  id: 'cred/balances-only-of-family-b',
  proves: ['CRED-09'],
  title: 'a credential of family B that reads balances and does not trade is taken',
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    if (venues.b === undefined) return;
    for (const [label, canTrade] of [
      ['trading', true],
      ['balances only', false],
    ] as const) {
      const path = await proposed(admin, credentialBody(venues.b, legsOfB(freshKey()), canTrade), { label });
      if (path !== undefined) await admin.post(`${path}/withdraw`, {});
    }
  },

  judge(history) {
    const trading = history.maybe('trading');
    if (trading === undefined) return inconclusive('the profile names no venue of family B');
    const only = history.one('balances only');
    const path = pathOf(only);
    if (path !== undefined) return isRow(only, path, { canReadBalances: true, canTrade: false });
    if (status(only) === 202) return inconclusive('its row is not there yet');
    return pathOf(trading) === undefined && !history.target.strict
      ? notProposed(trading, only)
      : violated('a balances-only credential of family B, taken as one that trades is', trading, only);
  },
});
