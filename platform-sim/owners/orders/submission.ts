import { type Decimal, decimal, isZero } from '../../../gateway/contract/decimal.ts';
import type { AccountRow, InstrumentRow, Money, SubmitOrder, UserRow } from '../../../gateway/facts.ts';
import type { Sequenced } from '../../owner.ts';
import { rowOf } from '../directory.ts';
import { type Caps, capsOf } from './caps.ts';
import { type Reference, referencePrice } from './reference-price.ts';
import type { OrdersState } from './state.ts';

/** An order as it is judged, with all that a rule may look at. */
export interface Submission {
  readonly state: OrdersState;
  readonly orgId: number;
  readonly atNs: bigint;
  readonly order: SubmitOrder;
  readonly user: UserRow | undefined;
  readonly instrument: InstrumentRow | undefined;
  /** The organisation's own; another's is undefined like one that nobody holds. */
  readonly account: AccountRow | undefined;
  /** undefined: priced from the quote. */
  readonly price: Decimal | undefined;
  readonly qty: Decimal | undefined;
  /** Of an order without a price of its own, on a known instrument. */
  readonly reference: Reference | undefined;
  readonly caps: Caps;
}

export function submissionOf(state: OrdersState, { atNs: at, command }: Sequenced<SubmitOrder>): Submission {
  const { directory } = state;
  const { principal, body: order } = command;
  const { orgId } = principal;
  const atNs = BigInt(at);
  const instrument = directory.instruments.get(order.instrumentId);
  const account = rowOf(directory, 'accounts', order.accountId);
  const price = amountOf(order.price);
  const reference =
    price === undefined && instrument !== undefined
      ? referencePrice(directory.quotes.get(instrument.instrumentId), instrument, order.side, atNs)
      : undefined;
  return {
    state,
    orgId,
    atNs,
    order,
    user: rowOf(directory, 'users', principal.userId),
    instrument,
    account: account?.orgId === orgId ? account : undefined,
    price,
    qty: amountOf(order.qty),
    reference,
    caps: capsOf(directory, orgId, order.instrumentId),
  };
}

/** A zero is unset, as null is (MON-14). */
function amountOf(money: Money | null): Decimal | undefined {
  if (money === null) return undefined;
  const value = decimal(money);
  return isZero(value) ? undefined : value;
}
