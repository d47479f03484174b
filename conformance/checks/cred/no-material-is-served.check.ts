import { keyOf } from '../../client/exchange.ts';
import { holdsNoSecret } from '../../rules/holds-no-secret.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { legsOfA, legsOfB } from '../../scenes/material.ts';
import { credentialBody, ended, notProposed, pathOf } from '../../scenes/own-credential.ts';

export const noMaterialIsServed = check({
  id: 'cred/no-material-is-served',
  proves: ['CRED-05', 'AUTH-13'],
  title:
    'no answer of a credential carries key material: rows, pages, operations, replays, refusals, wherever it was sent by mistake',
  needs: ['admin', 'deputy', 'venues', 'intake', 'writes'],

  async drive({ admin, deputy, fixtures: { venues }, freshKey }) {
    for (const [exchangeId, legsOf] of [
      [venues.a, legsOfA],
      [venues.b, legsOfB],
    ] as const) {
      if (exchangeId === undefined) continue;
      const legs = legsOf(freshKey());
      const body = credentialBody(exchangeId, legs);
      const created = await admin.post('/credentials', body, { label: 'created' });
      const key = keyOf(created) ?? freshKey();
      await admin.post('/credentials', body, { key });
      await admin.post('/credentials', credentialBody(exchangeId, legsOf(freshKey())), { key });
      await admin.get(`/operations/${key}`);
      const path = pathOf(created) ?? '/credentials/1';
      await admin.get(path);
      await admin.get('/credentials');
      await admin.post(`${path}/rotate`, { material: legs });
      await deputy.post(`${path}/approve`, { material: legs });

      // As it may be sent by mistake: in the place of another value, of a name, beside the material, cut off.
      const [leg] = Object.values(legs) as [string];
      for (const mistaken of [
        { ...body, exchangeId: leg },
        { ...body, canTrade: leg },
        { ...body, [leg]: 1 },
        { ...body, displayName: 7, secret: leg },
        { ...body, material: { ...legs, [leg]: leg } },
        { ...body, material: leg },
        { ...body, material: { ...legs, key: [leg] } },
      ]) {
        await admin.post('/credentials', mistaken);
      }
      const rawBody = JSON.stringify(body).slice(0, -2);
      await admin.request({ method: 'POST', path: '/credentials', key: freshKey(), rawBody });
      await admin.request({ method: 'POST', path: '/credentials', key: freshKey(), rawBody: `{"material":${leg}}` });
      await admin.get(`/credentials/${encodeURIComponent(leg)}`);
      await admin.get('/credentials', { query: { key: leg } });
      await ended(admin, deputy, pathOf(created));
    }
  },

  judge(history) {
    const created = history.labelled('created');
    if (created.length === 0) return inconclusive('the profile names no venue of either family');
    const none = eachOf(history.answered, holdsNoSecret);
    if (none.verdict !== 'pass' || created.some((e) => pathOf(e) !== undefined)) return none;
    return notProposed(...created);
  },
});
