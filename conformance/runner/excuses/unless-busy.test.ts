import { expect, test } from 'vitest';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { differs, violated } from '../judgement.ts';
import { unlessBusy } from './unless-busy.ts';

const history = historyOf({
  busy: answer('GET /orders', { status: 503, code: 'NOT_PRIMED', retryable: true, headers: { 'Retry-After': '1' } }),
  wrong: answer('GET /orders', { status: 503, code: 'NOT_PRIMED', retryable: false, headers: { 'Retry-After': '1' } }),
  good: answer('GET /orders', { status: 200, body: {} }),
});

test.each([
  [['good', 'busy'], 'inconclusive', 'inconclusive'],
  [['busy', 'good'], 'violated', 'inconclusive'],
  [['wrong', 'good'], 'violated', 'violated'],
  [['good', 'good'], 'violated', 'violated'],
] as const)('of %j', (labels, ofTheBreaking, ofAny) => {
  const seen = labels.map((label) => history.one(label));
  expect([violated('x', ...seen), differs('x', ...seen)].map((one) => unlessBusy(one).verdict)).toEqual([
    ofTheBreaking,
    ofAny,
  ]);
});
