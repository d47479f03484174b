/**
 * Takes rows of the suite through their whole life, so that every write of the interface is sent in a state in which it
 * is valid. Rows that can be ended are ended. Permanent rows are found by name in the next run and not created again.
 */

import { isAtLeast } from '../contract/versions.ts';
import type { Actor } from '../member/actor.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, json, rows, textAt } from '../member/exchange/exchange.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';
import type { Scene } from '../runner/check.ts';
import { legsOfA } from './material.ts';
import { credentialBody } from './own-credential.ts';
import { creationBody, endInstance, INSTANCES, isApplied } from './own-instance.ts';
import { type Family, POLICY_FAMILIES, subjectOf } from './policy-families.ts';
import { type SampleWrite, sampleWrite, writeRoute } from './sample-write.ts';

/** The fixtures that `everyWrite` needs. */
export const WRITING_NEEDS = ['admin', 'deputy', 'account', 'instrument', 'asset', 'writes'] as const;

export type Writing = Scene<(typeof WRITING_NEEDS)[number]>;

/**
 * Sends the requests that a check needs for a write, and last the unchanged write unless it is withheld. Returns the
 * response to that last one.
 */
export type Visit = (write: SampleWrite, actor: Actor) => Promise<Exchange | undefined>;

/**
 * Visits each write of the interface in a valid state.
 * @param called the name of the suite's permanent rows: one for each check.
 */
export async function everyWrite(scene: Writing, called: OwnName, visit: Visit): Promise<void> {
  const known: Visit = async (write, actor) =>
    // A member that is older than a route does not serve it (VER-02).
    isAtLeast(scene.target.rest, writeRoute(write.name).since) ? visit(write, actor) : undefined;
  await standingRows(scene, called, known);
  if (scene.control !== undefined) await organisation(scene, known);
  await credential(scene, known);
  for (const family of POLICY_FAMILIES) await policy(scene, family, known);
  await order(scene, known);
  await instance(scene, known);
}

/** Permanent rows: creates each one, then updates it with its current values. */
async function standingRows({ admin, fixtures }: Writing, called: OwnName, visit: Visit): Promise<void> {
  const displayName = called;
  const address = { accountId: fixtures.account.id, chain: 'BITCOIN', address: called, displayName };
  const families = [
    ['users', 'userId', { subject: called, displayName, capabilities: [] }, { displayName, capabilities: [] }],
    ['portfolios', 'portfolioId', { displayName }, { displayName }],
    ['accounts', 'accountId', { exchangeId: fixtures.venues?.a ?? 1, displayName }, { displayName }],
    ['account-addresses', 'accountAddressId', address, address],
  ] as const;
  for (const [collection, id, body, restated] of families) {
    const held = rows(await admin.get(`/${collection}`)).find((row) => row['displayName'] === called)?.[id];
    const isWithheld = held !== undefined;
    const created = await visit(sampleWrite(`POST /${collection}`, { body, isWithheld }), admin);
    const key = held ?? (created && at(created, id));
    if (typeof key === 'number')
      await visit(sampleWrite(`PUT /${collection}/{id}`, { id: key, body: restated }), admin);
  }
}

async function organisation({ admin, deputy, freshKey }: Writing, visit: Visit): Promise<void> {
  const externalId = `touchstone-${freshKey()}`;
  const body = { externalId, displayName: externalId };
  const created = await visit(sampleWrite('POST /orgs', { body }), admin);
  const id = created && at(created, 'orgId');
  if (typeof id !== 'number') return;
  await visit(sampleWrite('PUT /orgs/{id}', { id, body: { displayName: externalId } }), admin);
  for (const arm of ['approve', 'suspend', 'reactivate', 'retire'])
    await visit(sampleWrite(`POST /orgs/{id}/${arm}`, { id }), deputy);
}

async function credential({ admin, deputy, fixtures, freshKey, control }: Writing, visit: Visit): Promise<void> {
  const exchangeId = fixtures.venues?.a;
  if (exchangeId === undefined) return;
  const body = { ...credentialBody(exchangeId, legsOfA(freshKey()), false) };
  const created = await visit(sampleWrite('POST /credentials', { body }), admin);
  const id = created && at(created, 'credentialId');
  if (typeof id !== 'number') return;
  const arm = (name: string, of: { readonly body?: object; readonly isWithheld?: boolean } = {}) =>
    sampleWrite(`POST /credentials/{id}/${name}`, { id, ...of } as Parameters<typeof sampleWrite>[1]);
  await visit(sampleWrite('PUT /credentials/{id}', { id, body: { canReadBalances: true, canTrade: false } }), admin);
  // An approved credential discovers an account, which is permanent.
  await visit(arm('approve', { isWithheld: control === undefined }), deputy);
  for (const name of ['suspend', 'reactivate']) await visit(arm(name), deputy);
  await visit(arm('rotate', { body: { material: legsOfA(freshKey()) } }), admin);
  await visit(arm('withdraw'), admin);
  await visit(arm('revoke'), deputy);
}

async function policy(
  { admin, deputy, fixtures, control, target }: Writing,
  family: Family,
  visit: Visit,
): Promise<void> {
  const { path, money } = family;
  const body = { ...subjectOf(family, fixtures), [money[0]]: '7500000' };
  const created = await visit(sampleWrite(`POST ${path}`, { body }), admin);
  const id = created && at(created, family.id);
  if (typeof id !== 'number') return;
  const arm = (name: string) => sampleWrite(`POST ${path}/{id}/${name}`, { id });
  await visit(sampleWrite(`PUT ${path}/{id}`, { id, body }), admin);
  // Do not cap what other users trade, not even for a moment.
  const isOfOthers = control === undefined && (path !== '/trading-policies' || fixtures.cappedInstrument === undefined);
  if (!isOfOthers || target.destructive === true) {
    await visit({ ...arm('approve'), isWithheld: isOfOthers }, deputy);
  }
  for (const name of ['halt', 'resume']) await visit(arm(name), admin);
  await admin.put(`${path}/${id}`, body);
  for (const name of ['withdraw', 'retire']) await visit(arm(name), admin);
}

async function order({ admin, order: resting }: Writing, visit: Visit): Promise<void> {
  const submitted = await visit(sampleWrite('POST /orders', { body: resting() }), admin);
  const id = submitted && textAt(submitted, 'orderId');
  if (id !== undefined) await visit(sampleWrite('POST /orders/{id}/cancel', { id }), admin);
}

async function instance(scene: Writing, visit: Visit): Promise<void> {
  const { admin, control, fixtures, target } = scene;
  if (fixtures.algoVersion === undefined) return;
  const making = { ...scene, fixtures: { ...fixtures, algoVersion: fixtures.algoVersion } };
  const body = creationBody(making);
  const created = await visit(sampleWrite(`POST ${INSTANCES}`, { body }), admin);
  const id = created && isOk(created) ? instanceIdOf(json(created)) : undefined;
  if (id === undefined) return;
  const own = { id, path: `${INSTANCES}/${id}` };
  const remark = 'of the suite';
  await isApplied(making, admin, own);
  const config = { remark, document: body['document'] };
  const staged = await visit(sampleWrite(`PUT ${INSTANCES}/{id}/config`, { id, body: config }), admin);
  if (staged !== undefined && isOk(staged)) await isApplied(making, admin, own, 2);
  const arm = (name: string) => sampleWrite(`POST ${INSTANCES}/{id}/${name}`, { id, body: { remark } });
  for (const name of ['start', 'stop']) await visit(arm(name), admin);
  // A halt also stops the instances of other users.
  const isWithheld = control === undefined;
  if (target.destructive === true) await visit(sampleWrite('POST /algos/halt', { isWithheld }), admin);
  await visit(arm('delete'), admin);
  await endInstance(admin, own);
}
