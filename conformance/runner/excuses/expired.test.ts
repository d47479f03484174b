import { expect, test } from 'vitest';
import type { PrincipalName } from '../../member/profile/principals.ts';
import type { Target } from '../../member/target.ts';
import { gets, ranCheck, sampleCheck } from '../../testing/stub-run.ts';
import type { Check } from '../check.ts';
import { pass, violated } from '../judgement.ts';

const asking = (judge: Check['judge']) => sampleCheck({ drive: gets('/me'), judge });
const failing = asking((history) => violated('200', history.one('it')));
const breaking = asking(() => {
  throw new TypeError('no body');
});

// biome-ignore format: an aligned table
test.each<[string, Check, PrincipalName, object]>([
  ['leaves the claim inconclusive',               failing,            'trader', { verdict: 'inconclusive', reason: expect.stringMatching(/^the token/) }],
  ['is not a fault of the suite',                 breaking,           'trader', { verdict: 'inconclusive', reason: expect.stringMatching(/^the t/) }],
  ["does not excuse another principal's request", failing,            'viewer', { verdict: 'fail' }],
  ['does not change a pass',                      asking(() => pass), 'trader', { verdict: 'pass' }],
])('a token that expired while a check used it %s', async (_, value, principal, outcome) => {
  const as = (target: Target): Target => ({ ...target, expiredTokens: () => [{ principal, atMs: 0 }] });
  const { row } = await ranCheck(value, () => ({ status: 401 }), { as });
  expect(row).toMatchObject(outcome);
  expect(row.fault).toBeUndefined();
});
