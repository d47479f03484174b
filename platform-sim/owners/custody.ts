/** The custody owner: records the venues' readings of each account, and when they were observed. */
import type { BalanceReading, BalanceRow, CustodyCommand, Fact, Ns } from '../../gateway/facts.ts';
import type { Owner } from '../owner.ts';
import { applyRecord, type CustodyState, NO_BALANCES, seenOf } from './custody/state.ts';

/** The owner of balances. */
export const custody: Owner<CustodyState, CustodyCommand> = {
  name: 'custody',
  initial: () => NO_BALANCES,
  decide(state, { atNs, command }) {
    const { readings, heartbeat = false } = command.body;
    const read = readings.flatMap((reading) => balanceOf(state, reading, atNs) ?? []);
    return [
      ...(heartbeat ? movedBalances(state, read, atNs) : read).map((balance) => recorded(balance)),
      ...(heartbeat ? [{ kind: 'BalancesRestated' as const, observedAtNs: atNs }] : []),
    ];
  },
  apply: applyRecord,
};

/**
 * Nothing here is refused: a reading that cannot count is ignored. That is a reading of an unknown account, one older
 * than a recorded reading, and one of an account that never had a credential or whose credential is revoked, which a
 * venue does not show. An account whose credential was removed is still read under its last one, so `credentialId` of a
 * row is always one that read it. Accounts in DISCOVERED status are read (BAL-06).
 */
function balanceOf(state: CustodyState, reading: BalanceReading, atNs: Ns): BalanceRow | undefined {
  const { readAtNs, accountId, assetId, ...values } = reading;
  const account = state.accounts.get(accountId);
  const before = seenOf(state, accountId, assetId);
  const credentialId = account?.credentialId ?? lastCredentialOf(state, accountId);
  if (account === undefined || credentialId === undefined || state.revoked.has(credentialId)) return undefined;
  if (before !== undefined && BigInt(readAtNs) < BigInt(before.readAtNs)) return undefined;
  return { orgId: account.orgId, accountId, assetId, credentialId, ...values, observedAtNs: atNs };
}

/** The balances read now, and the existing balances of accounts with another credential. */
function movedBalances(state: CustodyState, read: readonly BalanceRow[], atNs: Ns): readonly BalanceRow[] {
  if (state.moved.isEmpty()) return read;
  const isRead = new Set(read.map(({ accountId, assetId }) => `${accountId}/${assetId}`));
  const stand = [...state.moved].flatMap((accountId) => {
    const credentialId = state.accounts.get(accountId)?.credentialId;
    if (credentialId == null || state.revoked.has(credentialId)) return [];
    const rows = [...(state.seen.get(accountId)?.values() ?? [])].map(({ row }) => row);
    return rows
      .filter(({ assetId }) => !isRead.has(`${accountId}/${assetId}`))
      .map((row) => ({ ...row, credentialId, observedAtNs: atNs }));
  });
  return [...read, ...stand];
}

function lastCredentialOf({ seen }: CustodyState, accountId: number): number | undefined {
  return seen.get(accountId)?.first()?.row.credentialId;
}

function recorded(balance: BalanceRow): Fact {
  return { kind: 'BalanceRecorded', balance };
}
