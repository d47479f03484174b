/**
 * The life of one row of each kind as data: its creation, and the writes on it in an order in which each is valid. Which
 * of them a target can be sent follows from its profile, so that the names are known before the first request.
 */
import { isAtLeast } from '../contract/versions.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import { at, type Exchange, textAt } from '../member/exchange/exchange.ts';
import { legsOfA } from './material.ts';
import { credentialBody } from './own-credential.ts';
import { halt, instance } from './own-instance.ts';
import { type Family, POLICY_FAMILIES, subjectOf } from './policy-families.ts';
import type { Facts, WriteChain, WriteStep, Writing } from './sample-write.ts';
import { writeRoute } from './sample-write.ts';

/** The writes that this target can be sent, in chains. A member that is older than a route does not serve it (VER-02). */
export function writeChains(facts: Facts): readonly WriteChain[] {
  const chains = [
    ...standing(),
    ...(facts.target.controlled === true ? [organisation()] : []),
    ...(facts.fixtures.venues?.a === undefined ? [] : [credential(facts)]),
    ...POLICY_FAMILIES.map((family) => policy(family, facts)),
    order(),
    ...(facts.fixtures.algoVersion === undefined ? [] : [instance(), ...halt(facts)]),
  ];
  const isServed = ({ name }: WriteStep) => isAtLeast(facts.target.rest, writeRoute(name).since);
  return chains
    .filter(({ creation }) => isServed(creation))
    .map((chain) => ({ ...chain, arms: chain.arms.filter(isServed) }));
}

const numberAt = (name: string) => (created: Exchange) => {
  const id = at(created, name);
  return typeof id === 'number' ? id : undefined;
};

/** Permanent rows: each is created, then updated with its current values. */
function standing(): readonly WriteChain[] {
  const named = (displayName: OwnName) => ({ displayName });
  const address = ({ fixtures }: Writing, called: OwnName) => {
    return { accountId: fixtures.account.id, chain: 'BITCOIN', address: called, displayName: called };
  };
  const families: readonly (readonly [
    string,
    string,
    NonNullable<WriteStep['body']>,
    NonNullable<WriteStep['body']>,
  ])[] = [
    [
      ...(['/users', 'userId'] as const),
      (_, called) => ({ subject: called, ...named(called), capabilities: [] }),
      (_, called) => ({ ...named(called), capabilities: [] }),
    ],
    ['/portfolios', 'portfolioId', (_, called) => named(called), (_, called) => named(called)],
    [
      ...(['/accounts', 'accountId'] as const),
      ({ fixtures }, called) => ({ exchangeId: fixtures.venues?.a ?? 1, ...named(called) }),
      (_, called) => named(called),
    ],
    ['/account-addresses', 'accountAddressId', address, address],
  ];
  return families.map(([path, id, body, restated]) => ({
    creation: { name: `POST ${path}`, body },
    idOf: numberAt(id),
    arms: [{ name: `PUT ${path}/{id}`, body: restated }],
    standing: { path, id },
  }));
}

function organisation(): WriteChain {
  const name = ({ freshKey }: Writing) => `touchstone-${freshKey()}`;
  const arm = (what: string, ...after: readonly string[]): WriteStep => ({
    ...{ name: `POST /orgs/{id}/${what}`, by: 'deputy' },
    after: after.map((one) => `POST /orgs/{id}/${one}`),
  });
  return {
    creation: {
      name: 'POST /orgs',
      body: (scene) => {
        const externalId = name(scene);
        return { externalId, displayName: externalId };
      },
    },
    idOf: numberAt('orgId'),
    arms: [
      { name: 'PUT /orgs/{id}', body: (scene) => ({ displayName: name(scene) }) },
      ...[arm('approve'), arm('suspend', 'approve'), arm('reactivate', 'suspend'), arm('retire', 'approve')],
    ],
  };
}

function credential({ target }: Facts): WriteChain {
  const path = '/credentials';
  const armNamed = (what: string) => `POST ${path}/{id}/${what}`;
  const material = ({ freshKey }: Writing) => legsOfA(freshKey());
  // An approved credential discovers an account, which is permanent.
  const isApprovable = target.controlled === true;
  return {
    creation: {
      name: `POST ${path}`,
      body: (scene) => ({ ...credentialBody(scene.fixtures.venues?.a ?? 1, material(scene), false) }),
    },
    idOf: numberAt('credentialId'),
    arms: [
      { name: `PUT ${path}/{id}`, body: () => ({ canReadBalances: true, canTrade: false }) },
      { name: armNamed('approve'), by: 'deputy', isWithheld: !isApprovable },
      { name: armNamed('suspend'), by: 'deputy', after: [armNamed('approve')] },
      { name: armNamed('reactivate'), by: 'deputy', after: [armNamed('suspend')] },
      { name: armNamed('rotate'), body: (scene) => ({ material: material(scene) }), after: [armNamed('approve')] },
      // Only a proposal is withdrawn: the creation's, or that of a rotation where the creation's is approved.
      { name: armNamed('withdraw'), after: isApprovable ? [armNamed('rotate')] : [] },
      { name: armNamed('revoke'), by: 'deputy', after: [armNamed('approve')] },
    ],
    async end({ admin, deputy }, id, wasSent) {
      if (wasSent(armNamed('approve'))) {
        if (!wasSent(armNamed('revoke'))) await deputy.post(`${path}/${id}/revoke`, {});
      } else if (!wasSent(armNamed('withdraw'))) await admin.post(`${path}/${id}/withdraw`, {});
    },
  };
}

function policy(family: Family, { fixtures, target }: Facts): WriteChain {
  const { path, money } = family;
  const body = (scene: Writing) => ({ ...subjectOf(family, scene.fixtures), [money[0]]: '7500000' });
  const armNamed = (what: string) => `POST ${path}/{id}/${what}`;
  const arm = (what: string, ...after: readonly string[]): WriteStep => {
    return { name: armNamed(what), after: after.map(armNamed) };
  };
  // Do not cap what other users trade, not even for a moment.
  const isOfOthers =
    target.controlled !== true && (path !== '/trading-policies' || fixtures.cappedInstrument === undefined);
  const approve: WriteStep = { name: armNamed('approve'), by: 'deputy', isWithheld: isOfOthers };
  const restated: WriteStep = { name: `PUT ${path}/{id}`, body };
  return {
    creation: { name: `POST ${path}`, body },
    idOf: numberAt(family.id),
    arms: [
      restated,
      ...(!isOfOthers || target.destructive === true ? [approve] : []),
      ...[arm('halt', 'approve'), arm('resume', 'halt')],
      // Only a proposal is withdrawn.
      ...(isOfOthers ? [] : [{ ...restated, isSetUp: true as const }]),
      ...[arm('withdraw'), arm('retire', 'approve')],
    ],
    async end({ admin }, id, wasSent) {
      const what = wasSent(armNamed('approve')) ? 'retire' : 'withdraw';
      if (!wasSent(armNamed(what))) await admin.post(`${path}/${id}/${what}`, {});
    },
  };
}

function order(): WriteChain {
  return {
    creation: { name: 'POST /orders', body: ({ order: resting }) => resting() },
    idOf: (submitted) => textAt(submitted, 'orderId'),
    arms: [{ name: 'POST /orders/{id}/cancel' }],
  };
}
