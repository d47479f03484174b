import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { twelveRoutesAnswer } from './twelve-routes-answer.check.ts';

const read = answer('GET /algos/instances/7', { status: 200 });
const write = answer('POST /algos/halt', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['all of them', read, write, 'pass'],
  ['but one read', answer('GET /algos/versions', { status: 404, code: 'ROUTE_NOT_FOUND' }), write, 'violated'],
  ['but one write', read, answer('POST /algos/halt', { status: 404, code: 'ROUTE_NOT_FOUND' }), 'violated'],
  ['another method', read, answer('PUT /algos/halt', { status: 405, code: 'METHOD_NOT_ALLOWED' }), 'violated'],
  ['a malformed write taken', read, answer('POST /algos/halt', { status: 200 }), 'violated'],
])('%s', (_, second, last, verdict) => {
  const history = historyOf({ read: [read, second], write: [write, last] });
  expect(judged(twelveRoutesAnswer, history).verdict).toBe(verdict);
});

test('no instance: nothing to ask of', () => {
  expect(judged(twelveRoutesAnswer, historyOf({})).verdict).toBe('inconclusive');
});
