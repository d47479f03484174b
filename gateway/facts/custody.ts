/** The balances that venues hold for each asset of each account. */
import type { Money, Ns } from './scalars.ts';

export interface BalanceRow {
  readonly orgId: number;
  readonly accountId: number;
  readonly assetId: number;
  readonly credentialId: number;
  /** Readings: never null; zero is a reading (BAL-02). */
  readonly total: Money;
  /** The amount that the venue lets the account move now. */
  readonly available: Money;
  /** The amount that the venue locked. */
  readonly held: Money;
  /** The venue's own clock and sequence, if it states them. */
  readonly venueTsNs: Ns | null;
  readonly venueRevision: string | null;
  /** Platform time of the reading; it moves on a change and on each heartbeat (BAL-05). */
  readonly observedAtNs: Ns;
}

/** The balance of one account and asset at its venue. Readings of unknown accounts are ignored. */
export interface BalanceReading extends Omit<BalanceRow, 'orgId' | 'credentialId' | 'observedAtNs'> {
  /** When the venue was read. A reading older than a recorded one is ignored. */
  readonly readAtNs: Ns;
}

/** Records readings of a venue: after a change, and at every heartbeat. */
export interface RecordReadings {
  readonly kind: 'reading';
  /** Only readings that the sequence does not hold yet. */
  readonly readings: readonly BalanceReading[];
  /**
   * All other balances are unchanged: one small record restates them all, so a day without a change is 2,880 small
   * records for any number of accounts.
   */
  readonly heartbeat?: true;
}

export type CustodyFact =
  | { readonly kind: 'BalanceRecorded'; readonly balance: BalanceRow }
  /** All recorded balances were observed unchanged at this time: each `observedAtNs` moves forward to it. */
  | { readonly kind: 'BalancesRestated'; readonly observedAtNs: Ns };
