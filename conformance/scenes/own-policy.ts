/** What the checks of proposal and approval propose: an asset policy of the suite's own, ended by the check itself. */
import type { Actor, ConditionalOptions } from '../client/actor.ts';
import { at } from '../client/exchange.ts';
import type { Fixtures } from '../client/profile.ts';

export interface OwnPolicy {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Labelled `proposed`. undefined: it was not taken (its body is assumed but for the amounts), or names no id. */
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
