/** The asset policy that checks of proposal and approval propose. The check ends it itself. */
import type { Actor, ConditionalOptions } from '../member/actor.ts';
import { at } from '../member/exchange/exchange.ts';
import type { Fixtures } from '../member/profile/profile.ts';

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
