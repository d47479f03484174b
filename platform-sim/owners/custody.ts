/** The custody owner: records what the venues read of each account, and when it was seen. */
import type { BalanceReading, BalanceRow, CustodyCommand, Fact, Ns } from '../../gateway/facts.ts';
import type { Owner } from '../owner.ts';
import { applyRecord, type CustodyState, NO_BALANCES, seenOf } from './custody/state.ts';

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
 * It is the venue's word, so nothing here is refused: what cannot count is passed over. That is a reading of an account
 * that the register does not hold, one that a later reading has overtaken on its way, and one of an account that never
 * had a credential or whose credential is revoked: a venue shows it to nobody. An account whose credential was taken away goes on being read under
 * its last, so that `credentialId` of a row is always one that read it. Accounts in DISCOVERED status are read (BAL-06).
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

/** The balances read now, and under their accounts' new credentials those that stand. */
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
