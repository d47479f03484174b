import { expect, test } from 'vitest';
import { answer, historyOf } from '../testing/sample-history.ts';
import { violated } from './judgement.ts';
import { unlessAnyBusy, unlessBusy } from './unless-busy.ts';

const history = historyOf({
  busy: answer('GET /orders', { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } }),
  wrong: answer('GET /orders', { status: 503, code: 'NOT_PRIMED', retryable: false, headers: { 'Retry-After': '1' } }),
  good: answer('GET /orders', { status: 200, body: {} }),
});
const seen = (...labels: readonly string[]) => violated('x', ...labels.map((label) => history.one(label)));

test.each([
  [['good', 'busy'], 'inconclusive', 'inconclusive'],
  [['busy', 'good'], 'violated', 'inconclusive'],
  [['wrong', 'good'], 'violated', 'violated'],
  [['good', 'good'], 'violated', 'violated'],
] as const)('of %j', (labels, ofTheBreaking, ofAny) => {
  expect([unlessBusy(seen(...labels)).verdict, unlessAnyBusy(seen(...labels)).verdict]).toEqual([ofTheBreaking, ofAny]);
});
