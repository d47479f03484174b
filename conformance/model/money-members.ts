/** The amounts that a caller writes and reads back, by the family of the row. */
import type { Family } from './families.ts';

const POLICIES = {
  'asset-policies': ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
  'chain-policies': ['minTransferAmount', 'maxTransferAmount'],
  'trading-policies': ['maxOrderQty', 'maxOrderNotional'],
} as const;

/** Readings: required, and zero is a valid one (T42). */
export const READINGS = ['total', 'available', 'held'] as const;

/** The names of the members that hold amounts which a caller writes; empty for families without any. */
export function writtenMoneyOf({ name }: Family): readonly string[] {
  if (name === 'orders') return ['price', 'qty'];
  return isPolicy(name) ? POLICIES[name] : [];
}

/** Policies read an unset amount as null; an order without a price may also read "0" (decision A70). */
export function isPolicy(name: string): name is keyof typeof POLICIES {
  return name in POLICIES;
}
