import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { twoTokens } from './two-tokens.check.ts';

const me = (userId: number) => answer('GET /me', { status: 200, body: { user: { userId, orgId: userId } } });
const refused = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });

test.each([
  ['refused', me(1), refused, true, 'pass'],
  ['served to the first by a deployed member (A9)', me(1), me(1), false, 'pass'],
  ['served to the first by the sandbox', me(1), me(1), true, 'violated'],
  ['served to the second', me(1), me(2), false, 'violated'],
  ['the first alone is refused', refused, refused, false, 'inconclusive'],
])('%s', (_, first, both, strict, verdict) => {
  expect(judged(twoTokens, historyOf({ first, both }, { strict })).verdict).toBe(verdict);
});
