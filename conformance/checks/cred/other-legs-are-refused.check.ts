import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import type { Legs } from '../../scenes/material.ts';
import { legsOfA, legsOfB } from '../../scenes/material.ts';
import { credentialBody, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';

function without(legs: Legs, name: string): Legs {
  return Object.fromEntries(Object.entries(legs).filter(([other]) => other !== name));
}

/** Each is one thing away from the legs of the family. */
function wrongOf(own: Legs, others: Legs): readonly unknown[] {
  const foreign = Object.entries(others).filter(([name]) => !(name in own));
  return [
    ...Object.keys(own).map((name) => without(own, name)),
    ...foreign.map(([name, value]) => ({ ...own, [name]: value })),
    { ...own, memo: `${own['key']}-memo` },
    others,
    {},
  ];
}

export const otherLegsAreRefused = check({
  id: 'cred/other-legs-are-refused',
  proves: ['CRED-02'],
  title:
    "material that lacks a leg, has one more or has the other family's is refused 400, on a creation and on a rotation",
  needs: ['admin', 'venues', 'intake', 'writes'],

  async drive({ admin, fixtures: { venues }, freshKey }) {
    for (const [exchangeId, own, others] of [
      [venues.a, legsOfA, legsOfB],
      [venues.b, legsOfB, legsOfA],
    ] as const) {
      if (exchangeId === undefined) continue;
      const path = await proposed(admin, credentialBody(exchangeId, own(freshKey())), { label: 'right' });
      for (const material of wrongOf(own(freshKey()), others(freshKey()))) {
        const body = { ...credentialBody(exchangeId, {}), material };
        const sent = await admin.post('/credentials', body, { label: 'wrong' });
        const taken = pathOf(sent);
        if (taken !== undefined) await admin.post(`${taken}/withdraw`, {});
        if (path !== undefined) await admin.post(`${path}/rotate`, { material }, { label: 'wrong' });
      }
      if (path !== undefined) await admin.post(`${path}/withdraw`, {});
    }
  },

  judge(history) {
    const right = history.labelled('right');
    if (right.length === 0) return inconclusive('the profile names no venue of either family');
    if (right.some((e) => pathOf(e) === undefined)) return notProposed(...right);
    const code = history.target.strict ? { code: 'MALFORMED_REQUEST' } : {};
    return eachOf(history.labelled('wrong'), (e) => expects(e, { status: 400, position: 'absent', ...code }));
  },
});
