import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { expiredToken } from './expired-token.check.ts';

const served = answer('GET /me', { status: 200 });
const refused = answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' });
const life = noted(60_000);
const after = (ms: number) => ({ 'past its end': noted(ms) });

test.each([
  ['refused', { life, 'while it lives': served, expired: refused, ...after(2_000) }, 'pass'],
  ['refused in the end', { life, 'while it lives': served, expired: [served, refused], ...after(60_000) }, 'pass'],
  ['served within the leeway', { life, 'while it lives': served, expired: served, ...after(60_000) }, 'not-exercised'],
  ['served long after', { life, 'while it lives': served, expired: served, ...after(122_000) }, 'violated'],
  [
    'refused otherwise',
    { life, 'while it lives': served, expired: answer('GET /me', { status: 403 }), ...after(9) },
    'violated',
  ],
  ['not served before', { life, 'while it lives': refused, expired: refused, ...after(2_000) }, 'inconclusive'],
  ['a life that is too long', { life }, 'not-exercised'],
  ['a life that nobody states', {}, 'not-exercised'],
])('%s', (_, samples, verdict) => {
  expect(judged(expiredToken, historyOf(samples)).verdict).toBe(verdict);
});
