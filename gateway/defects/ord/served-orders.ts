/**
 * Members that serve an order's row wrong. So narrow that other checks do not meet them: an order of 1.25 or of 1.75.
 */
import type { Answer } from '../../stage.ts';
import { type Defect, rewriteBody, without } from '../defect.ts';

type Row = Readonly<Record<string, unknown>>;

const ONE_ORDER = /^\/orders\/[0-9]+$/;
const CANCEL = /^\/orders\/[0-9]+\/cancel$/;

const isOk = ({ status }: Answer) => status === 200 || status === 201;
/** The row served at these paths, changed; a row that is not meant stays as it is. */
function changed(path: RegExp, isMeant: (row: Row) => boolean, change: (row: Row) => Row): Defect['spoil'] & object {
  return (answer, { path: asked }) =>
    path.test(asked) && isOk(answer) ? rewriteBody(answer, (row) => (isMeant(row) ? change(row) : row)) : answer;
}

const isOf125 = ({ qty }: Row) => qty === '1.25';
const isOf175 = ({ qty }: Row) => qty === '1.75';

export const SERVED_ORDERS: readonly Defect[] = [
  {
    name: 'names-an-order-by-its-id',
    breaks: ['ORD-01'],
    story: 'serves the orderId for the clientOrderId in the answer to a submission',
    spoil: changed(/^\/orders$/, isOf125, (row) => ({ ...row, clientOrderId: row['orderId'] })),
  },
  {
    name: 'serves-an-order-by-its-id-as-of-another-credential',
    breaks: ['POS-08'],
    story: 'GET /orders/{id} names another credential than the pages of orders do',
    spoil: (answer, { path, request }) =>
      request.method === 'GET' && ONE_ORDER.test(path) && isOk(answer)
        ? rewriteBody(answer, (row) => ({ ...row, credentialId: Number(row['credentialId']) + 1 }))
        : answer,
  },
  {
    name: 'leaves-the-orders-of-instances-out',
    breaks: ['ALG-19'],
    story: 'a page of ninety orders has those of users alone',
    spoil: (answer, { path, request }) =>
      path === '/orders' && request.url?.includes('limit=90') === true && isOk(answer)
        ? rewriteBody(answer, (page) => ({ ...page, items: ofUsers(page['items']) }))
        : answer,
  },
  {
    name: 'cancels-and-serves-another-order',
    breaks: ['ORD-14'],
    story: 'answers a cancel with the row of the order before',
    spoil: changed(CANCEL, isOf175, (row) => ({ ...row, orderId: `${BigInt(String(row['orderId'])) - 1n}` })),
  },
  {
    name: 'misses-an-order-to-cancel-without-its-time',
    breaks: ['ORD-14'],
    story: 'answers the cancel of the last id of all 404 without X-Service-As-Of-Seq-Ts',
    spoil: (answer, { path }) =>
      path === '/orders/9223372036854775807/cancel' ? without(answer, 'X-Service-As-Of-Seq-Ts') : answer,
  },
  {
    name: 'serves-an-order-of-nobody',
    breaks: ['ORD-16'],
    story: 'GET /orders/{id} serves userId 0 for an order placed by a human',
    spoil: changed(ONE_ORDER, isOf125, (row) => ({ ...row, userId: 0 })),
  },
  {
    name: 'serves-an-order-of-a-human-and-an-instance',
    breaks: ['ORD-16'],
    story: 'a cancel serves an algoInstanceId beside the userId',
    spoil: changed(CANCEL, isOf125, (row) => ({ ...row, algoInstanceId: 3 })),
  },
  {
    name: 'serves-an-order-of-whoever-started-its-instance',
    breaks: ['ORD-16'],
    story: 'GET /orders/{id} serves a userId beside the instance that placed an order',
    spoil: changed(
      ONE_ORDER,
      ({ algoInstanceId }) => algoInstanceId !== null,
      (row) => ({ ...row, userId: 13 }),
    ),
  },
  {
    name: 'counts-less-left-than-is',
    breaks: ['ORD-18'],
    story: 'GET /orders/{id} serves less of a resting order as left than its quantity',
    spoil: changed(ONE_ORDER, isOf125, (row) => ({ ...row, leavesQty: '1.2' })),
  },
  {
    name: 'serves-a-quantity-with-an-exponent',
    breaks: ['ORD-18'],
    story: 'GET /orders/{id} serves a quantity in exponent form',
    spoil: changed(ONE_ORDER, isOf125, (row) => ({ ...row, qty: '125e-2' })),
  },
  {
    name: 'rejects-for-a-reason-of-its-own',
    breaks: ['ORD-19'],
    story: 'a record names a reason of the rejection that the document does not publish',
    spoil: rejection((legs) => ({ ...legs, reason: 'OFF_TICK' })),
  },
  {
    name: 'rejects-at-one-scale-for-both-legs',
    breaks: ['ORD-19'],
    story: "a record serves the limit of a rejection at the observed value's scale",
    spoil: rejection((legs) => ({ ...legs, limitValue: `${legs['limitValue']}0` })),
  },
];

/** The rejection of a price just off the tick, in its operation record. */
function rejection(change: (legs: Row) => Row): Defect['spoil'] & object {
  return changed(
    /^\/operations\//,
    (record) => ((record['outcome'] as Row)['rejection'] as Row | null)?.['observedValue'] === '0.011',
    (record) => {
      const outcome = record['outcome'] as Row;
      return { ...record, outcome: { ...outcome, rejection: change(outcome['rejection'] as Row) } };
    },
  );
}

function ofUsers(items: unknown): readonly Row[] {
  return (items as readonly Row[]).filter(({ algoInstanceId }) => algoInstanceId === null);
}
