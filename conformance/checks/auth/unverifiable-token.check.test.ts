import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unverifiableToken } from './unverifiable-token.check.ts';

const me = answer('GET /me', { status: 200 });
const refused = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });

test.each([
  ['each refused', me, refused, refused, 'pass'],
  ['an expired one served', me, me, refused, 'violated'],
  ['one of another audience forbidden', me, refused, answer('GET /me', { status: 403, code: 'X' }), 'violated'],
  ['a good one refused', refused, refused, refused, 'inconclusive'],
])('%s', (_, good, expired, audience, verdict) => {
  const history = historyOf({ 'as it should be': good, expired, 'another audience': audience });
  expect(judged(unverifiableToken, history).verdict).toBe(verdict);
});
