import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { suspendedOrganisation } from './suspended-organisation.check.ts';

const refused = answer('GET /orders', { status: 403, code: 'ORG_NOT_ACTIVE' });
const me = answer('GET /me', { status: 200 });

test.each([
  ['refused', refused, true, 'pass'],
  ['GET /me served by a deployed member (A5)', me, false, 'pass'],
  ['GET /me served by the sandbox', me, true, 'violated'],
  ['another route served', answer('GET /orders', { status: 200 }), false, 'violated'],
  ['another code', answer('GET /orders', { status: 403, code: 'FORBIDDEN_PRINCIPAL' }), false, 'violated'],
  ['the body first', answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' }), false, 'violated'],
  ['another status', answer('GET /orders', { status: 401, code: 'ORG_NOT_ACTIVE' }), false, 'violated'],
])('%s', (_, answered, strict, verdict) => {
  expect(judged(suspendedOrganisation, historyOf([refused, answered], { strict })).verdict).toBe(verdict);
});
