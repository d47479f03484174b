import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { keyGrammar } from './key-grammar.check.ts';

const stop = (status: number, code?: string, over: object = {}) =>
  answer('POST /algos/instances/7/stop', { status, ...(code !== undefined && { code }), ...over });
const malformed = stop(400, 'MALFORMED_REQUEST');
const GOOD = {
  created: answer('POST /algos/instances', { status: 201 }),
  key: [stop(200), stop(409, 'IDEMPOTENCY_KEY_REUSED')],
  restated: stop(200),
  'no key': [malformed, stop(400, 'INVALID_KEY')],
  contradicted: [malformed, malformed],
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['as it is', {}, 'pass'],
  ['narrower', { key: [stop(200), malformed] }, 'violated'],
  ['wider', { 'no key': [malformed, stop(200)] }, 'violated'],
  ['told by the owner', { 'no key': stop(400, 'MALFORMED_REQUEST', { position: 9 }) }, 'violated'],
  ['not to be restated', { restated: malformed }, 'violated'],
  ['contradicted', { contradicted: [malformed, stop(200)] }, 'violated'],
  ['contradicted, as a conflict', { contradicted: stop(409, 'IDEMPOTENCY_KEY_REUSED') }, 'violated'],
])('the grammar is %s', (_, over, verdict) => {
  expect(judged(keyGrammar, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('no instance to write on', () => {
  const refused = answer('POST /algos/instances', { status: 422, code: 'INVALID_FIELD' });
  expect(judged(keyGrammar, historyOf({ created: refused })).verdict).toBe('inconclusive');
});
