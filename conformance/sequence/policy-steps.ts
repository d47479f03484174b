/** Rows that one user proposes and another approves: policies, and on the sandbox credentials. */
import type { Driver, Write, Writer } from './driver.ts';
import { sendAnew } from './record-writes.ts';
import type { Precondition } from './records.ts';
import { conditionOf, PRECONDITIONS } from './records.ts';
import type { Back, SequenceModel, Step } from './step.ts';
import { step } from './step.ts';

export type Amount = string | null;
/** Amounts that limit no order of the suite, unset ones among them. */
export const AMOUNTS: readonly Amount[] = ['250.00', '1000', '0', '0.00', '12.50', null];

/** No other user of the target makes transfers on a chain of this name. */
const CHAIN = 'TOUCHSTONE';

interface Policy {
  readonly path: string;
  /** An approved policy of this kind would apply to other users: only on the sandbox. */
  readonly strict: boolean;
  /** undefined: the profile names nothing that it could govern. */
  terms(driver: Driver, least: Amount, most: Amount): Readonly<Record<string, unknown>> | undefined;
}

/** The kinds of policy: where they are created, with what terms, and whether only on the sandbox (`strict`). */
export const POLICIES = {
  chain: {
    path: '/chain-policies',
    strict: false,
    terms: ({ scene: { fixtures } }, minTransferAmount, maxTransferAmount) =>
      fixtures.asset && { assetId: fixtures.asset.id, chain: CHAIN, minTransferAmount, maxTransferAmount },
  },
  asset: {
    path: '/asset-policies',
    strict: true,
    terms: ({ scene: { fixtures } }, approvalThresholdAmount, maxTicketAmount) =>
      fixtures.asset && { assetId: fixtures.asset.id, maxTicketAmount, approvalThresholdAmount },
  },
  trading: {
    path: '/trading-policies',
    strict: true,
    terms: ({ scene: { fixtures } }, _, maxOrderQty) =>
      fixtures.cappedInstrument && { instrumentId: fixtures.cappedInstrument.id, maxOrderQty, maxOpenOrders: 500 },
  },
} as const satisfies Record<string, Policy>;

export type PolicyKind = keyof typeof POLICIES;

export interface Terms {
  readonly kind: PolicyKind;
  readonly least: Amount;
  readonly most: Amount;
}

function stated({ least, most }: Terms): string {
  return `${least ?? 'null'} and ${most ?? 'null'}`;
}

async function propose(driver: Driver, model: SequenceModel, writer: Writer, { kind, least, most }: Terms) {
  const policy: Policy = POLICIES[kind];
  const body = policy.terms(driver, least, most);
  if (body === undefined || (policy.strict && !model.strict)) return undefined;
  const before = model.records.policies[0];
  await sendAnew(driver, model, writer, { path: policy.path, body });
  const newest = model.records.policies[0];
  return newest === before ? undefined : newest;
}

/** Proposes a policy under a new key. */
export function proposePolicy(writer: Writer, terms: Terms): Step {
  return step({
    words: `${writer} proposes a policy of the ${terms.kind} with ${stated(terms)}`,
    run: async (driver, model) => {
      await propose(driver, model, writer, terms);
    },
  });
}

function amendmentOf(driver: Driver, path: string, least: Amount, most: Amount): Write | undefined {
  const policy = Object.values(POLICIES).find((one) => path.startsWith(`${one.path}/`));
  const body = policy?.terms(driver, least, most);
  return body && { method: 'PUT', path, body };
}

const POLICY_BACK = { 0: 'the newest policy', 1: 'the policy before the newest' } as const;

/** Restates one of the newest policies with other amounts, with or without a precondition. */
export function amendPolicy(
  writer: Writer,
  back: Back,
  [least, most]: readonly [Amount, Amount],
  precondition: Precondition,
): Step {
  return step({
    words: `${writer} restates ${POLICY_BACK[back]} with ${least} and ${most} ${PRECONDITIONS[precondition]}`,
    ready: ({ records }) => records.policies.length > back,
    run: async (driver, model) => {
      const path = model.records.policies[back];
      const amendment = path === undefined ? undefined : amendmentOf(driver, path, least, most);
      if (path === undefined || amendment === undefined) return;
      const condition = await conditionOf(driver, model.records, writer, path, precondition);
      await sendAnew(driver, model, writer, { ...amendment, ...condition });
    },
  });
}

/** The actions on a policy that steps draw from; `approve` is drawn twice as often. */
export const POLICY_ARMS = ['approve', 'approve', 'withdraw', 'halt', 'resume', 'retire'] as const;
export type PolicyArm = (typeof POLICY_ARMS)[number];

/** Tries an action on one of the newest policies. */
export function movePolicy(writer: Writer, arm: PolicyArm, back: Back): Step {
  return step({
    words: `${writer} would ${arm} ${POLICY_BACK[back]}`,
    ready: ({ records }) => records.policies.length > back,
    run: async (driver, model) => {
      const path = model.records.policies[back];
      if (path !== undefined) await sendAnew(driver, model, writer, { path: `${path}/${arm}`, body: {} });
    },
  });
}

/** One user proposes and the other one reviews. */
export type Pair = readonly [proposer: Writer, reviewer: Writer];

/** The second user approves, amends, and tries to approve the amendment; the first user approves it. */
export function reviewStory([proposer, reviewer]: Pair, terms: Terms): Step {
  return step({
    words: `${proposer} proposes a policy of the ${terms.kind}; ${reviewer} approves it, amends it and would approve that, too; ${proposer} does`,
    run: async (driver, model) => {
      const path = await propose(driver, model, proposer, terms);
      if (path === undefined) return;
      const approve = { path: `${path}/approve`, body: {} };
      await sendAnew(driver, model, reviewer, approve);
      const amendment = amendmentOf(driver, path, '1.25', '99.5');
      if (amendment !== undefined) await sendAnew(driver, model, reviewer, amendment);
      await sendAnew(driver, model, reviewer, approve);
      await driver.get(proposer, path);
      await sendAnew(driver, model, proposer, approve);
    },
  });
}

/** Approved, and then moved by the two users in turn. */
export function approvedStory([proposer, reviewer]: Pair, terms: Terms, arms: readonly PolicyArm[]): Step {
  return step({
    words: `${proposer} proposes a policy of the ${terms.kind}, ${reviewer} approves it; then they would ${arms.join(', ')}`,
    run: async (driver, model) => {
      const path = await propose(driver, model, proposer, terms);
      if (path === undefined) return;
      await sendAnew(driver, model, reviewer, { path: `${path}/approve`, body: {} });
      for (const [i, arm] of arms.entries()) {
        await sendAnew(driver, model, i % 2 === 0 ? proposer : reviewer, { path: `${path}/${arm}`, body: {} });
      }
    },
  });
}

/** Proposes a policy that another user tries to withdraw before its proposer does. */
export function withdrawalStory([proposer, other]: Pair, terms: Terms): Step {
  return step({
    words: `${proposer} proposes a policy of the ${terms.kind}, which ${other} would withdraw; ${proposer} does`,
    run: async (driver, model) => {
      const path = await propose(driver, model, proposer, terms);
      if (path === undefined) return;
      for (const writer of [other, proposer]) {
        await sendAnew(driver, model, writer, { path: `${path}/withdraw`, body: {} });
      }
    },
  });
}

/** Key material that no venue knows: the sandbox's venues report the permissions that are declared. */
const material = (of: string) => ({ key: `${of}-key`, secret: `${of}-secret`, passphrase: `${of}-passphrase` });

/** The actions on a credential that steps draw from. */
export const CREDENTIAL_ARMS = [
  'approve',
  'approve',
  'rotate',
  'rotate',
  'withdraw',
  'suspend',
  'reactivate',
  'revoke',
] as const;
export type CredentialArm = (typeof CREDENTIAL_ARMS)[number];

/** Key material is never deleted: only on the sandbox. */
export function proposeCredential(writer: Writer): Step {
  return step({
    words: `${writer} proposes a credential`,
    ready: ({ strict }) => strict,
    run: (driver, model) => createCredential(driver, model, writer),
  });
}

/** Approved by the second user, and moved by both in turn. */
export function credentialStory([proposer, reviewer]: Pair, arms: readonly CredentialArm[]): Step {
  return step({
    words: `${proposer} proposes a credential, ${reviewer} approves it; then they would ${arms.join(', ')}`,
    ready: ({ strict }) => strict,
    run: async (driver, model) => {
      const before = model.records.credentials[0];
      await createCredential(driver, model, proposer);
      const [path] = model.records.credentials;
      if (path === undefined || path === before) return;
      await moveOf(driver, model, reviewer, path, 'approve');
      for (const [i, arm] of arms.entries()) await moveOf(driver, model, i % 2 === 0 ? proposer : reviewer, path, arm);
    },
  });
}

async function moveOf(driver: Driver, model: SequenceModel, writer: Writer, path: string, arm: CredentialArm) {
  const body = arm === 'rotate' ? { material: material('rotated') } : {};
  await sendAnew(driver, model, writer, { path: `${path}/${arm}`, body });
}

async function createCredential(driver: Driver, model: SequenceModel, writer: Writer): Promise<void> {
  const exchangeId = driver.scene.fixtures.venues?.a;
  if (exchangeId === undefined) return;
  const body = { exchangeId, canReadBalances: true, canTrade: true, material: material('proposed') };
  await sendAnew(driver, model, writer, { path: '/credentials', body });
}

/** Tries an action on the newest credential. */
export function moveCredential(writer: Writer, arm: CredentialArm): Step {
  return step({
    words: `${writer} would ${arm} the newest credential`,
    ready: ({ records }) => records.credentials.length > 0,
    run: async (driver, model) => {
      const [path = ''] = model.records.credentials;
      await moveOf(driver, model, writer, path, arm);
    },
  });
}
