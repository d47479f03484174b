import { at, errorCode } from '../../client/exchange.ts';
import { isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { legsOfA, legsOfB } from '../../scenes/material.ts';
import { credentialBody, ended, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';

const CODES = ['SCOPE_INSUFFICIENT', 'SCOPE_MISMATCH'];

/** How the sandbox's venue is told what a key may do: one that declares less than that is a mismatch where it is read. */
const MAY = { nothing: 'perms:', trade: 'perms:READ,TRADE' } as const;

export const unobservedScope = check({
  id: 'cred/unobserved-scope',
  proves: ['CRED-06'],
  title:
    'where a venue lets no key read its scope, scopeUnobserved is true, observedPermissions empty, and no scope is held against the key',
  // An approved credential shows an account that nothing takes away.
  needs: ['admin', 'deputy', 'venues', 'intake', 'destructive', 'writes'],

  async drive({ admin, deputy, fixtures: { venues }, freshKey }) {
    const { a, unscoped } = venues;
    const attempt = async (
      what: string,
      exchangeId: number,
      legs: Readonly<Record<string, string>>,
      canTrade: boolean,
    ) => {
      const path = await proposed(admin, credentialBody(exchangeId, legs, canTrade), { label: `${what}: created` });
      if (path === undefined) return;
      await admin.get(path, { query: { view: 'latest' }, label: `${what}: read` });
      await deputy.post(`${path}/approve`, {}, { label: `${what}: approved` });
      await admin.get(path, { query: { view: 'latest' }, label: `${what}: read again` });
      await ended(admin, deputy, path);
    };
    const named = <Legs extends { readonly key: string }>(legs: Legs, may: string) => ({
      ...legs,
      key: `${may} ${legs.key}`,
    });
    if (unscoped !== undefined) await attempt('unscoped', unscoped, named(legsOfB(freshKey()), MAY.nothing), true);
    if (a !== undefined) await attempt('scoped', a, named(legsOfA(freshKey()), MAY.trade), false);
  },

  judge(history) {
    const created = history.maybe('unscoped: created');
    if (created === undefined) return notShown(history, 'the profile names no venue that lets no key read its scope');
    if (pathOf(created) === undefined) return notProposed(created);
    const approved = history.one('unscoped: approved');
    const [read, again] = [history.one('unscoped: read'), history.one('unscoped: read again')];
    const seen = [read, again].filter((e) => at(e, 'scopeUnobserved') === true);
    const stated = (permissions: unknown) => !Array.isArray(permissions) || permissions.length > 0;
    const late: Judgement = inconclusive('the venue may not have answered for the key');
    // What is approved was answered for.
    const unseen = isTaken(approved) && isOfOrAfter(again, approved) ? violated('scopeUnobserved true', again) : late;
    const scoped = history.maybe('scoped: approved');
    return allOf(
      CODES.includes(errorCode(approved) ?? '')
        ? violated('no scope held against a key whose scope nobody saw', read, approved)
        : pass,
      ...seen.map((e) =>
        stated(at(e, 'observedPermissions')) ? violated('observedPermissions empty: nothing was stated', e) : pass,
      ),
      at(again, 'scopeUnobserved') === true ? pass : unseen,
      history.target.strict && scoped !== undefined
        ? expects(scoped, { status: 422, code: 'SCOPE_MISMATCH', position: 'present' }, 'where the scope is read')
        : pass,
    );
  },
});
