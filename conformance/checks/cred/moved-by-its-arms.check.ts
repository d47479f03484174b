import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, status } from '../../client/exchange.ts';
import { ifTaken } from '../../rules/if-taken.ts';
import { isRecordedRefusal } from '../../rules/recorded-refusal.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody, ended, isRow, notProposed, pathOf, proposed } from '../../scenes/own-credential.ts';

/** In this order each finds the credential in the state that it needs; the status after it is our own. */
const STEPS = [
  ['amend', 'PROPOSED'],
  ['approve', 'ACTIVE'],
  ['suspend', 'SUSPENDED'],
  ['reactivate', 'ACTIVE'],
  ['rotate', 'ACTIVE'],
  ['revoke', 'REVOKED'],
] as const;

/** What the state of the credential does not admit, by our own reading of it. */
const NOT_ADMITTED = [
  'reactivate of what is proposed',
  'approve of what is withdrawn',
  'reactivate of what is revoked',
];

/** Which state admits what is not shown: an arm that is taken, or not understood, is not judged. */
function isTheOwners(history: History, label: string): Judgement {
  const refused = history.maybe(label);
  if (refused === undefined) return pass;
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
    "approve, suspend, reactivate, revoke, withdraw, rotate and amend move a credential; one that its state does not admit is an owner's refusal",
  // An approved credential shows an account that nothing takes away.
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
    const [created, another] = [history.maybe('created'), history.maybe('another created')];
    if (created === undefined || another === undefined) return inconclusive('the profile names no venue of family A');
    const [path, other] = [pathOf(created), pathOf(another)];
    if (path === undefined || other === undefined) return notProposed(created, another);
    const isIn = (e: Exchange, wanted: string): Judgement =>
      !history.target.strict || at(e, 'status') === wanted ? pass : violated(`status ${wanted}`, e);
    const moves = (label: string, row: string, wanted: string) =>
      ifTaken(history.one(label), history, (e) => allOf(isRow(e, row), isIn(e, wanted)));
    return allOf(
      ...STEPS.map(([label, wanted]) => moves(label, path, wanted)),
      moves('withdraw', other, 'WITHDRAWN'),
      ...NOT_ADMITTED.map((label) => isTheOwners(history, label)),
    );
  },
});
