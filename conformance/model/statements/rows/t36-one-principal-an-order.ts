import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { ORDERS } from '../../families.ts';
import type { Sighting } from '../../row-sightings.ts';
import { sightedRows } from '../../row-sightings.ts';
import type { Statement } from '../../statement.ts';

function judgeRow({ row, exchange }: Sighting): Judgement {
  if (row === undefined || row['userId'] === undefined || row['algoInstanceId'] === undefined) return pass;
  const byInstance = row['algoInstanceId'] !== null;
  const byUser = row['userId'] !== 0 && row['userId'] !== null;
  return byInstance !== byUser
    ? pass
    : violated('exactly one of userId and algoInstanceId set on each order', exchange);
}

/** T36. An order names one user or one instance, never both and never neither. From 0.6.0. */
export const onePrincipalAnOrder: Statement = {
  id: 'T36',
  says: 'an order is placed by one user or by one instance, never by both or by neither',
  shows: ['ORD-16'],
  judge(chronicle) {
    if (!chronicle.history.since('0.6.0')) return pass;
    const orders = [...sightedRows(chronicle).values()].filter(({ family }) => family === ORDERS);
    return allOf(orders.flatMap(({ latest }) => latest.map(judgeRow)));
  },
};
