/** Random histories of the register, for property tests: user, write, row and time. */
import * as fc from 'fast-check';
import { SCOPES } from '../../gateway/contract/capabilities.ts';
import { REGISTER_FAMILIES } from '../../gateway/contract/register.ts';
import type { Arm, RegisterCommand, RegisterFamily, RegisterTerms, Verdict } from '../../gateway/facts.ts';
import type { Directory } from '../owners/directory.ts';
import { PLATFORM, START_NS } from './sample-owner.ts';
import { type Name, principalOf, SampleRegister } from './sample-register.ts';

const NAMES = ['main', 'second', 'third', 'fourth'] as const;
const name = fc.constantFrom(...NAMES);
const amount = fc.constantFrom(null, '1', '2.5', '0.00000001');
const count = fc.constantFrom(null, 1, 5);
const reference = fc.constantFrom(null, 1, 2, 3);
const assetId = fc.constantFrom(null, 1);
const flag = fc.boolean();
const none = fc.constant(null);
const chain = fc.constant('BITCOIN');
const scopes = fc.subarray([...SCOPES]).chain((held) => fc.shuffledSubarray(held, { minLength: held.length }));

const TERMS: { readonly [Family in RegisterFamily]: fc.Arbitrary<RegisterTerms[Family]> } = {
  orgs: fc.record({ externalId: name, displayName: name }),
  users: fc.record(
    { subject: name, displayName: name, capabilities: scopes, status: fc.constantFrom('ACTIVE', 'DISABLED') },
    { requiredKeys: ['capabilities', 'subject'] },
  ),
  credentials: fc.record({ exchangeId: fc.constantFrom(1, 2, 3), canReadBalances: flag, canTrade: flag }),
  accounts: fc.record(
    {
      exchangeId: fc.constantFrom(1, 2),
      displayName: name,
      portfolioId: reference,
      credentialId: reference,
      status: fc.constantFrom('ACTIVE', 'SUSPENDED', 'RETIRED'),
    },
    { requiredKeys: ['exchangeId', 'displayName'] },
  ),
  'account-addresses': fc.record({
    accountId: fc.constantFrom(1, 2, 3),
    assetId,
    chain,
    address: name,
    memo: none,
    displayName: none,
  }),
  portfolios: fc.record({ displayName: name }),
  'asset-policies': fc.record({
    assetId,
    maxTicketAmount: amount,
    approvalThresholdAmount: amount,
    reconciliationToleranceAmount: amount,
  }),
  'chain-policies': fc.record({ assetId, chain, minTransferAmount: amount, maxTransferAmount: amount }),
  'trading-policies': fc.record({
    instrumentId: none,
    maxOrderQty: none,
    maxOrderNotional: none,
    maxOpenOrders: count,
    maxOrdersPerMinute: count,
  }),
};

const POLICY_ARMS: readonly Arm[] = ['approve', 'withdraw', 'halt', 'resume', 'retire'];

/** The transitions with a route. */
export const ARMS: Readonly<Partial<Record<RegisterFamily, readonly Arm[]>>> = {
  orgs: ['approve', 'suspend', 'reactivate', 'retire'],
  credentials: ['approve', 'withdraw', 'rotate', 'suspend', 'reactivate', 'revoke'],
  'asset-policies': POLICY_ARMS,
  'chain-policies': POLICY_ARMS,
  'trading-policies': POLICY_ARMS,
};

/** One step: a user, and a row of a collection by its index, so that a shrunk history is readable. */
export interface Step {
  readonly as: Name | 'platform';
  readonly body: RegisterCommand;
  /** The row of a restatement or a transition. */
  readonly nth: number;
  readonly afterMs: number;
}

/** Final transitions are rare, because a finished row has no further history. */
const ENDS: ReadonlySet<Arm> = new Set(['retire', 'revoke', 'withdraw']);

const row = { id: 0, ifMatch: null };

function writeOf(family: RegisterFamily): fc.Arbitrary<RegisterCommand> {
  const terms: fc.Arbitrary<unknown> = TERMS[family];
  const arms = ARMS[family] ?? [];
  return fc.oneof(
    { weight: 1, arbitrary: terms.map((stated) => ({ kind: 'create', family, terms: stated })) },
    { weight: 2, arbitrary: terms.map((stated) => ({ kind: 'restate', family, ...row, terms: stated })) },
    ...arms.map((kind) => ({ weight: ENDS.has(kind) ? 1 : 3, arbitrary: fc.constant({ kind, family, ...row }) })),
  ) as fc.Arbitrary<RegisterCommand>;
}

const ofThePlatform: fc.Arbitrary<RegisterCommand> = fc.oneof(
  fc.constantFrom(1, 2, 3, 9).map((credentialId) => ({ kind: 'discover-account' as const, credentialId })),
  fc.record({
    kind: fc.constant('register-caller' as const),
    externalOrgId: fc.constantFrom('one', 'two', 'suspended'),
    subject: name,
  }),
);

const rest = { nth: fc.nat(3), afterMs: fc.constantFrom(0, 0, 100, 250, 60_000) };
const actor = fc.constantFrom<Name[]>('admin', 'admin', 'admin', 'deputy', 'deputy', 'deputy', 'stranger', 'viewer');

function stepOf(families: readonly RegisterFamily[]): fc.Arbitrary<Step> {
  const body = fc.constantFrom(...families).chain(writeOf);
  return fc.oneof(
    { weight: 9, arbitrary: fc.record({ as: actor, body, ...rest }) },
    { weight: 1, arbitrary: fc.record({ as: fc.constant('platform' as const), body: ofThePlatform, ...rest }) },
  );
}

/** Few collections each, so that it reaches deep states of their rows. */
export const history: fc.Arbitrary<readonly Step[]> = fc
  .subarray([...REGISTER_FAMILIES], { minLength: 1, maxLength: 3 })
  .chain((families) => fc.array(stepOf(families), { minLength: 1, maxLength: 50, size: 'max' }));

/** Rows 11 and 12 are the actors: a history may not change their grants, or most of it would be refused. */
const ACTORS = new Set([11, 12, 21]);

/** One step of a history, before and after. */
export interface Lived {
  readonly command: RegisterCommand;
  readonly orgId: number;
  readonly userId: number;
  readonly before: Directory;
  readonly verdict: Verdict;
  readonly after: Directory;
}

export function* lived(steps: readonly Step[], sample: SampleRegister = new SampleRegister()): Generator<Lived> {
  let atNs = START_NS;
  for (const { as, body, nth, afterMs } of steps) {
    atNs += BigInt(afterMs) * 1_000_000n + 1_000_000n;
    const before = sample.state.directory;
    const { orgId, userId } = as === 'platform' ? PLATFORM : principalOf(as);
    const command = 'id' in body ? { ...body, id: idOf(before, body.family, orgId, nth) } : body;
    const verdict = sample.send(command, { orgId, userId }, atNs);
    yield { command, orgId, userId, before, verdict, after: sample.state.directory };
  }
}

/** The id of a row that the organisation sees, or of one that it does not. */
function idOf(directory: Directory, family: RegisterFamily, orgId: number, nth: number): number {
  const rows = [...directory.register[family]]
    .filter(([id]) => family !== 'users' || !ACTORS.has(id))
    .sort(([one], [other]) => one - other);
  const own = rows.filter(
    ([, { row }]) => row.orgId === orgId || ('sponsorOrgId' in row && row.sponsorOrgId === orgId),
  );
  const foreign = rows.find((one) => !own.includes(one));
  const ids = [...own, ...(foreign === undefined ? [] : [foreign])].map(([id]) => id);
  return ids[nth % ids.length] ?? 0;
}
