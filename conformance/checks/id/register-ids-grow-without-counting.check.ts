import type { Exchange } from '../../client/exchange.ts';
import { at } from '../../client/exchange.ts';
import { REGISTER } from '../../contract/register.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';
import { legsOfA } from '../../scenes/material.ts';
import { credentialBody } from '../../scenes/own-credential.ts';
import { creationBody, endInstance, INSTANCES } from '../../scenes/own-instance.ts';
import { POLICY_FAMILIES, subjectOf } from '../../scenes/policy-families.ts';
import { growWithoutCounting } from './grow-without-counting.ts';

const KEYS: readonly { readonly path: string; readonly id: string }[] = [
  ...REGISTER,
  { path: INSTANCES, id: 'instanceId' },
];

const idOf = (name: string) => (e: Exchange) => {
  const id = at(e, name);
  // What the id of an instance is, an integer or its text, is not shown.
  if (typeof id === 'string' && name === 'instanceId' && /^[0-9]{1,19}$/.test(id)) return BigInt(id);
  return typeof id === 'number' && Number.isSafeInteger(id) ? BigInt(id) : undefined;
};

export const registerIdsGrowWithoutCounting = check({
  id: 'id/register-ids-grow-without-counting',
  proves: ['ID-05'],
  title: 'ids of the register and of instances grow with the creating command, are never reused, and do not count rows',
  // Of users, portfolios, accounts and addresses each run makes new ones.
  needs: ['admin', 'account', 'instrument', 'asset', 'destructive', 'writes'],

  async drive(scene) {
    const { admin, fixtures, freshKey, control } = scene;
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
      // Of organisations no write is shown: ours is asked of a sandbox.
      ...(control === undefined
        ? []
        : [['/orgs', (name: string) => ({ externalId: name, displayName: name })] as const]),
      ...(algoVersion === undefined
        ? []
        : [[INSTANCES, () => creationBody({ ...scene, fixtures: { ...fixtures, algoVersion } })] as const]),
    ];
    for (const [path, body] of bodies) {
      const created: Exchange[] = [];
      for (let i = 0; i < 3; i += 1) {
        created.push(await admin.post(path, body(`touchstone-${freshKey()}`), { label: `created in ${path}` }));
      }
      const ids = created.map(idOf(KEYS.find((row) => row.path === path)?.id ?? '')).filter((id) => id !== undefined);
      for (const id of ids) {
        const own = `${path}/${id}`;
        if (path === INSTANCES) await endInstance(admin, { id: String(id), path: own });
        else if (/-policies$|credentials$/.test(path)) await admin.post(`${own}/withdraw`, {});
      }
    }
  },

  judge(history) {
    const judged = KEYS.flatMap(
      ({ path, id }) => growWithoutCounting(history.labelled(`created in ${path}`), idOf(id)) ?? [],
    );
    return judged.length === 0 ? inconclusive('three rows of one kind were not created') : allOf(...judged);
  },
});
