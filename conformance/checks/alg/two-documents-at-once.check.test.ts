import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { twoDocumentsAtOnce } from './two-documents-at-once.check.ts';

const CONFIG = 'PUT /algos/instances/7/config';
const created = answer('POST /algos/instances', { status: 201, body: { instanceId: 7 } });
const staged = answer(CONFIG, { status: 200, body: { outcome: 'STAGED' } });
const pending = answer(CONFIG, { status: 409, code: 'CONFIG_PENDING', position: 9 });
const documents = (...outcomes: readonly string[]) =>
  answer('GET /algos/instances/7/configs', { status: 200, body: { items: outcomes.map((outcome) => ({ outcome })) } });

test.each<[string, readonly Sample[], Sample, string]>([
  ['the second refused', [staged, pending], documents('APPLIED', 'STAGED'), 'pass'],
  ['the first that was sent refused', [pending, staged], documents('APPLIED', 'STAGED'), 'pass'],
  [
    'refused and said to be worth another try',
    [staged, answer(CONFIG, { status: 409, code: 'CONFIG_PENDING', position: 9, retryable: true })],
    documents('APPLIED', 'STAGED'),
    'violated',
  ],
  ['a verdict between', [staged, staged], documents('APPLIED', 'APPLIED', 'STAGED'), 'not-exercised'],
  ['both wait', [staged, staged], documents('APPLIED', 'STAGED', 'STAGED'), 'violated'],
  [
    'refused with another code',
    [staged, answer(CONFIG, { status: 409, code: 'IN_USE' })],
    documents('STAGED'),
    'violated',
  ],
  [
    'refused with another status',
    [staged, answer(CONFIG, { status: 422, code: 'CONFIG_PENDING' })],
    documents('STAGED'),
    'violated',
  ],
])('%s', (_, sent, listed, verdict) => {
  const history = historyOf({ created, 'round 0': sent, documents: listed });
  expect(judged(twoDocumentsAtOnce, history).verdict).toBe(verdict);
});
