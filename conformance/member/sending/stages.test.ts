import { expect, test } from 'vitest';
import { traderOf } from '../../testing/stub-member.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import { NotSent } from './not-sent.ts';

const MOST = { orders: 2, requests: 99, rows: 9, sessions: 9, staying: 9, tickets: 9 };

/** A target at ten requests a second, one at once; `hung` requests get no answer. */
async function slowTarget(hung: RegExp = /nothing/) {
  const entries: string[] = [];
  const onEffect = ({ what }: { readonly what: string }) => void entries.push(what);
  const limits = { requestsPerSecond: 10, requestsAtOnce: 1, timeoutMs: 200 };
  const answer = ({ path }: { readonly path: string }) => (hung.test(path) ? 'timeout' : {});
  const { target, requests } = await stubTarget(answer, { limits }, { onEffect, most: MOST });
  const session = target.session();
  return { target, session, trader: traderOf(session), requests, entries };
}

test('a write is counted and recorded before it waits, and its number is that of its sending', async () => {
  const { trader, entries, session, requests } = await slowTarget();
  const [first, second] = [trader.submit({}), trader.submit({})];
  await expect(trader.submit({})).rejects.toThrow(NotSent);
  expect([entries, requests.length]).toEqual([['sent', 'sent'], 0]);
  const read = trader.get('/me');
  await Promise.all([first, second, read]);
  expect(session.exchanges().map(({ n }) => n)).toEqual([1, 2, 3]);
});

test('a halted session sends nothing of what waits, and its effects are known not to be', async () => {
  const { target, session, trader, entries, requests } = await slowTarget();
  void trader.submit({});
  void trader.submit({});
  await session.halt();
  await target.session().anonymous.get('/me');
  expect(requests.map(({ path }) => path)).toEqual(['/me']);
  expect(entries).toEqual(['sent', 'sent', 'refused', 'refused']);
  expect(session.exchanges()).toEqual([]);
});

test('a request that waits while its route is found to hang is not sent', async () => {
  const { trader, requests } = await slowTarget(/orders/);
  const reads = await Promise.allSettled([1, 2, 3, 4, 5].map(() => trader.get('/orders')));
  expect(reads.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected', 'rejected']);
  expect(requests.filter(({ path }) => path === '/orders')).toHaveLength(3);
});
