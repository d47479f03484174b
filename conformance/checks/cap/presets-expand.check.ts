import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, sentJson } from '../../client/exchange.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { grants, NO_USER, ownUser } from '../../scenes/own-user.ts';
import { presetsOf } from './published-presets.ts';

const TRADER = 'TRADER';

function namedIn(e: Exchange): unknown {
  return ([asObject(sentJson(e))['capabilities']].flat() as unknown[])[0];
}

function expands(e: Exchange): Judgement {
  if (!isOk(e)) return inconclusive(`the preset ${String(namedIn(e))} was not taken`);
  const held = capabilitiesOf(e);
  if (held === undefined) return inconclusive('the row of a user names no capabilities');
  if (held.includes('algos:manage')) return violated('algos:manage in no preset', e);
  if (namedIn(e) !== TRADER) return pass;
  return grants(e, ['orders:trade']) === true ? pass : violated(`orders:trade alone for the preset ${TRADER}`, e);
}

export const presetsExpand = check({
  id: 'cap/presets-expand',
  proves: ['CAP-02'],
  title: 'the preset TRADER expands to orders:trade alone, and no preset holds algos:manage',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const document = await admin.get('/openapi.json');
    const own = await ownUser(admin, 'touchstone-preset');
    if (own === undefined) return;
    // Presets other than TRADER are not shown: those that the member publishes are its own.
    const others = presetsOf(asObject(json(document))).filter((preset) => preset !== TRADER);
    for (const preset of [TRADER, ...others]) await own.grant([preset], { label: 'granted' });
    await own.grant([]);
  },

  judge(history) {
    const [trader, ...others] = history.labelled('granted');
    if (trader === undefined) return notTaken(NO_USER);
    // A name that only looks like a preset is refused, and proves nothing.
    return allOf(expands(trader), ...others.filter(isOk).map(expands));
  },
});
