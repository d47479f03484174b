import { compare, type Decimal, decimal } from '../../../gateway/contract/decimal.ts';
import type { Money, TradingPolicyRow } from '../../../gateway/facts.ts';
import { type Directory, governing } from '../directory.ts';

/** The caps on one order: for each cap the tighter of the applicable row and the organisation-wide default. */
export interface Caps {
  /** The HALTED one of the two: no order in its scope is accepted. */
  readonly halted: TradingPolicyRow | undefined;
  readonly maxOrderQty: Decimal | undefined;
  readonly maxOrderNotional: Decimal | undefined;
  readonly maxOpenOrders: number | undefined;
  readonly maxOrdersPerMinute: number | undefined;
}

/** The caps on orders of an organisation for an instrument. */
export function capsOf({ inForce }: Directory, orgId: number, instrumentId: number): Caps {
  if (last?.inForce !== inForce || last.orgId !== orgId || last.instrumentId !== instrumentId) {
    last = { inForce, orgId, instrumentId, caps: capsIn({ inForce }, orgId, instrumentId) };
  }
  return last.caps;
}

/** Policies change seldom, and the orders of a client are mostly for one instrument. */
let last:
  | {
      readonly inForce: Directory['inForce'];
      readonly orgId: number;
      readonly instrumentId: number;
      readonly caps: Caps;
    }
  | undefined;

function capsIn(directory: Pick<Directory, 'inForce'>, orgId: number, instrumentId: number): Caps {
  const own = governing(directory, orgId, instrumentId);
  const byDefault = governing(directory, orgId, null);
  const money = (of: (row: TradingPolicyRow) => Money | null) =>
    tighterMoney(own && of(own), byDefault && of(byDefault));
  const count = (of: (row: TradingPolicyRow) => number | null) =>
    tighterCount(own && of(own), byDefault && of(byDefault));
  return {
    halted: [own, byDefault].find((row) => row?.status === 'HALTED'),
    maxOrderQty: money((row) => row.maxOrderQty),
    maxOrderNotional: money((row) => row.maxOrderNotional),
    maxOpenOrders: count((row) => row.maxOpenOrders),
    maxOrdersPerMinute: count((row) => row.maxOrdersPerMinute),
  };
}

function tighterMoney(left: Money | null | undefined, right: Money | null | undefined): Decimal | undefined {
  const a = left == null ? undefined : decimal(left);
  const b = right == null ? undefined : decimal(right);
  if (a === undefined || b === undefined) return a ?? b;
  return compare(a, b) <= 0 ? a : b;
}

function tighterCount(left: number | null | undefined, right: number | null | undefined): number | undefined {
  if (left == null || right == null) return left ?? right ?? undefined;
  return Math.min(left, right);
}
