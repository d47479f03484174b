import type { Exchange } from '../../client/exchange.ts';
import { isOk } from '../../client/exchange.ts';
import { scopesOf } from '../../contract/scopes.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { asksFor, isOfOrAfter, NO_USER, NOT_NAMED, ownUser } from '../../scenes/own-user.ts';

const LAST = 'algos:manage';

/** A newer member may have more of them (VER-05). */
function holdsEach(e: Exchange, scopes: readonly string[]): Judgement {
  const held = capabilitiesOf(e);
  if (held === undefined) return inconclusive(`${e.request.path} names no capabilities`);
  const missing = scopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return violated(`every capability, ${missing.join(' and ')} too`, e);
  return held.filter((scope) => scopes.includes(scope)).at(-1) === scopes.at(-1) || !scopes.includes(LAST)
    ? pass
    : violated(`${LAST} as the last in declared order`, e);
}

export const everyScopeIsGranted = check({
  id: 'cap/every-scope-is-granted',
  proves: ['CAP-01'],
  title:
    'the scopes are users:manage, orders:trade, credentials:propose, credentials:approve, orgs:approve, algos:manage',
  needs: ['admin', 'writes'],

  async drive({ admin, target }) {
    await admin.get('/me', { label: 'me' });
    const own = await ownUser(admin, 'touchstone-granted');
    if (own === undefined) return;
    // In the opposite of their order: it is served in the declared one all the same.
    await own.grant(scopesOf(target.rest).toReversed(), { label: 'granted' });
    await admin.get(own.path, { label: 'read' });
    await own.grant([]);
  },

  judge(history) {
    const scopes = scopesOf(history.target.rest);
    const me = holdsEach(history.one('me'), scopes);
    const granted = history.maybe('granted');
    if (granted === undefined) return allOf(me, notTaken(NO_USER));
    if (!isOk(granted)) return allOf(me, inconclusive('the user was not granted every scope'));
    if (!asksFor(granted, scopes)) return allOf(me, inconclusive(NOT_NAMED));
    const read = history.one('read');
    const kept = isOfOrAfter(read, granted)
      ? holdsEach(read, scopes)
      : inconclusive('a member that is behind answered');
    return allOf(me, holdsEach(granted, scopes), kept);
  },
});
