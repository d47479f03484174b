import { asObject } from '../../client/contract-document.ts';
import { sentJson } from '../../client/exchange.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, violated } from '../../runner/judgement.ts';
import { legsOfA, legsOfB } from '../../scenes/material.ts';
import { credentialBody, isRow, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';

const FAMILIES = ['A', 'B'] as const;

function takesItsLegs(history: History, family: (typeof FAMILIES)[number]): Judgement {
  const own = history.maybe(`legs of ${family}`);
  const others = history.maybe(`not the legs of ${family}`);
  if (own === undefined || others === undefined) return inconclusive(`the profile names no venue of family ${family}`);
  const path = pathOf(own);
  if (path === undefined) {
    if (isTaken(own)) return violated('the row of the credential', own);
    if (isTaken(others) || history.target.strict)
      return violated(`the legs of family ${family}, taken for its venue`, own);
    return notProposed(own);
  }
  const { exchangeId, canReadBalances, canTrade } = asObject(sentJson(own));
  return isRow(own, path, { exchangeId, canReadBalances, canTrade });
}

export const createdWithItsVenuesLegs = check({
  id: 'cred/created-with-its-venues-legs',
  proves: ['CRED-01'],
  title:
    "POST /credentials takes exchangeId, canReadBalances, canTrade and just the legs of that venue's family; the answer is the row",
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    for (const family of FAMILIES) {
      const exchangeId = family === 'A' ? venues.a : venues.b;
      if (exchangeId === undefined) continue;
      const [own, others] = family === 'A' ? [legsOfA, legsOfB] : [legsOfB, legsOfA];
      const path = await proposed(admin, credentialBody(exchangeId, own(freshKey())), { label: `legs of ${family}` });
      const another = await proposed(admin, credentialBody(exchangeId, others(freshKey())), {
        label: `not the legs of ${family}`,
      });
      for (const taken of [path, another]) if (taken !== undefined) await admin.post(`${taken}/withdraw`, {});
    }
  },

  judge: (history) => eachOf(FAMILIES, (family) => takesItsLegs(history, family)),
});
