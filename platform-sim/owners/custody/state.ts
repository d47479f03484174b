/** The state of the custody owner: the accounts, and the last reading of each asset in each. */
import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import type { AccountRow, BalanceRow, Fact, Ns, SequencedRecord } from '../../../gateway/facts.ts';

/** A balance as last recorded. */
export interface Seen {
  readonly row: BalanceRow;
  readonly readAtNs: Ns;
}

export interface CustodyState {
  readonly accounts: ImmutableMap<number, AccountRow>;
  /** By account, then by asset. */
  readonly seen: ImmutableMap<number, ImmutableMap<number, Seen>>;
  /** Accounts with another credential since their last reading: the next heartbeat states their balances under it. */
  readonly moved: ImmutableSet<number>;
  /** Revoked credentials, permanently: a venue shows nothing to them. */
  readonly revoked: ImmutableSet<number>;
  /** The time of the last heartbeat; '0' before the first. */
  readonly restatedAtNs: Ns;
}

/** The initial state. */
export const NO_BALANCES: CustodyState = {
  accounts: ImmutableMap(),
  seen: ImmutableMap(),
  moved: ImmutableSet(),
  revoked: ImmutableSet(),
  restatedAtNs: '0',
};

/** The last recorded balance of an account and asset; undefined if there is none. */
export function seenOf({ seen }: CustodyState, accountId: number, assetId: number): Seen | undefined {
  return seen.get(accountId)?.get(assetId);
}

/** The state after a record. */
export function applyRecord(state: CustodyState, { command, verdict }: SequencedRecord): CustodyState {
  const { body } = command;
  const readings = body.kind === 'reading' ? body.readings : [];
  let next = state;
  for (const fact of verdict.facts ?? []) next = applyFact(next, fact);
  if (verdict.facts === undefined) return next;
  let { seen } = next;
  for (const { accountId, assetId, readAtNs } of readings) {
    const held = seenOf(next, accountId, assetId);
    if (held !== undefined && BigInt(readAtNs) > BigInt(held.readAtNs))
      seen = seen.setIn([accountId, assetId], { ...held, readAtNs });
  }
  return seen === next.seen ? next : { ...next, seen };
}

function applyFact(state: CustodyState, fact: Fact): CustodyState {
  switch (fact.kind) {
    case 'RegisterRecorded':
      if (fact.family === 'accounts') return putAccount(state, fact.row);
      return fact.family === 'credentials' && fact.row.status === 'REVOKED'
        ? { ...state, revoked: state.revoked.add(fact.row.credentialId) }
        : state;
    case 'BalanceRecorded': {
      const { accountId, assetId } = fact.balance;
      const readAtNs = seenOf(state, accountId, assetId)?.readAtNs ?? '0';
      const ofAccount = state.seen.get(accountId, ImmutableMap<number, Seen>());
      const seen = state.seen.set(accountId, ofAccount.set(assetId, { row: fact.balance, readAtNs }));
      return { ...state, seen };
    }
    case 'BalancesRestated':
      return { ...state, restatedAtNs: fact.observedAtNs, moved: state.moved.clear() };
    default:
      return state;
  }
}

function putAccount(state: CustodyState, row: AccountRow): CustodyState {
  const { accountId, credentialId } = row;
  const before = state.accounts.get(accountId);
  const isMoved = credentialId !== null && before !== undefined && before.credentialId !== credentialId;
  const moved = isMoved ? state.moved.add(accountId) : state.moved;
  return { ...state, accounts: state.accounts.set(accountId, row), moved };
}
