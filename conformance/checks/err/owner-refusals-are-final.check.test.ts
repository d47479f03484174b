import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ownerRefusalsAreFinal } from './owner-refusals-are-final.check.ts';

const tick = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 };

test.each([
  ['final, first and replayed', [tick, { ...tick, replay: true }], 'pass'],
  ['retryable', [{ ...tick, retryable: true }], 'violated'],
  ['retryable when replayed', [tick, { ...tick, replay: true, retryable: true }], 'violated'],
  ['nothing said', [{ ...tick, body: { error: { code: 'TICK_SIZE_VIOLATION' } } }], 'violated'],
  ['refused by the door alone', [{ status: 422, code: 'INSTRUMENT_NOT_LIVE', retryable: true }], 'inconclusive'],
])('%s', (_, answers, verdict) => {
  const history = historyOf(answers.map((came) => answer('POST /orders', came)));
  expect(judged(ownerRefusalsAreFinal, history).verdict).toBe(verdict);
});
