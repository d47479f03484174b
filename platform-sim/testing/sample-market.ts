/** For tests: an orders owner over the sample world. */
import type {
  ExecutionRow,
  Fact,
  OrderRow,
  OrdersCommand,
  SubmitOrder,
  VenueReport,
  Verdict,
} from '../../gateway/facts.ts';
import { heldOrder, type OrdersState } from '../owners/orders/state.ts';
import { orders } from '../owners/orders.ts';
import { lastOf, SampleOwner, USER, WORLD } from './sample-owner.ts';

export interface Fill {
  readonly price: string;
  readonly qty: string;
  readonly fee?: string | null;
  readonly feeCurrency?: string | null;
  readonly tradeId?: string;
}

export class SampleMarket extends SampleOwner<OrdersState, OrdersCommand> {
  /** @param further facts, after those of the sample world. */
  constructor(...further: readonly Fact[]) {
    super(orders, [...WORLD, ...further]);
  }

  /** A BUY of 1 at 100 that rests, with the stated differences. */
  submit(of: Partial<SubmitOrder> = {}, principal = USER): Verdict {
    const order = { accountId: 1, instrumentId: 1, side: 'BUY', price: '100', qty: '1' } as const;
    return this.judge({ kind: 'submit', ...order, ...of }, principal);
  }

  /** The id of a submitted order. */
  opened(of: Partial<SubmitOrder> = {}): string {
    return orderOf(this.submit(of)).orderId;
  }

  cancel(orderId: string, principal = USER): Verdict {
    return this.judge({ kind: 'cancel', orderId }, principal);
  }

  fill(orderId: string, of: Fill): Verdict {
    const trade = { tradeId: `t${this.records.length}`, fee: '0', feeCurrency: 'USD', venueTsNs: this.atNs };
    return this.report({ kind: 'fill', orderId, ...trade, ...of });
  }

  reject(orderId: string, reason: Extract<VenueReport, { kind: 'venue-reject' }>['reason'] = 'RATE_CEILING'): Verdict {
    return this.report({ kind: 'venue-reject', orderId, reason });
  }

  report(body: VenueReport): Verdict {
    return this.judge(body, { orgId: 1, userId: 0 });
  }

  order(orderId: string): OrderRow | undefined {
    return heldOrder(this.state, orderId);
  }
}

export const orderOf = (verdict: Verdict): OrderRow => lastOf('OrderUpdated', verdict).order;
export const executionOf = (verdict: Verdict): ExecutionRow => lastOf('ExecutionRecorded', verdict).execution;
