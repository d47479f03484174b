/** Writes of the register: rows that are created and restated, and the capabilities that they need. */

import { at, type Exchange, errorCode, isOk, sentJson } from '../../member/exchange/exchange.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { capabilitiesOf } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { asksFor, grants, isOfOrAfter, NO_USER, NOT_NAMED, ownUser } from '../../scenes/own-user.ts';

/** The member of a row that is restated with another value. */
const FAMILIES = [
  { path: '/portfolios', id: 'portfolioId', member: 'displayName' },
  { path: '/accounts', id: 'accountId', member: 'displayName' },
  { path: '/account-addresses', id: 'accountAddressId', member: 'address' },
] as const;

type Family = (typeof FAMILIES)[number];

/** A property of that name is what the write stated of it; a row that has none is not ours to judge. */
function isKept(write: Exchange, read: Exchange, { member }: Family): Judgement {
  const served = expects(read, { status: 200 });
  if (served.verdict !== 'pass') return served;
  if (!isOfOrAfter(read, write)) return inconclusive('a member that is behind answered');
  const [stated, kept] = [asObject(sentJson(write))[member], at(read, member)];
  return kept === undefined || kept === stated ? pass : violated(`${member} as it was written`, write, read);
}

function isCreatedAndRestated(history: History, family: Family): Judgement {
  const { path } = family;
  const created = history.one(`created in ${path}`);
  if (!isOk(created)) return notTaken(`nothing was created in ${path}: its body is assumed`);
  const read = history.maybe(`read in ${path}`);
  if (read === undefined) return inconclusive(`the answer of POST ${path} names no ${family.id}`);
  const restated = history.one(`restated in ${path}`);
  return allOf(
    isKept(created, read, family),
    isOk(restated)
      ? isKept(restated, history.one(`read again in ${path}`), family)
      : notTaken(`nothing was restated in ${path}: its body is assumed`),
  );
}

/** Three kinds of row, each read after both writes. */
export const rowsAreCreatedAndRestated = check({
  id: 'reg/rows-are-created-and-restated',
  proves: ['REG-04'],
  title: 'portfolios, accounts and account addresses are created and restated',
  needs: ['admin', 'account', 'asset', 'venues', 'destructive'],

  async drive({ admin, fixtures, freshKey }) {
    const name = `touchstone-${freshKey()}`;
    const of = { accountId: fixtures.account.id, assetId: fixtures.asset.id, chain: 'BITCOIN' };
    const bodies = {
      '/portfolios': [{ displayName: name }, { displayName: `${name} again` }],
      '/accounts': [{ exchangeId: fixtures.venues.a ?? 1, displayName: name }, { displayName: `${name} again` }],
      '/account-addresses': [
        { ...of, address: name },
        { ...of, address: `${name}-again` },
      ],
    } as const satisfies Record<Family['path'], readonly [object, object]>;
    for (const { path, id } of FAMILIES) {
      const [first, second] = bodies[path];
      const key = at(await admin.post(path, first, { label: `created in ${path}` }), id);
      if (typeof key !== 'number') continue;
      await admin.get(`${path}/${key}`, { label: `read in ${path}` });
      await admin.put(`${path}/${key}`, second, { label: `restated in ${path}` });
      await admin.get(`${path}/${key}`, { label: `read again in ${path}` });
    }
  },

  judge: (history) => eachOf(FAMILIES, (family) => isCreatedAndRestated(history, family)),
});

const PRESET = 'TRADER';
const CREATED = ['orders:trade'];
const RESTATED = ['users:manage', 'orders:trade'];

/** Read at or after the write: the row as the write left it. */
function leavesTheUser(write: Exchange, read: Exchange, asked: readonly string[], scopes = asked): Judgement {
  if (!asksFor(write, asked)) return inconclusive(NOT_NAMED);
  const served = expects(read, { status: 200 });
  if (served.verdict !== 'pass') return served;
  if (!isOfOrAfter(read, write)) return inconclusive('a member that is behind answered');
  if (capabilitiesOf(read) === undefined) return inconclusive('the row of a user names no capabilities');
  return grants(read, scopes) === true ? pass : violated(`a user with ${scopes.join(' and ')}`, write, read);
}

/** A user with a preset, then with scopes. */
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
      leavesTheUser(created, read, [PRESET], CREATED),
      isOk(restated)
        ? leavesTheUser(restated, history.one('read again'), RESTATED)
        : inconclusive('the user was not restated'),
    );
  },
});

/** The same body is taken from a caller with users:manage. */
export const usersNeedUsersManage = check({
  id: 'reg/users-need-users-manage',
  proves: ['REG-03'],
  title: 'a caller without users:manage neither creates nor restates a user: 403 CAPABILITY_DENIED by the owner',
  needs: ['admin', 'trader', 'writes'],

  async drive({ admin, trader }) {
    const own = await ownUser(admin, 'touchstone-denied');
    if (own === undefined) return;
    await own.grant([], { label: 'taken' });
    await trader.put(own.path, { capabilities: ['orders:trade'] }, { label: 'denied' });
    await trader.post(
      '/users',
      { subject: 'touchstone-never', displayName: 'touchstone-never', capabilities: [] },
      { label: 'denied' },
    );
    await own.grant([]);
  },

  judge(history) {
    const taken = history.maybe('taken');
    if (taken === undefined) return notTaken(NO_USER);
    if (!isOk(taken)) return inconclusive('the same body is not taken of a caller with users:manage');
    return allOf(
      eachOf(history.labelled('denied'), (e) =>
        expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present' }),
      ),
    );
  },
});

/** In this order each arm finds the organisation in the state that it needs. */
const ARMS = ['approve', 'suspend', 'reactivate', 'retire'] as const;

/** The interface does not show which arms exist: one that is not a route, or refuses the body, proves nothing. */
function isDenied(e: Exchange, strict: boolean): Judgement {
  const denied = expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present' });
  if (denied.verdict !== 'violated' || strict || isOk(e) || errorCode(e) === 'CAPABILITY_DENIED') return denied;
  return inconclusive(`${e.request.path} came to no judgement of capabilities`);
}

/** Each arm by a caller without orgs:approve, then by one with it. */
export const organisationArms = check({
  id: 'reg/organisation-arms',
  proves: ['REG-05'],
  title: 'organisation arms need orgs:approve',
  // A proposed organisation cannot be removed, and its arms must not be tried on one in use.
  needs: ['admin', 'deputy', 'trader', 'destructive'],

  async drive({ admin, deputy, trader, freshKey }) {
    const externalId = `touchstone-${freshKey()}`;
    const created = await admin.post('/orgs', { externalId, displayName: externalId }, { label: 'created' });
    const orgId = at(created, 'orgId');
    if (typeof orgId !== 'number') return;
    for (const arm of ARMS) {
      await trader.post(`/orgs/${orgId}/${arm}`, {}, { label: 'without the capability' });
      await deputy.post(`/orgs/${orgId}/${arm}`, {}, { label: 'with the capability' });
    }
  },

  judge(history) {
    if (!isOk(history.one('created'))) return notTaken('no organisation was proposed: the body is assumed');
    const tries = history.labelled('without the capability');
    if (tries.length === 0) return inconclusive('the answer of POST /orgs names no orgId');
    const { strict } = history.target;
    return allOf(
      tries.map((e) => isDenied(e, strict)),
      strict ? allOf(history.labelled('with the capability').map((e) => expects(e, { status: 200 }))) : unseen,
      history.labelled('with the capability').some(isOk) ? pass : inconclusive('no arm was taken of anyone'),
    );
  },
});
