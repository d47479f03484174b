import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { otherRequestIdIsReplaced } from './other-request-id-is-replaced.check.ts';

const long = 'a'.repeat(129);

test.each([
  ['another id', 'with a space', 200, 'made-here', 'pass'],
  ['another id that holds the one sent', 'a', 200, 'made-here', 'pass'],
  ['the one sent', 'with a space', 200, 'with a space', 'violated'],
  ['the one sent, cut to fit', long, 200, long.slice(1), 'violated'],
  ['none', 'seven77', 200, null, 'violated'],
  ['a refusal', 'seven77', 400, 'made-here', 'violated'],
])('%s', (_, sent, status, echoed, verdict) => {
  const replaced = answer('GET /me', {
    status,
    headers: { 'X-Request-Id': echoed },
    sent: { 'X-Request-Id': sent },
  });
  expect(judged(otherRequestIdIsReplaced, historyOf({ replaced })).verdict).toBe(verdict);
});
