import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { otherRefusalsAreFinal } from './other-refusals-are-final.check.ts';

const refused = (status: number, code: string, retryable: boolean, position?: number) =>
  answer('POST /orders', { status, code, retryable, ...(position === undefined ? {} : { position }) });

test.each([
  ['400, false', refused(400, 'MALFORMED_REQUEST', false), 'pass'],
  ['400, true', refused(400, 'MALFORMED_REQUEST', true), 'violated'],
  ['404, true', refused(404, 'NOT_FOUND', true), 'violated'],
  ['500, true', refused(500, 'INTERNAL_ERROR', true), 'violated'],
  ['INTERRUPTED, true', refused(500, 'INTERRUPTED', true), 'pass'],
  ['INTERRUPTED, false', refused(500, 'INTERRUPTED', false), 'violated'],
  ["an owner's refusal, true", refused(422, 'TICK_SIZE_VIOLATION', true, 7), 'violated'],
  ['503, true', refused(503, 'NOT_PRIMED', true), 'pass'],
  ['503, false', refused(503, 'NOT_PRIMED', false), 'violated'],
  ['a surface that is not there, true', refused(503, 'ALGOS_UNAVAILABLE', true), 'violated'],
  ['503 of a member that may be a replica', refused(503, 'NOT_SERVING', false), 'pass'],
])('%s', (_, answered, verdict) => {
  expect(judged(otherRefusalsAreFinal, historyOf([answered])).verdict).toBe(verdict);
});
