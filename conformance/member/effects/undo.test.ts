import { describe, expect, test, vi } from 'vitest';
import { clearUp } from '../../runner/run/clear-up.ts';
import { startStopwatch } from '../../runner/stopwatch.ts';
import { traderOf } from '../../testing/stub-member.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import type { Entry } from './entry.ts';
import { standingInstances } from './standing.ts';

describe('two orders', () => {
  const write = (n: number, path: string): Entry => {
    return {
      what: 'sent',
      n,
      check: null,
      actor: 'trader',
      method: 'POST',
      path,
      key: `k${n}`,
      name: null,
      isOwn: true,
    };
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
});

describe('instances that a halt stops', () => {
  const alpha = { instanceId: 7, displayName: 'alpha', status: 'STARTED', configSeq: 1 };
  const beta = { instanceId: 8, displayName: 'beta', status: 'STOPPED', configSeq: 4 };
  const gone = { instanceId: 9, displayName: 'gone', status: 'DELETED', configSeq: 1 };

  /** `now`: the state of alpha at the end. */
  async function haltedTarget(now: string) {
    const { target } = await stubTarget(({ path }) => {
      if (path.startsWith('/algos/instances?')) {
        const isSecond = path.includes('cursor=');
        const page = { items: isSecond ? [beta, gone] : [alpha], nextCursor: isSecond ? null : 'next' };
        return { body: JSON.stringify(page) };
      }
      if (path === '/algos/instances/7') return { body: JSON.stringify({ ...alpha, status: now, lastCause: 'HALT' }) };
      return { body: JSON.stringify(beta) };
    });
    return { target, standing: await standingInstances(traderOf(target.session())) };
  }

  const halt: readonly Entry[] = [
    {
      ...{ what: 'sent', n: 1, check: 'alg/halt', actor: 'trader', method: 'POST', path: '/algos/halt', key: 'k' },
      ...{ name: null, isOwn: false },
    },
    { what: 'taken', n: 1 },
  ];

  test.each([
    [
      'STOPPED',
      ['changed /algos/instances/7 alpha: a halt of this run may have stopped it; start it where it should run'],
    ],
    ['STARTED', []],
  ])('a standing instance that is %s after a halt', async (now, left) => {
    const { target, standing } = await haltedTarget(now);
    expect(standing?.rows.map(({ row, name }) => `${row} ${name}`)).toEqual([
      '/algos/instances/7 alpha',
      '/algos/instances/8 beta',
    ]);
    const entries = [...(standing === undefined ? [] : [standing]), ...halt];
    const cleared = await clearUp({ target, entries, onEffect: () => {}, stopwatch: startStopwatch(), boundMs: 1_000 });
    expect(cleared.left.map(({ kind, row, name, why }) => `${kind} ${row} ${name}: ${why}`)).toEqual(left);
  });

  test('a halt where nothing is known of what stood before stays as it is', async () => {
    const { target } = await haltedTarget('STOPPED');
    const stopwatch = startStopwatch();
    const cleared = await clearUp({ target, entries: halt, onEffect: () => {}, stopwatch, boundMs: 1_000 });
    expect(cleared.left.map(({ row }) => row)).toEqual(['/algos/halt']);
  });
});
