import fc from 'fast-check';
import type { Exchange } from '../../client/exchange.ts';
import { isOk } from '../../client/exchange.ts';
import { SCOPES, scopesOf } from '../../contract/scopes.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { asksFor, grants, isOfOrAfter, NO_USER, NOT_NAMED, ownUser } from '../../scenes/own-user.ts';

function isJust(row: Exchange, scopes: readonly string[]): Judgement {
  const just = grants(row, scopes);
  if (just === undefined) return inconclusive('the row of a user names no capabilities');
  return just ? pass : violated(`just the capabilities of the PUT: ${scopes.join(', ') || 'none'}`, row);
}

/** Before 0.7.0 there is no algos:manage. */
function ofVersion(rest: string): (scopes: readonly string[]) => readonly string[] {
  return (scopes) => scopes.filter((scope) => scopesOf(rest).includes(scope));
}

export const putReplacesTheWholeSet = check({
  id: 'cap/put-replaces-the-whole-set',
  proves: ['CAP-04'],
  title: 'PUT of a user replaces the whole capability set',
  needs: ['admin', 'writes'],
  given: () => fc.record({ former: fc.subarray([...SCOPES]), next: fc.subarray([...SCOPES]) }),
  runs: 6,

  async drive({ admin, target }, { former, next }) {
    const own = await ownUser(admin, 'touchstone-restated');
    if (own === undefined) return;
    const known = ofVersion(target.rest);
    await own.grant(known(former), { label: 'former' });
    await own.grant(known(next), { label: 'next' });
    await admin.get(own.path, { label: 'read' });
    await own.grant([]);
  },

  judge(history, { former, next }) {
    if (history.maybe('former') === undefined) return notTaken(NO_USER);
    const [first, second, read] = [history.one('former'), history.one('next'), history.one('read')];
    if (!isOk(first) || !isOk(second)) return inconclusive('the user was not restated');
    if (!isOfOrAfter(read, second)) return inconclusive('the user was not read after the write');
    const known = ofVersion(history.target.rest);
    if (!asksFor(first, known(former)) || !asksFor(second, known(next))) return inconclusive(NOT_NAMED);
    return allOf(isJust(first, known(former)), isJust(second, known(next)), isJust(read, known(next)));
  },
});
