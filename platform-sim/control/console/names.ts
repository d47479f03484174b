/** Names in place of ids, from what the stream has sent. Something without a name is shown by its id. */
import type { Principal } from '../../../gateway/facts.ts';
import { balances, instruments, principals } from './live.ts';

export function symbolOf(instrumentId: number): string {
  return instruments.value.find((one) => one.instrumentId === instrumentId)?.symbol ?? `instrument ${instrumentId}`;
}

export function accountOf(accountId: number): string {
  return balances.value.find((one) => one.accountId === accountId)?.account ?? `account ${accountId}`;
}

/** `trader`; `the platform` for what no user sends. */
export function principalOf({ orgId, userId }: Principal): string {
  if (userId === 0) return 'the platform';
  const known = principals.value.find(({ org, user }) => org === orgId && user === userId);
  return known?.name ?? `org ${orgId}, user ${userId}`;
}
