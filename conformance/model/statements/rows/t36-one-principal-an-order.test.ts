import { expect, test } from 'vitest';
import { judged, orderRow, page, pageOf, submitted } from '../../../testing/sample-story.ts';
import { onePrincipalAnOrder } from './t36-one-principal-an-order.ts';

const placed = (userId: number | null, algoInstanceId: number | null) => orderRow(2, 'a', { userId, algoInstanceId });

test.each([
  ['by a user', [page('', 9, [placed(7, null)])], {}, 'pass'],
  ['by an instance', [pageOf('/algos/instances/3/orders', 9, [placed(0, 3)])], {}, 'pass'],
  ['by both', [page('', 9, [placed(7, 3)])], {}, 'violated'],
  ['by neither', [submitted('a', 2, { body: placed(0, null) })], {}, 'violated'],
  ['by a user, before orders named instances', [page('', 9, [placed(7, 3)])], { rest: '0.5.1' }, 'pass'],
  ['neither shown', [page('', 9, [orderRow(2, 'a')])], {}, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(onePrincipalAnOrder, samples, target)).toBe(verdict));
