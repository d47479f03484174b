import { expect, test } from 'vitest';
import type { PrincipalName } from '../../member/profile/principals.ts';
import { stubTarget } from '../../testing/stub-target.ts';
import type { Check } from '../check.ts';
import { check } from '../check.ts';
import { pass, violated } from '../judgement.ts';
import { runCheck } from '../run/run-check.ts';

const asking = (judge: Check['judge']) =>
  check({
    id: 'test/check',
    proves: ['RID-01'],
    title: '',
    needs: ['trader'],
    drive: async ({ trader }) => void (await trader.get('/me', { label: 'it' })),
    judge,
  });
const failing = asking((history) => violated('200', history.one('it')));
const breaking = asking(() => {
  throw new TypeError('no body');
});

test.each<[string, Check, PrincipalName, object]>([
  [
    'leaves the claim inconclusive',
    failing,
    'trader',
    { verdict: 'inconclusive', reason: expect.stringMatching(/^the token/) },
  ],
  [
    'is not a fault of the suite',
    breaking,
    'trader',
    { verdict: 'inconclusive', reason: expect.stringMatching(/^the t/) },
  ],
  ["does not excuse another principal's request", failing, 'viewer', { verdict: 'fail' }],
  ['does not change a pass', asking(() => pass), 'trader', { verdict: 'pass' }],
])('a token that expired while a check used it %s', async (_, value, principal, outcome) => {
  const { target, stopwatch, freshKey } = await stubTarget(() => ({ status: 401 }));
  const ended = { ...target, expiredTokens: () => [{ principal, atMs: 0 }] };
  const options = { target: ended, stopwatch, freshKey, seed: 1, timeLimitMs: 5_000, cleanUp: false };
  const row = await runCheck(value, options);
  expect(row).toMatchObject(outcome);
  expect(row.fault).toBeUndefined();
});
