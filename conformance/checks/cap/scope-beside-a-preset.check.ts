import type { Exchange } from '../../client/exchange.ts';
import { isOk } from '../../client/exchange.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { grants, isOfOrAfter, NO_USER, ownUser } from '../../scenes/own-user.ts';

function isUnchanged(preset: Exchange, read: Exchange): Judgement {
  if (!isOfOrAfter(read, preset)) return inconclusive('the user was not read after the refusal');
  const held = capabilitiesOf(preset);
  if (held === undefined) return inconclusive('the row of a user names no capabilities');
  return grants(read, held) === true ? pass : violated('the capabilities from before the refused writes', preset, read);
}

export const scopeBesideAPreset = check({
  id: 'cap/scope-beside-a-preset',
  proves: ['CAP-03'],
  title: 'a body that names a scope beside a preset whose expansion lacks it is refused',
  needs: ['admin', 'writes'],

  async drive({ admin }) {
    const own = await ownUser(admin, 'touchstone-beside');
    if (own === undefined) return;
    await own.grant(['TRADER'], { label: 'preset' });
    await own.grant(['TRADER', 'credentials:approve'], { label: 'beside' });
    await own.grant(['orgs:approve', 'TRADER'], { label: 'beside' });
    await admin.get(own.path, { label: 'read' });
    await own.grant(['orders:trade', 'TRADER'], { label: 'within' });
    await own.grant([]);
  },

  judge(history) {
    const preset = history.maybe('preset');
    if (preset === undefined) return notTaken(NO_USER);
    if (!isOk(preset)) return inconclusive('the preset TRADER was not taken');
    const { strict } = history.target;
    const refused = strict
      ? ({ status: 400, code: 'MALFORMED_REQUEST', position: 'absent' } as const)
      : ({ status: '4xx' } as const);
    return allOf(
      ...history.labelled('beside').map((e) => expects(e, refused)),
      isUnchanged(preset, history.one('read')),
      strict ? expects(history.one('within'), { status: 200 }) : pass,
    );
  },
});
