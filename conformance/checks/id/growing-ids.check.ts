/** ID-05: ids grow with the creating command and do not count rows. */

import { REGISTER } from '../../contract/register.ts';
import { at, type Exchange, isOk, position, textAt } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody } from '../../scenes/own-credential.ts';
import { creationBody, endInstance, INSTANCES } from '../../scenes/own-instance.ts';
import { POLICY_FAMILIES, subjectOf } from '../../scenes/policy-families.ts';

/**
 * The ids of three creations are distinct and not consecutive, though time passed between them. Ids of one instant may be
 * adjacent: the interface says only that they come from the sequenced time. Fewer than three: undefined.
 */
function countNoRows(created: readonly Exchange[], idOf: IdOf, grow: boolean): Judgement | undefined {
  const taken = created.filter((e) => isOk(e) && position(e) !== undefined);
  const inSequence = taken.toSorted((a, b) => ((position(a) ?? 0n) < (position(b) ?? 0n) ? -1 : 1));
  const ids = inSequence.map(idOf).filter((id) => id !== undefined);
  if (ids.length < 3) return undefined;
  const steps = ids.slice(1).map((id, i) => id - (ids[i] ?? 0n));
  return allOf(
    new Set(ids).size === ids.length ? pass : violated('ids that are never used again', inSequence),
    !grow || steps.every((step) => step > 0n) ? pass : violated('ids that grow with the positions', inSequence),
    steps.every((step) => step === 1n) ? violated('ids that are not consecutive numbers', inSequence) : pass,
  );
}

type IdOf = (e: Exchange) => bigint | undefined;

/** Milliseconds before the second creation and before the third: ids of a clock's seconds then differ by more than one. */
const PAUSES_MS = [3_000, 6_000] as const;
const WAITS = { ms: PAUSES_MS[0] + PAUSES_MS[1], for: 'time to pass between creations' };

const orderIdOf = (e: Exchange) => {
  const text = textAt(e, 'orderId');
  return text !== undefined && /^[0-9]+$/.test(text) ? BigInt(text) : undefined;
};

export const orderIdsGrowWithoutCounting = check({
  id: 'id/order-ids-grow-without-counting',
  proves: ['ID-05'],
  title: 'ids grow with the sequenced time of the creating command, are never reused, and do not count rows',
  needs: ['trader', 'account', 'instrument', 'writes'],
  waits: WAITS,

  async drive({ trader, order, elapse }) {
    await trader.submit(order(), { label: 'created' });
    for (const ms of PAUSES_MS) {
      await elapse(ms);
      await trader.submit(order(), { label: 'created' });
    }
  },

  judge: (history) =>
    countNoRows(history.labelled('created'), orderIdOf, true) ?? inconclusive('three orders were not created'),
});

const KEYS: readonly { readonly path: string; readonly id: string }[] = [
  ...REGISTER,
  { path: INSTANCES, id: 'instanceId' },
];

const registerIdOf = (name: string) => (e: Exchange) => {
  const id = at(e, name);
  // The interface does not show whether the id of an instance is an integer or a string.
  if (typeof id === 'string' && name === 'instanceId' && /^[0-9]{1,19}$/.test(id)) return BigInt(id);
  return typeof id === 'number' && Number.isSafeInteger(id) ? BigInt(id) : undefined;
};

/** The rows of the first families can be ended again. */
const CREATED: readonly string[] = [
  ...POLICY_FAMILIES.map(({ path }) => path),
  ...['/credentials', INSTANCES, '/users', '/portfolios', '/accounts', '/account-addresses'],
];

export const registerIdsGrowWithoutCounting = check({
  id: 'id/register-ids-grow-without-counting',
  proves: ['ID-05'],
  title: 'ids of the register and of instances grow with the creating command, are never reused, and do not count rows',
  // Each run makes new users, portfolios, accounts and addresses.
  needs: ['admin', 'account', 'instrument', 'asset', 'destructive', 'writes'],
  waits: WAITS,
  cases: {
    of: 'kinds of rows',
    names: ({ fixtures }) => CREATED.filter((path) => path !== INSTANCES || fixtures.algoVersion !== undefined),
  },

  async drive(scene) {
    const { admin, fixtures, freshKey, control, elapse, takes } = scene;
    const exchangeId = fixtures.venues?.a ?? 1;
    const { algoVersion } = fixtures;
    const policies = POLICY_FAMILIES.map((family) => {
      const body = { ...subjectOf(family, fixtures), [family.money[0]]: '7500000' };
      return [family.path, () => body] as const;
    });
    const bodies: readonly (readonly [path: string, body: (name: string) => object])[] = [
      ['/users', (name) => ({ subject: name, displayName: name, capabilities: [] })],
      ['/portfolios', (displayName) => ({ displayName })],
      ['/accounts', (displayName) => ({ exchangeId, displayName })],
      ['/account-addresses', (address) => ({ accountId: fixtures.account.id, chain: 'BITCOIN', address })],
      ['/credentials', (name) => credentialBody(exchangeId, legsOfA(name), false)],
      ...policies,
      // The interface shows no write of organisations: this one is the sandbox's own.
      ...(control === undefined
        ? []
        : [['/orgs', (name: string) => ({ externalId: name, displayName: name })] as const]),
      ...(algoVersion === undefined
        ? []
        : [[INSTANCES, () => creationBody({ ...scene, fixtures: { ...fixtures, algoVersion } })] as const]),
    ];
    const taken = bodies.filter(([path]) => takes(path));
    for (const ms of [0, ...PAUSES_MS]) {
      if (ms > 0) await elapse(ms);
      for (const [path, body] of taken) {
        const created = await admin.post(path, body(`touchstone-${freshKey()}`), { label: `created in ${path}` });
        const id = registerIdOf(KEYS.find((row) => row.path === path)?.id ?? '')(created);
        if (id === undefined) continue;
        const own = `${path}/${id}`;
        if (path === INSTANCES) await endInstance(admin, { id: String(id), path: own });
        else if (/-policies$|credentials$/.test(path)) await admin.post(`${own}/withdraw`, {});
      }
    }
  },

  // An int32 is too short to hold the time: only the sandbox is held to ids that grow (T35).
  judge(history) {
    const grow = history.target.strict;
    const judged = KEYS.flatMap(
      ({ path, id }) => countNoRows(history.labelled(`created in ${path}`), registerIdOf(id), grow) ?? [],
    );
    return judged.length === 0 ? inconclusive('three rows of one kind were not created') : allOf(judged);
  },
});
