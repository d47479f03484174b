/** What the venues hold of each asset in each account. */
import type { Money, Ns } from './scalars.ts';

export interface BalanceRow {
  readonly orgId: number;
  readonly accountId: number;
  readonly assetId: number;
  readonly credentialId: number;
  /** Readings: never null, and zero is one (BAL-02). */
  readonly total: Money;
  /** What the venue lets move now. */
  readonly available: Money;
  /** What the venue locked. */
  readonly held: Money;
  /** The venue's own clock and sequence, where it states them. */
  readonly venueTsNs: Ns | null;
  readonly venueRevision: string | null;
  /** Platform time of the reading: moves on a changed one and on each heartbeat (BAL-05). */
  readonly observedAtNs: Ns;
}

/** One account and asset, as its venue reads it; an account that the platform does not hold is passed over. */
export interface BalanceReading extends Omit<BalanceRow, 'orgId' | 'credentialId' | 'observedAtNs'> {
  /** When the venue was read: a reading that a later one has overtaken on its way is passed over. */
  readonly readAtNs: Ns;
}

/** What a venue reads: after a change, and at every heartbeat. */
export interface RecordReadings {
  readonly kind: 'reading';
  /** What the sequence does not hold yet. */
  readonly readings: readonly BalanceReading[];
  /** Whatever else was read before stands as it was: a day without a change is 2,880 records of no size, however many the accounts. */
  readonly heartbeat?: true;
}

export type CustodyFact =
  | { readonly kind: 'BalanceRecorded'; readonly balance: BalanceRow }
  /** Every balance recorded before stands, seen again at this time: each one's `observedAtNs` from now on, where it is later. */
  | { readonly kind: 'BalancesRestated'; readonly observedAtNs: Ns };
