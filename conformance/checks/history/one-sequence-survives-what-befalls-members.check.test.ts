import { expect, test } from 'vitest';
import { CALM } from '../../model/statements/positions/t52-nothing-acknowledged-is-lost.ts';
import { judged } from '../../testing/judges.ts';
import { historyOf, noted, type Sample, unanswered } from '../../testing/sample-history.ts';
import { CANCELLED, cancelled, orderRow, page, submitted } from '../../testing/sample-story.ts';
import { oneSequenceSurvivesWhatBefallsMembers } from './one-sequence-survives-what-befalls-members.check.ts';

const [a, gone] = [orderRow(2, 'a'), orderRow(2, 'a', CANCELLED)];
const before = [submitted('a', 2), unanswered('POST /orders/1020/cancel', { key: 'c' })];
const cancelledMeanwhile = [
  page('?limit=1', 3, [gone]),
  cancelled('c', ['a', 2], 3, { replay: true }),
  page('', 3, [gone]),
];

test.each<[string, readonly Sample[], object]>([
  ['what was under way came about once', cancelledMeanwhile, { verdict: 'pass' }],
  ['an acknowledged write is lost', [page('?limit=1', 1, [])], { breaks: ['POS-07', 'POS-08'] }],
  ['an acknowledged row is lost', [page('?limit=1', 3, []), page('', 3, [])], { verdict: 'violated' }],
  ['a key has a second effect', [page('?limit=1', 2, [a]), submitted('a', 4)], { verdict: 'violated' }],
  ['nobody knows', [unanswered('GET /orders')], { verdict: 'inconclusive' }],
])('after a crash: %s', (_, after, judgement) => {
  const history = historyOf({ before, [CALM]: noted(true), after }, { singleMember: true, strict: true });
  expect(judged(oneSequenceSurvivesWhatBefallsMembers, history)).toMatchObject(judgement);
});
