import { useState } from 'preact/hooks';
import { REJECTION_REASONS } from '../../../../gateway/contract/reasons.ts';
import { type Column, Rows } from '../../../../reports/viewer/parts/rows.tsx';
import { Form } from '../do.tsx';
import type { Order } from '../event-types.ts';
import { Choice, Field } from '../fields.tsx';
import { orders } from '../live.ts';
import { accountOf, symbolOf } from '../names.ts';
import { ask } from '../plane.ts';

/** SCALE_UNKNOWN is retired: no member answers it. */
const REASONS = REJECTION_REASONS.filter((reason) => reason !== 'SCALE_UNKNOWN');

const COLUMNS: readonly Column<Order>[] = [
  { name: 'Order', width: '11rem', cell: ({ orderId }) => <span class="mono">{orderId}</span> },
  {
    name: 'Account',
    width: 'minmax(6rem, 1fr)',
    cell: ({ orgId, accountId }) => (
      <span title={`account ${accountId} of organisation ${orgId}`}>{accountOf(accountId)}</span>
    ),
  },
  { name: 'Symbol', width: '6rem', cell: ({ instrumentId }) => symbolOf(instrumentId) },
  { name: 'Side', width: '3.5rem', cell: ({ side }) => side },
  { name: 'Price', width: '6.5rem', cell: ({ price }) => price ?? 'of the quote' },
  { name: 'Left of', width: 'minmax(11rem, 1fr)', cell: ({ leavesQty, qty }) => `${leavesQty} of ${qty}` },
  { name: 'Status', width: '9.5rem', cell: ({ status }) => status },
];

/** undefined for an empty field. */
function stated(name: string, value: string): Readonly<Record<string, string>> {
  return value === '' ? {} : { [name]: value };
}

function OneOrder({ order }: { readonly order: Order }) {
  const [qty, setQty] = useState('');
  const [price, setPrice] = useState('');
  const [reason, setReason] = useState<string>('RATE_CEILING');
  const path = `orders/${encodeURIComponent(order.orderId)}`;
  return (
    <section class="card" aria-labelledby="one-order">
      <h4 id="one-order">
        Order <span class="mono">{order.orderId}</span>
      </h4>
      <Form
        label="Fill the order"
        submit="Fill"
        act={() => ask('POST', `${path}/fill`, { ...stated('qty', qty), ...stated('price', price) })}
      >
        <Field label="Quantity" value={qty} set={setQty} hint={`all: ${order.leavesQty}`} />
        <Field label="Price" value={price} set={setPrice} hint={order.price ?? "the venue's"} />
      </Form>
      <Form label="Reject the order" submit="Reject" kind="" act={() => ask('POST', `${path}/reject`, { reason })}>
        <Choice label="Reason" value={reason} set={setReason} options={REASONS} />
      </Form>
    </section>
  );
}

/** The open orders of all organisations, and the messages that a venue can send about each. */
export function Orders() {
  const [selected, select] = useState<string | undefined>(undefined);
  const open = orders.value;
  const order = open.find(({ orderId }) => orderId === selected);
  return (
    <section aria-labelledby="open-orders">
      <h3 id="open-orders">Open orders</h3>
      <p class="soft" role="status">
        {open.length} are open, the newest first: choose one to fill it.
      </p>
      <Rows
        label="Open orders"
        items={open}
        columns={COLUMNS}
        height="16rem"
        follows={false}
        empty="No order is open. A client places one with POST /orders, at a price that the venue does not trade at once."
        keyOf={({ orderId }) => orderId}
        selected={selected}
        onSelect={({ orderId }) => select(orderId)}
      />
      {order === undefined ? null : <OneOrder key={order.orderId} order={order} />}
    </section>
  );
}
