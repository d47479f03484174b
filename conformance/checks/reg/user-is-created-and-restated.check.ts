import type { Exchange } from '../../client/exchange.ts';
import { at, isOk } from '../../client/exchange.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { asksFor, grants, isOfOrAfter, NOT_NAMED } from '../../scenes/own-user.ts';

const PRESET = 'TRADER';
const CREATED = ['orders:trade'];
const RESTATED = ['users:manage', 'orders:trade'];

/** Read at or after the write: the row as the write left it. */
function isKept(write: Exchange, read: Exchange, asked: readonly string[], scopes = asked): Judgement {
  if (!asksFor(write, asked)) return inconclusive(NOT_NAMED);
  const served = expects(read, { status: 200 });
  if (served.verdict !== 'pass') return served;
  if (!isOfOrAfter(read, write)) return inconclusive('a member that is behind answered');
  if (capabilitiesOf(read) === undefined) return inconclusive('the row of a user names no capabilities');
  return grants(read, scopes) === true ? pass : violated(`a user with ${scopes.join(' and ')}`, write, read);
}

export const userIsCreatedAndRestated = check({
  id: 'reg/user-is-created-and-restated',
  proves: ['REG-03'],
  title: 'users are created and restated with capability scopes and presets by a caller with users:manage',
  needs: ['admin', 'destructive'],

  async drive({ admin, freshKey }) {
    const subject = `touchstone-${freshKey()}`;
    const created = await admin.post(
      '/users',
      { subject, displayName: subject, capabilities: [PRESET] },
      { label: 'created' },
    );
    const userId = at(created, 'userId');
    if (typeof userId !== 'number') return;
    const path = `/users/${userId}`;
    await admin.get(path, { label: 'read' });
    await admin.put(path, { capabilities: RESTATED }, { label: 'restated' });
    await admin.get(path, { label: 'read again' });
    await admin.put(path, { capabilities: [] });
  },

  judge(history) {
    const created = history.one('created');
    if (!isOk(created)) return inconclusive('the user was not created');
    const read = history.maybe('read');
    if (read === undefined) return inconclusive('the answer names no userId');
    const restated = history.one('restated');
    return allOf(
      isKept(created, read, [PRESET], CREATED),
      isOk(restated)
        ? isKept(restated, history.one('read again'), RESTATED)
        : inconclusive('the user was not restated'),
    );
  },
});
