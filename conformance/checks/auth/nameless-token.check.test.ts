import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { namelessToken } from './nameless-token.check.ts';

const refused = answer('GET /me', { status: 403, code: 'FORBIDDEN_PRINCIPAL' });
const unverified = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
const me = answer('GET /me', { status: 200 });

test.each([
  ['each refused', refused, refused, true, 'pass'],
  ['a deployed member does not verify a numeric org_id (A10)', refused, unverified, false, 'pass'],
  ['the sandbox does not', refused, unverified, true, 'violated'],
  ['no org_id does not verify', unverified, refused, false, 'violated'],
  ['no org_id is served', me, refused, false, 'violated'],
  ['a numeric org_id is served', refused, me, false, 'violated'],
  ['another code', answer('GET /me', { status: 403, code: 'ORG_NOT_ACTIVE' }), refused, false, 'violated'],
])('%s', (_, nameless, number, strict, verdict) => {
  const history = historyOf({ 'no org_id': [refused, nameless], 'org_id a number': number }, { strict });
  expect(judged(namelessToken, history).verdict).toBe(verdict);
});
