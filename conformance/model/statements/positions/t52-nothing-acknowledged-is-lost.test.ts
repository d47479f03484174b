import { expect, test } from 'vitest';
import { answer, historyOf, noted, type Sample, unanswered } from '../../../testing/sample-history.ts';
import { page, submitted } from '../../../testing/sample-story.ts';
import { chronicleOf } from '../../chronicle.ts';
import { CALM, nothingAcknowledgedIsLost } from './t52-nothing-acknowledged-is-lost.ts';

const before = [submitted('a', 7), page('', 6, [])];
const busy = answer('GET /orders', { status: 503, code: 'NOT_PRIMED', retryable: true });

test.each<[string, readonly Sample[], string]>([
  ['everything that was acknowledged', [page('', 7, [])], 'pass'],
  ['further', [page('', 9, [])], 'pass'],
  ['less, then more through a later write', [page('', 6, []), submitted('b', 8), page('', 8, [])], 'violated'],
  ['less', [page('', 6, [])], 'violated'],
  ['judged by its highest read', [page('', 6, []), page('', 7, [])], 'pass'],
  ['unknown, where a read has no answer', [page('', 7, []), unanswered('GET /orders')], 'inconclusive'],
  ['still catching up', [page('', 7, []), busy], 'inconclusive'],
  ['and not read again before it is written to', [submitted('b', 8), page('', 8, [])], 'inconclusive'],
])('recovered: %s', (_, after, verdict) => {
  const history = historyOf({ before, [CALM]: noted(true), after });
  expect(nothingAcknowledgedIsLost.judge(chronicleOf(history)).verdict).toBe(verdict);
});

test('the statement is inconclusive where the last reads did not all come', () => {
  expect(nothingAcknowledgedIsLost.judge(chronicleOf(historyOf({ before }))).verdict).toBe('inconclusive');
});
