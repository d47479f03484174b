import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { armsAnswerTheRow } from './arms-answer-the-row.check.ts';

const arm = (name: string, status = 200, body: object = { instanceId: 7, status: name }) =>
  answer(`POST /algos/instances/7/${name}`, { status, body });
const created = answer('POST /algos/instances', { status: 201 });
const GOOD = { created, start: arm('start'), stop: arm('stop'), delete: arm('delete') };

test.each<[string, Record<string, Sample>, string]>([
  ['the row', {}, 'pass'],
  ['the row under another name of its id', { stop: arm('stop', 200, { algoInstanceId: 7 }) }, 'pass'],
  ['nothing', { start: arm('start', 204, {}) }, 'violated'],
  ['an acknowledgement', { stop: arm('stop', 200, { stopped: true }) }, 'violated'],
  ['another row', { delete: arm('delete', 200, { instanceId: 8 }) }, 'violated'],
  ['a refusal', { start: arm('start', 409) }, 'violated'],
  ['a promise', { start: arm('start', 202, {}) }, 'inconclusive'],
])('answers %s', (_, over, verdict) => {
  expect(judged(armsAnswerTheRow, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('nothing is applied, so nothing is started', () => {
  expect(judged(armsAnswerTheRow, historyOf({ created })).verdict).toBe('inconclusive');
});
