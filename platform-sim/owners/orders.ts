/** The orders owner: judges submissions and cancels, and records the venue's fills. */
import type { CancelOrder, OrdersCommand, SubmitOrder, VenueReport } from '../../gateway/facts.ts';
import type { Owner, Sequenced } from '../owner.ts';
import { cancelOrder } from './orders/cancel.ts';
import { fillOrder, rejectOrder } from './orders/fill.ts';
import { applyRecord, NO_ORDERS, type OrdersState } from './orders/state.ts';
import { submitOrder } from './orders/submit.ts';

/** The owner of orders and executions. */
export const orders: Owner<OrdersState, OrdersCommand> = {
  name: 'orders',
  initial: () => NO_ORDERS,
  decide(state, sequenced) {
    switch (sequenced.command.body.kind) {
      case 'submit':
        return submitOrder(state, sequenced as Sequenced<SubmitOrder>);
      case 'cancel':
        return cancelOrder(state, sequenced as Sequenced<CancelOrder>);
      case 'fill':
        return fillOrder(state, sequenced as Sequenced<VenueReport & { kind: 'fill' }>);
      case 'venue-reject':
        return rejectOrder(state, sequenced as Sequenced<VenueReport & { kind: 'venue-reject' }>);
    }
  },
  apply: applyRecord,
};
