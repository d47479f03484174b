import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { mint } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noSigningKey } from './no-signing-key.check.ts';

const asked = (status: number, code: string, over = {}) =>
  answer('POST /v1/ws-tickets', { status, code, retryable: false, ...over });
const good = { 'no key': asked(503, 'TICKETS_UNAVAILABLE'), nobody: asked(401, 'UNAUTHENTICATED') };

test.each([
  ['503, and 401 to nobody', {}, 'pass'],
  [
    'a Retry-After besides',
    { 'no key': asked(503, 'TICKETS_UNAVAILABLE', { headers: { 'Retry-After': '60' } }) },
    'pass',
  ],
  ['to be tried again', { 'no key': asked(503, 'TICKETS_UNAVAILABLE', { retryable: true }) }, 'violated'],
  ['another 503', { 'no key': asked(503, 'NOT_SERVING') }, 'violated'],
  ['another status', { 'no key': asked(404, 'TICKETS_UNAVAILABLE') }, 'violated'],
  ['a ticket', { 'no key': mint('<ticket 1>', 0, 10) }, 'violated'],
  ['nobody is told too', { nobody: asked(503, 'TICKETS_UNAVAILABLE') }, 'violated'],
])('%s', (_, over, verdict) => {
  expect(judged(noSigningKey, historyOf({ ...good, ...over })).verdict).toBe(verdict);
});
