import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { retriedKeyReplays } from './retried-key-replays.check.ts';

const first = { status: 201, position: 7n, body: { orderId: '9', status: 'OPEN', price: '1.50' } };
const replay = { ...first, replay: true };

test.each([
  ['the first answer twice more', first, replay, replay, 'pass'],
  [
    'the same in other zeros',
    first,
    replay,
    { ...replay, body: { orderId: '9', status: 'OPEN', price: '1.5' } },
    'pass',
  ],
  [
    'the row as it is now',
    first,
    { ...replay, body: { orderId: '9', status: 'CANCELLED', price: '1.50' } },
    replay,
    'violated',
  ],
  ['no flag', first, first, replay, 'violated'],
  ['another status', first, { ...replay, status: 200 }, replay, 'violated'],
  ['another position the second time', first, replay, { ...replay, position: 8n }, 'violated'],
  ['no order', { status: 403, code: 'CAPABILITY_DENIED', position: 7n }, replay, replay, 'inconclusive'],
])('%s', (_, one, two, three, verdict) => {
  const write = (of: Parameters<typeof answer>[1]) => answer('POST /orders', of);
  const history = historyOf({ first: write(one), retried: write(two), 'retried again': write(three) });
  expect(judged(retriedKeyReplays, history).verdict).toBe(verdict);
});

test.each([
  ['a cancel replayed', { ...replay, position: 8n }, 'pass'],
  ['a cancel that does not say so', { ...first, position: 8n }, 'violated'],
  ['a cancel told anew', { status: 409, code: 'ORDER_CLOSED', position: 9n }, 'violated'],
])('%s', (_, again, verdict) => {
  const order = (of: Parameters<typeof answer>[1]) => answer('POST /orders', of);
  const cancel = (of: Parameters<typeof answer>[1]) => answer('POST /orders/9/cancel', of);
  const history = historyOf({
    first: order(first),
    cancelled: cancel({ ...first, position: 8n }),
    'cancelled again': cancel(again),
    retried: order(replay),
    'retried again': order(replay),
  });
  expect(judged(retriedKeyReplays, history).verdict).toBe(verdict);
});
