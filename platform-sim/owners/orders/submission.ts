import { type Decimal, decimal, isMultipleOf, isZero } from '../../../gateway/contract/decimal.ts';
import { nanoseconds } from '../../../gateway/facts/nanoseconds.ts';
import type {
  AccountRow,
  CredentialRow,
  InstrumentRow,
  Money,
  OrderSide,
  Principal,
  QuoteRow,
  SubmitOrder,
} from '../../../gateway/facts.ts';
import type { Sequenced } from '../../owner.ts';
import { heldOf, isGranted, rowOf } from '../directory.ts';
import { type Caps, capsOf } from './caps.ts';
import type { OrdersState } from './state.ts';

/** Maximum age of a quote that prices an order. */
const QUOTE_FRESH_NS = 300_000_000_000n;

/** The price of an order without its own: the side of the quote that it would trade at. */
type Reference =
  | { readonly price: Decimal; readonly lacks?: undefined }
  | { readonly price?: undefined; readonly lacks: string };

/** The price of an order without its own, or why there is none. */
function referencePrice(
  quote: QuoteRow | undefined,
  instrument: InstrumentRow,
  side: OrderSide,
  atNs: bigint,
): Reference {
  if (quote === undefined) return { lacks: 'the venue has stated no quote' };
  if (atNs - BigInt(quote.venueTsNs) > QUOTE_FRESH_NS)
    return { lacks: "the venue's last quote is older than five minutes" };
  const price = decimal(side === 'BUY' ? quote.ask : quote.bid);
  if (instrument.tick !== null && !isMultipleOf(price, decimal(instrument.tick))) {
    return { lacks: "the price grid cannot hold the venue's quote exactly" };
  }
  return { price };
}

/** An order to judge, with the values that the rules use. */
export interface Submission {
  readonly state: OrdersState;
  readonly orgId: number;
  readonly atNs: bigint;
  readonly order: SubmitOrder;
  /** Why the submitter may not submit; undefined if allowed. */
  readonly denied: string | undefined;
  readonly instrument: InstrumentRow | undefined;
  /** The organisation's own; undefined for another organisation's account and for a missing one. */
  readonly account: AccountRow | undefined;
  /** The approved state of the account's credential; undefined if there is none. */
  readonly credential: CredentialRow | undefined;
  /** undefined: priced from the quote. */
  readonly price: Decimal | undefined;
  readonly qty: Decimal | undefined;
  /** Only for an order without a price, on a known instrument. */
  readonly reference: Reference | undefined;
  readonly caps: Caps;
}

/** The order of a command with the rows that it refers to. */
export function submissionOf(state: OrdersState, { atNs: at, command }: Sequenced<SubmitOrder>): Submission {
  const { directory } = state;
  const { principal, body: order } = command;
  const { orgId } = principal;
  const atNs = nanoseconds(at);
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
    denied: denialOf(state, principal, order.algoInstanceId),
    instrument,
    account: account?.orgId === orgId ? account : undefined,
    credential: heldOf(directory, 'credentials', account?.credentialId ?? 0)?.approved ?? undefined,
    price,
    qty: amountOf(order.qty),
    reference,
    caps: capsOf(directory, orgId, order.instrumentId),
  };
}

/**
 * A person needs orders:trade. An instance must be started, and its starter must still hold algos:manage, the one grant
 * that authorises its orders.
 */
function denialOf(
  { directory, algoInstances }: OrdersState,
  principal: Principal,
  algoInstanceId: number | undefined,
): string | undefined {
  if (algoInstanceId === undefined) {
    return isGranted(directory, principal, 'orders:trade') ? undefined : 'the user does not hold orders:trade';
  }
  const instance = algoInstances.get(algoInstanceId);
  if (instance?.orgId !== principal.orgId || instance.status !== 'STARTED') {
    return `instance ${algoInstanceId} is no started instance of the organisation`;
  }
  const starter = { orgId: instance.orgId, userId: instance.startedByUserId ?? 0 };
  return isGranted(directory, starter, 'algos:manage')
    ? undefined
    : `the user who started instance ${algoInstanceId} does not hold algos:manage`;
}

/** Zero means unset, like null (MON-14). */
function amountOf(money: Money | null): Decimal | undefined {
  if (money === null) return undefined;
  const value = decimal(money);
  return isZero(value) ? undefined : value;
}
