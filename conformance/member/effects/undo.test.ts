import { expect, test, vi } from 'vitest';
import { clearUp } from '../../runner/run/clear-up.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import type { Entry } from './entry.ts';

const write = (n: number, path: string): Entry => {
  return { what: 'sent', n, check: null, actor: 'trader', method: 'POST', path, key: `k${n}`, name: null, isOwn: true };
};
const twoOrders: readonly Entry[] = [
  write(1, '/orders'),
  { what: 'made', n: 1, row: '/orders/1' },
  write(2, '/orders'),
  { what: 'made', n: 2, row: '/orders/2' },
];

test('a row is ended while another one waits for its answer', async () => {
  const { target, stopwatch, requests } = await stubTarget(({ path }) =>
    path === '/orders/2/cancel' ? undefined : {},
  );
  void clearUp({ target, entries: twoOrders, onEffect: () => {}, stopwatch, boundMs: 1_000 });
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toEqual(['/orders/2/cancel', '/orders/1/cancel']));
});

test('a row is not ended again beside a write that may have ended it', async () => {
  const { target, stopwatch, requests } = await stubTarget(() => ({}));
  const entries = [...twoOrders, write(3, '/orders/1/cancel')];
  const cleared = await clearUp({ target, entries, onEffect: () => {}, stopwatch, boundMs: 1_000 });
  expect(requests.map(({ path }) => path)).toEqual(['/orders/1/cancel', '/orders/2/cancel']);
  expect(cleared).toEqual({ ended: 3, left: [] });
});
