/**
 * A credential's approval: who proposes and approves it, its arms, the pending rotation, and a scope that no venue reports.
 */
import { at, type Exchange, errorCode, isOk, status } from '../../member/exchange/exchange.ts';
import { ifTaken, isTaken } from '../../rules/if-taken.ts';
import { isRecordedRefusal } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/record/not-shown.ts';
import { legsOfA, legsOfB } from '../../scenes/material.ts';
import {
  credentialBody,
  ended,
  isRow,
  notProposed,
  pathOf,
  proposed,
  whereProposed,
} from '../../scenes/own-credential.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';

export const capabilitiesOfACredential = check({
  id: 'cred/capabilities-of-a-credential',
  proves: ['CRED-13'],
  title:
    'a proposal without credentials:propose and an approval without credentials:approve are refused CAPABILITY_DENIED',
  needs: ['admin', 'deputy', 'trader', 'approver', 'venues', 'intake', 'writes'],

  async drive({ admin, deputy, trader, approver, fixtures: { venues }, freshKey }) {
    const exchangeId = venues.a;
    if (exchangeId === undefined) return;
    const path = await proposed(admin, credentialBody(exchangeId, legsOfA(freshKey())), { label: 'proposed' });
    if (path === undefined) return;
    const others: (string | undefined)[] = [];
    for (const actor of [trader, approver]) {
      const body = credentialBody(exchangeId, legsOfA(freshKey()));
      others.push(await proposed(actor, body, { label: `${actor.name} proposes` }));
    }
    await trader.post(`${path}/approve`, {}, { label: 'trader approves' });
    await ended(admin, deputy, path, ...others);
  },

  judge(history) {
    const { strict } = history.target;
    const isDenied = (e: Exchange): Judgement => {
      // The body of an arm is an assumption: a member that refuses the body shows nothing of capabilities.
      if (!strict && !isOk(e) && errorCode(e) === 'MALFORMED_REQUEST')
        return inconclusive('the body is not taken of anyone');
      return expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present', asOf: 'absent' });
    };
    return whereProposed(history, 'proposed', () =>
      eachOf(['trader proposes', 'approver proposes', 'trader approves'], (label) => isDenied(history.one(label))),
    );
  },
});

/** In this order each arm finds the state that it needs; the status after it is the sandbox's own. */
const STEPS = [
  ['amend', 'PROPOSED'],
  ['approve', 'ACTIVE'],
  ['suspend', 'SUSPENDED'],
  ['reactivate', 'ACTIVE'],
  ['rotate', 'ACTIVE'],
  ['revoke', 'REVOKED'],
] as const;

/** Arms that the credential's state does not admit, as the sandbox reads the interface. */
const NOT_ADMITTED = [
  'reactivate of what is proposed',
  'approve of what is withdrawn',
  'reactivate of what is revoked',
];

/** The interface does not show which state admits which arm: an arm that is accepted, or malformed, is not judged. */
function isTheOwners(history: History, label: string): Judgement {
  const refused = history.maybe(label);
  if (refused === undefined) return unseen;
  const { strict } = history.target;
  if (!strict && (isOk(refused) || status(refused) === 400))
    return inconclusive(`${label} was not refused for its state`);
  const again = history.one(`${label}, again`);
  return isRecordedRefusal(refused, again, { status: strict ? 409 : '4xx' }, 'a refusal of the owner');
}

export const movedByItsArms = check({
  id: 'cred/moved-by-its-arms',
  proves: ['CRED-07'],
  title:
    'approve, suspend, reactivate, revoke, withdraw, rotate and amend move a credential; its owner refuses an arm that its state does not admit',
  // An approved credential discovers an account, which cannot be deleted.
  needs: ['admin', 'deputy', 'venues', 'intake', 'destructive', 'writes'],

  async drive({ admin, deputy, fixtures: { venues }, freshKey }) {
    const exchangeId = venues.a;
    if (exchangeId === undefined) return;
    const body = credentialBody(exchangeId, legsOfA(freshKey()));
    const { material: _, exchangeId: __, ...terms } = body;
    const path = await proposed(admin, body, { label: 'created' });
    const other = await proposed(admin, credentialBody(exchangeId, legsOfA(freshKey())), { label: 'another created' });
    if (path === undefined || other === undefined) return ended(admin, deputy, path, other);
    const twice = async (arm: string, label: string) => {
      const key = freshKey();
      for (const again of ['', ', again']) await deputy.post(arm, {}, { key, label: `${label}${again}` });
    };
    const arm = (name: string) => deputy.post(`${path}/${name}`, {}, { label: name });

    await admin.put(path, terms, { label: 'amend' });
    await twice(`${path}/reactivate`, 'reactivate of what is proposed');
    for (const name of ['approve', 'suspend', 'reactivate']) await arm(name);
    await admin.post(`${path}/rotate`, { material: legsOfA(freshKey()) }, { label: 'rotate' });
    await arm('revoke');
    await twice(`${path}/reactivate`, 'reactivate of what is revoked');

    await admin.post(`${other}/withdraw`, {}, { label: 'withdraw' });
    await twice(`${other}/approve`, 'approve of what is withdrawn');
    await ended(admin, deputy, path, other);
  },

  judge(history) {
    const isIn = (e: Exchange, wanted: string): Judgement =>
      !history.target.strict || at(e, 'status') === wanted ? pass : violated(`status ${wanted}`, e);
    const moves = (label: string, row: string, wanted: string) =>
      ifTaken(history.one(label), history, (e) => allOf(isRow(e, row), isIn(e, wanted)));
    return whereProposed(history, 'created', (path) =>
      whereProposed(history, 'another created', (other) =>
        allOf(
          STEPS.map(([label, wanted]) => moves(label, path, wanted)),
          moves('withdraw', other, 'WITHDRAWN'),
          NOT_ADMITTED.map((label) => isTheOwners(history, label)),
        ),
      ),
    );
  },
});

const waits = (e: Exchange) => at(e, 'pendingTransition') === 'ROTATE';

function isPending(e: Exchange): Judgement {
  return waits(e) ? pass : violated('pendingTransition ROTATE while it waits', e);
}

function isOver(e: Exchange): Judgement {
  return waits(e) ? violated('no pendingTransition once it is approved', e) : pass;
}

/** The rotation is answered and read as pending, then as approved. */
function pendsUntilApproved(history: History): Judgement {
  const rotated = history.one('rotated');
  const taken = allOf([history.one('approved'), rotated].map((e) => ifTaken(e, history, () => pass)));
  if (taken.verdict !== 'pass') return taken;
  const read = (label: string, write: Exchange, judge: (e: Exchange) => Judgement) => {
    const e = history.one(label);
    return isOfOrAfter(e, write) ? judge(e) : inconclusive('the credential was not served at once');
  };
  const later = history.one('rotation approved');
  const over = ifTaken(later, history, () => allOf(isOver(later), read('after', later, isOver)));
  return allOf(isOver(history.one('approved')), isPending(rotated), read('waiting', rotated, isPending), over);
}

export const rotationPends = check({
  id: 'cred/rotation-pends',
  proves: ['CRED-08'],
  title: 'a rotation reads pendingTransition ROTATE from its answer until it is approved',
  // An approved credential discovers an account, which cannot be deleted.
  needs: ['admin', 'deputy', 'venues', 'intake', 'destructive', 'writes'],

  async drive({ admin, deputy, fixtures: { venues }, freshKey }) {
    if (venues.a === undefined) return;
    const path = await proposed(admin, credentialBody(venues.a, legsOfA(freshKey())), { label: 'created' });
    if (path === undefined) return;
    await deputy.post(`${path}/approve`, {}, { label: 'approved' });
    await admin.post(`${path}/rotate`, { material: legsOfA(freshKey()) }, { label: 'rotated' });
    await admin.get(path, { query: { view: 'latest' }, label: 'waiting' });
    await deputy.post(`${path}/approve`, {}, { label: 'rotation approved' });
    await admin.get(path, { query: { view: 'latest' }, label: 'after' });
    await ended(admin, deputy, path);
  },

  judge: (history) => whereProposed(history, 'created', () => pendsUntilApproved(history)),
});

const CODES = ['SCOPE_INSUFFICIENT', 'SCOPE_MISMATCH'];

/** The sandbox's venue reads the permissions of a key from its text. Declaring fewer is a mismatch. */
const MAY = { nothing: 'perms:', trade: 'perms:READ,TRADE' } as const;

export const unobservedScope = check({
  id: 'cred/unobserved-scope',
  proves: ['CRED-06'],
  title:
    'if a venue lets no key read its scope, scopeUnobserved is true, observedPermissions is empty, and no scope mismatch is reported',
  // An approved credential discovers an account, which cannot be deleted.
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
    // The venue has answered for a credential that was approved.
    const unseen = isTaken(approved) && isOfOrAfter(again, approved) ? violated('scopeUnobserved true', again) : late;
    const scoped = history.maybe('scoped: approved');
    return allOf(
      CODES.includes(errorCode(approved) ?? '')
        ? violated('no scope required of a key whose scope was not read', read, approved)
        : pass,
      seen.map((e) =>
        stated(at(e, 'observedPermissions')) ? violated('observedPermissions empty: nothing was stated', e) : pass,
      ),
      at(again, 'scopeUnobserved') === true ? pass : unseen,
      history.target.strict && scoped !== undefined
        ? expects(scoped, { status: 422, code: 'SCOPE_MISMATCH', position: 'present' }, 'where the scope is read')
        : pass,
    );
  },
});
