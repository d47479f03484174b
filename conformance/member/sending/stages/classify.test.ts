import { describe, expect, test } from 'vitest';
import { loadChecks } from '../../../runner/plan/load-checks.ts';
import { answer } from '../../../testing/sample-history.ts';
import { isPushBack } from './classify.ts';

describe('the run slows down for', () => {
  test.each([
    ['a member that is busy', { status: 429, code: 'IN_FLIGHT_FULL', retryable: true }, true],
    ['a ceiling that is met by chance', { status: 429, code: 'RATE_CEILING', retryable: false }, true],
    ['a member that catches up', { status: 503, code: 'NOT_PRIMED', retryable: true }, true],
    ['a proxy without a member', { status: 503 }, true],
  ] as const)('%s', (_, came, isIt) => {
    expect(isPushBack(answer('POST /orders', came)(1, null))).toBe(isIt);
  });

  test.each(['POST /credentials', 'POST /credentials/7/rotate', 'POST /v1/ws-tickets'] as const)(
    'not for the separate limit of %s',
    (route) => {
      const came = { status: 429, code: 'RATE_LIMITED', retryable: true };
      expect(isPushBack(answer(route, came)(1, null))).toBe(false);
      expect(isPushBack(answer('POST /orders', came)(1, null))).toBe(true);
    },
  );

  test('not for a surface that is never there', () => {
    const came = { status: 503, code: 'ALGOS_UNAVAILABLE', retryable: false };
    expect(isPushBack(answer('GET /algos/instances', came)(1, null))).toBe(false);
  });
});

test.each([
  'cred/intake-rate',
  'err/rate-ceiling-is-final',
  'pol/ceiling-is-recorded',
  'pol/governing-cap-binds',
  'pol/tighter-cap-binds',
])('%s provokes a 429, so that says nothing about the pace of the run', async (name) =>
  expect((await loadChecks()).find(({ id }) => id === name)?.busy).toBe('judged'),
);
