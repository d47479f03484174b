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
export type BalanceReading = Omit<BalanceRow, 'orgId' | 'credentialId' | 'observedAtNs'>;

/** What a venue reads: after a change, and at every heartbeat. */
export interface RecordReadings {
  readonly kind: 'reading';
  readonly readings: readonly BalanceReading[];
}
