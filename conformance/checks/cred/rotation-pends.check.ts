import type { Exchange } from '../../client/exchange.ts';
import { at } from '../../client/exchange.ts';
import { ifTaken, isTaken } from '../../rules/if-taken.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, ended, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';
import { isOfOrAfter } from '../../scenes/own-user.ts';

function isPending(e: Exchange): Judgement {
  return at(e, 'pendingTransition') === 'ROTATE' ? pass : violated('pendingTransition ROTATE while it waits', e);
}

function isOver(e: Exchange): Judgement {
  return at(e, 'pendingTransition') === 'ROTATE' ? violated('no pendingTransition once it is approved', e) : pass;
}

export const rotationPends = check({
  id: 'cred/rotation-pends',
  proves: ['CRED-08'],
  title: 'a rotation reads pendingTransition ROTATE from its answer on, and no more once it is approved',
  // An approved credential shows an account that nothing takes away.
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

  judge(history) {
    const created = history.maybe('created');
    if (created === undefined) return inconclusive('the profile names no venue of family A');
    if (pathOf(created) === undefined) return notProposed(created);
    const rotated = history.one('rotated');
    const taken = allOf(...[history.one('approved'), rotated].map((e) => ifTaken(e, history, () => pass)));
    if (taken.verdict !== 'pass') return taken;
    const read = (label: string, write: Exchange, judge: (e: Exchange) => Judgement) => {
      const e = history.one(label);
      return isOfOrAfter(e, write) ? judge(e) : inconclusive('the credential was not served at once');
    };
    const later = history.one('rotation approved');
    const over = isTaken(later)
      ? allOf(isOver(later), read('after', later, isOver))
      : ifTaken(later, history, () => pass);
    return allOf(isOver(history.one('approved')), isPending(rotated), read('waiting', rotated, isPending), over);
  },
});
