import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { observedAgainAtEachHeartbeat } from './observed-again-at-each-heartbeat.check.ts';

const page = (...observed: unknown[]) =>
  answer('GET /account-balances', {
    status: 200,
    body: { items: observed.map((observedAtNs, i) => ({ accountId: 1, assetId: i, observedAtNs })) },
  });

test.each([
  ['each time', [page('10', '9'), page('40', '40'), page('70', '70')], 'pass'],
  ['not all of them', [page('10', '9'), page('40', '9'), page('70', '70')], 'violated'],
  ['once', [page('10', '9'), page('40', '40'), page('40', '40')], 'violated'],
  ['back', [page('10', '9'), page('40', '40'), page('70', '39')], 'violated'],
  ['to nothing', [page('10', '9'), page('40', null), page('70', '70')], 'violated'],
  ['one gone', [page('10', '9'), page('40'), page('70', '70')], 'violated'],
  ['none at all', [page(), page(), page()], 'inconclusive'],
])('%s', (_, read, verdict) => {
  expect(judged(observedAgainAtEachHeartbeat, historyOf({ read }, { strict: true })).verdict).toBe(verdict);
});

test.each([
  ['restated', [page('10', '9'), page('10', '9'), page('40', '40')], 'pass'],
  ['restated less often', [page('10', '9'), page('10', '9')], 'not-exercised'],
  ['not all of them', [page('10', '9'), page('40', '9')], 'not-exercised'],
  ['of an organisation without balances', [page(), page()], 'not-exercised'],
])('of a deployed member: %s', (_, read, verdict) => {
  expect(judged(observedAgainAtEachHeartbeat, historyOf({ read })).verdict).toBe(verdict);
});

test('of a sandbox behind a proxy: its heartbeat is known', () => {
  const read = [page('10', '9'), page('10', '9'), page('40', '40')];
  expect(judged(observedAgainAtEachHeartbeat, historyOf({ read }, { controlled: true })).verdict).toBe('violated');
});
