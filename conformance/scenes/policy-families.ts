/** The three families of policies as the interface names them, and policies that a check creates and ends itself. */
import type { Actor, ConditionalOptions } from '../member/actor.ts';
import { at, type Exchange, isOk } from '../member/exchange/exchange.ts';
import { canonicalDecimal } from '../member/exchange/same-answer.ts';
import type { Fixtures } from '../member/profile/profile.ts';
import type { Cases, FixturesOf } from '../runner/check.ts';
import { type Judgement, pass, violated } from '../runner/judgement.ts';

interface PolicyFamily {
  readonly path: string;
  readonly id: string;
  readonly money: readonly [string, string, ...string[]];
}

/** Limits on tickets and reconciliation for an asset. */
export const ASSET_POLICIES = {
  path: '/asset-policies',
  id: 'assetPolicyId',
  money: ['maxTicketAmount', 'reconciliationToleranceAmount', 'approvalThresholdAmount'],
} as const satisfies PolicyFamily;

/** Limits on transfers on a chain. */
export const CHAIN_POLICIES = {
  path: '/chain-policies',
  id: 'chainPolicyId',
  money: ['maxTransferAmount', 'minTransferAmount'],
} as const satisfies PolicyFamily;

/** Limits on orders for an instrument. */
export const TRADING_POLICIES = {
  path: '/trading-policies',
  id: 'tradingPolicyId',
  money: ['maxOrderQty', 'maxOrderNotional'],
} as const satisfies PolicyFamily;

/** All three families. */
export const POLICY_FAMILIES = [ASSET_POLICIES, CHAIN_POLICIES, TRADING_POLICIES] as const;

/** Each family as a case of a check. No other caller trades an instrument of the suite's own, so that family shows most. */
export const FAMILY_CASES: Cases = {
  of: 'families of policies',
  names: () => POLICY_FAMILIES.map(({ path }) => path).toReversed(),
};

export type Family = (typeof POLICY_FAMILIES)[number];
export type Terms = Readonly<Record<string, unknown>>;

/**
 * The subject of a policy: its asset, chain or instrument. The names of chains are assumed. A policy that will be
 * approved uses the instrument that no other user trades.
 */
export function subjectOf({ path }: Family, fixtures: FixturesOf<'asset' | 'instrument'>): Terms {
  if (path === '/trading-policies') return { instrumentId: (fixtures.cappedInstrument ?? fixtures.instrument).id };
  return path === '/chain-policies' ? { assetId: fixtures.asset.id, chain: 'BITCOIN' } : { assetId: fixtures.asset.id };
}

/**
 * The path of a created policy; undefined where the creation failed (its body is assumed except for the amounts) or its
 * response has no id.
 */
export function pathOf(family: Family, created: Exchange): string | undefined {
  const id = at(created, family.id);
  return isOk(created) && typeof id === 'number' ? `${family.path}/${id}` : undefined;
}

/** Proposes a policy; its path, or undefined where it was not created. */
export async function proposed(
  proposer: Actor,
  family: Family,
  terms: Terms,
  options: ConditionalOptions = {},
): Promise<string | undefined> {
  return pathOf(family, await proposer.post(family.path, terms, options));
}

/** Ends a policy in any state: withdraws a proposed one, retires an approved one. */
export async function ended(proposer: Actor, ...paths: readonly (string | undefined)[]): Promise<void> {
  for (const path of paths) {
    if (path === undefined) continue;
    if (!isOk(await proposer.post(`${path}/withdraw`, {}))) await proposer.post(`${path}/retire`, {});
  }
}

/** Why a check is inconclusive where its policy was not created. */
export const NOT_PROPOSED = 'no policy was taken: its body is assumed but for the amounts';

/** Whether an amount of a row has this value. */
export function states(row: Exchange, name: string, wanted: string): boolean {
  const amount = at(row, name);
  return typeof amount === 'string' && canonicalDecimal(amount) === canonicalDecimal(wanted);
}

/** The response is the row at this path, with its amounts as written. */
export function isRow(e: Exchange, family: Family, path: string, amounts: Readonly<Record<string, string>>): Judgement {
  if (`${family.path}/${String(at(e, family.id))}` !== path) return violated(`the row of ${path}`, e);
  const other = Object.entries(amounts).find(([name, wanted]) => !states(e, name, wanted));
  return other === undefined ? pass : violated(`${other[0]} ${other[1]} in the row`, e);
}

export interface OwnPolicy {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Proposes the policy under the label `proposed`; its path. undefined where it was not created (its body is assumed
 * except for the amounts) or its response has no id.
 */
export async function proposedPolicy(
  proposer: Actor,
  asset: NonNullable<Fixtures['asset']>,
  maxTicketAmount: string,
  options: ConditionalOptions = {},
): Promise<OwnPolicy | undefined> {
  const body = { assetId: asset.id, maxTicketAmount };
  const id = at(await proposer.post('/asset-policies', body, { label: 'proposed', ...options }), 'assetPolicyId');
  return typeof id === 'number' ? { path: `/asset-policies/${id}`, body } : undefined;
}
