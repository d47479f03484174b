/**
 * The life of one row of each kind as data: its creation, and the writes on it in an order in which each is valid. Which
 * of them a target can be sent follows from its profile, so that the names are known before the first request.
 */
import { isAtLeast } from '../contract/versions.ts';
import type { Actor } from '../member/actor.ts';
import type { OwnName } from '../member/effects/standing-row.ts';
import { at, type Exchange, isOk, json, textAt } from '../member/exchange/exchange.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';
import type { Need, Reach, Scene } from '../runner/check.ts';
import { legsOfA } from './material.ts';
import { credentialBody } from './own-credential.ts';
import { creationBody, documentOf, endInstance, INSTANCES, isApplied } from './own-instance.ts';
import { type Family, POLICY_FAMILIES, subjectOf } from './policy-families.ts';
import { type SampleWrite, writeRoute } from './sample-write.ts';

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

/** The fixtures that `everyWrite` needs. */
export const WRITING_NEEDS = ['admin', 'deputy', 'account', 'instrument', 'asset', 'writes'] as const;
/** It approves, halts and retires caps of that instrument. */
export const WRITING_HOLDS: readonly Need[] = ['cappedInstrument'];

export type Writing = Scene<(typeof WRITING_NEEDS)[number]>;

type Body = SampleWrite['body'];
/** The id of a row. */
export type Id = string | number;

export interface WriteStep {
  /** The interface's spelling: `PUT /users/{id}`. */
  readonly name: string;
  readonly by?: 'deputy';
  readonly body?: (scene: Writing, called: OwnName) => Body;
  /** The steps that bring the row into a state in which this write is valid, apart from its creation. */
  readonly after?: readonly string[];
  /** The unchanged write must not be sent: its effect would be permanent on a shared target. */
  readonly isWithheld?: boolean;
  /** It prepares a later step, and no check visits it. */
  readonly isSetUp?: true;
  /** Waits for what the write brings about. */
  readonly settle?: (scene: Writing, actor: Actor, id: Id) => Promise<unknown>;
}

export interface WriteChain {
  readonly creation: WriteStep;
  /** The id of the created row. */
  readonly idOf: (created: Exchange) => Id | undefined;
  readonly arms: readonly WriteStep[];
  /** The collection and the id property of a permanent row, which is found by its name where an earlier run made it. */
  readonly standing?: { readonly path: string; readonly id: string };
  /** Ends the row where the steps that were sent have not. */
  readonly end?: (scene: Writing, id: Id, wasSent: (name: string) => boolean) => Promise<unknown>;
}

/** What decides which writes a target can be sent. */
export type Facts = Pick<Reach, 'fixtures' | 'target'>;

/** Whether the unchanged write is sent, to a row in a state in which it is valid. */
export function isValidIn({ creation, arms }: WriteChain): (step: WriteStep) => boolean {
  const isValid = ({ isWithheld = false, after = [] }: WriteStep): boolean =>
    !isWithheld && after.every((name) => [creation, ...arms].some((step) => step.name === name && isValid(step)));
  return isValid;
}

/** A scene whose profile names a version, as that of every chain of an instance does. */
function making(scene: Writing) {
  const { algoVersion } = scene.fixtures;
  if (algoVersion === undefined) throw new Error('the profile names no algoVersion');
  return { ...scene, fixtures: { ...scene.fixtures, algoVersion } };
}

/** An instance from its creation to its deletion. */
export function instance(): WriteChain {
  const remark = 'of the suite';
  const applied = (seq: number) => (scene: Writing, actor: Actor, id: Id) =>
    isApplied(making(scene), actor, { id: `${id}`, path: `${INSTANCES}/${id}` }, seq);
  const arm = (what: string, ...after: readonly string[]): WriteStep => ({
    name: `POST ${INSTANCES}/{id}/${what}`,
    body: () => ({ remark }),
    after: after.map((one) => `POST ${INSTANCES}/{id}/${one}`),
  });
  return {
    creation: { name: `POST ${INSTANCES}`, body: (scene) => creationBody(making(scene)), settle: applied(1) },
    idOf: (created) => (isOk(created) ? instanceIdOf(json(created)) : undefined),
    arms: [
      {
        name: `PUT ${INSTANCES}/{id}/config`,
        body: (scene) => ({ remark, document: documentOf(making(scene)) }),
        settle: applied(2),
      },
      ...[arm('start'), arm('stop', 'start'), arm('delete')],
    ],
    end: ({ admin }, id) => endInstance(admin, { id: `${id}`, path: `${INSTANCES}/${id}` }),
  };
}

/** A halt also stops the instances of other users. */
export function halt({ target }: Facts): readonly WriteChain[] {
  if (target.destructive !== true) return [];
  const creation = { name: 'POST /algos/halt', isWithheld: target.controlled !== true };
  return [{ creation, idOf: () => undefined, arms: [] }];
}
