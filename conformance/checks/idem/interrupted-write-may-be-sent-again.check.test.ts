import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { interruptedWriteMayBeSentAgain } from './interrupted-write-may-be-sent-again.check.ts';

const interrupted = { status: 500, code: 'INTERRUPTED', retryable: true };
const served = { status: 201, position: 7n };

test.each([
  ['retryable, then served', interrupted, served, 'pass'],
  ['under another status', { ...interrupted, status: 409 }, served, 'pass'],
  ['not retryable', { ...interrupted, retryable: false }, served, 'violated'],
  ['another code', { ...interrupted, code: 'INTERNAL_ERROR' }, served, 'violated'],
  ['the refusal again', interrupted, interrupted, 'violated'],
  ['a replay', interrupted, { ...served, replay: true }, 'violated'],
])('%s', (_, one, two, verdict) => {
  const history = historyOf({ interrupted: answer('POST /orders', one), 'sent again': answer('POST /orders', two) });
  expect(judged(interruptedWriteMayBeSentAgain, history).verdict).toBe(verdict);
});
