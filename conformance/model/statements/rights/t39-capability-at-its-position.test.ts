import { describe, expect, test } from 'vitest';
import { unanswered } from '../../../testing/sample-history.ts';
import { judged, me, refusedAt, STRICT, submitted, wrote } from '../../../testing/sample-story.ts';
import { capabilityAtItsPosition } from './t39-capability-at-its-position.ts';

const TRADE = ['orders:trade'];
const put = (position: number, capabilities: readonly string[]) =>
  wrote('PUT /users/2', position, { userId: 2, capabilities });
const denied = (position: number) => refusedAt('POST /orders', position, 'CAPABILITY_DENIED', { actor: 'trader' });
const trader = (position: number, capabilities: readonly string[]) => me('trader', 2, position, capabilities);

describe('on the sandbox, where only the history grants', () => {
  test.each([
    ['an order by a user with orders:trade', [trader(2, TRADE), submitted('a', 3)], 'pass'],
    ['an order by a user without it', [trader(2, []), submitted('a', 3)], 'violated'],
    ['a denial to a user without it', [trader(2, []), denied(3)], 'pass'],
    ['a denial to a user with it', [trader(2, TRADE), denied(3)], 'violated'],
    [
      'another refusal to a user with it',
      [trader(2, TRADE), refusedAt('POST /orders', 3, 'TICK_SIZE_VIOLATION', { actor: 'trader' })],
      'pass',
    ],
    ['an order after the clearing', [trader(2, TRADE), put(3, []), submitted('a', 4)], 'violated'],
    ['a denial after the clearing', [trader(2, TRADE), put(3, []), denied(4)], 'pass'],
    ['an order before the clearing, answered after it', [trader(2, TRADE), put(4, []), submitted('a', 3)], 'pass'],
    ['a denial after the grant', [trader(2, []), put(3, TRADE), denied(4)], 'violated'],
    ['an order by a user whose capabilities were never read', [submitted('a', 3)], 'pass'],
    [
      'an order by a user whom a lost write cleared',
      [trader(2, TRADE), unanswered('PUT /users/2', { key: 'k', actor: 'admin' }), denied(4)],
      'pass',
    ],
    [
      'a halt by a user without the capability',
      [trader(2, TRADE), wrote('POST /algos/halt', 3, { count: 0 }, { actor: 'trader' })],
      'violated',
    ],
    [
      'a portfolio by a user without the capability',
      [trader(2, TRADE), wrote('POST /portfolios', 3, { portfolioId: 1 }, { actor: 'trader' })],
      'violated',
    ],
    [
      'a cancel, whose capability is not published',
      [trader(2, []), wrote('POST /orders/9/cancel', 3, { orderId: '9' }, { actor: 'trader' })],
      'pass',
    ],
    [
      'a denial to another user of the key',
      [trader(2, TRADE), submitted('a', 3), refusedAt('POST /orders', 3, 'CAPABILITY_DENIED', { key: 'a' })],
      'pass',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(capabilityAtItsPosition, samples, STRICT)).toBe(verdict));
});

describe('on a deployed member, where others may grant', () => {
  test.each([
    ['an order by a user without it before', [trader(2, []), submitted('a', 3)], 'pass'],
    ['an order by a user without it before and after', [trader(2, []), submitted('a', 3), trader(4, [])], 'violated'],
    ['a denial to a user with it before and after', [trader(2, TRADE), denied(3), trader(4, TRADE)], 'violated'],
    [
      'an order by a user without it before and with it after',
      [trader(2, []), submitted('a', 3), trader(4, TRADE)],
      'pass',
    ],
    ['an order before a grant by the suite', [trader(2, []), submitted('a', 3), put(4, TRADE)], 'pass'],
    [
      "a portfolio by a user without it, by the sandbox's rule",
      [trader(2, TRADE), wrote('POST /portfolios', 3, { portfolioId: 1 }, { actor: 'trader' }), trader(4, TRADE)],
      'pass',
    ],
    [
      'an instance by a user without the capability',
      [trader(2, TRADE), wrote('POST /algos/instances', 3, { instanceId: 1 }, { actor: 'trader' }), trader(4, TRADE)],
      'violated',
    ],
  ])('%s', (_, samples, verdict) => expect(judged(capabilityAtItsPosition, samples)).toBe(verdict));
});

test('a token minted for another user counts as that user', () => {
  const clerk = { sent: { Authorization: 'Bearer <minted token of trader>' } };
  const samples = [trader(2, TRADE), submitted('a', 3, clerk)];
  expect(judged(capabilityAtItsPosition, samples, STRICT)).toBe('pass');
  const denial = refusedAt('POST /orders', 3, 'CAPABILITY_DENIED', { actor: 'trader', ...clerk });
  expect(judged(capabilityAtItsPosition, [trader(2, TRADE), denial], STRICT)).toBe('pass');
});
