import { expect, test } from 'vitest';
import { CALM } from '../../model/labels.ts';
import { judged } from '../../testing/judges.ts';
import { historyOf, noted, type Sample, unanswered } from '../../testing/sample-history.ts';
import { GOOD_SESSIONS, SESSION_ADDITIONS } from '../../testing/sample-session-additions.ts';
import { CANCELLED, cancelled, orderRow, page, STRICT, submitted } from '../../testing/sample-story.ts';
import { oneSequenceSurvivesWhatBefallsMembers, sessionsKeepTheirLease } from './sequences.check.ts';

const [gone] = [orderRow(2, 'a', CANCELLED)];
const before = [submitted('a', 2), unanswered('POST /orders/1020/cancel', { key: 'c' })];
const cancelledMeanwhile = [
  page('?limit=1', 3, [gone]),
  cancelled('c', ['a', 2], 3, { replay: true }),
  page('', 3, [gone]),
];

test.each<[string, readonly Sample[], object]>([
  ['what was in flight was applied once', cancelledMeanwhile, { verdict: 'pass' }],
  ['an acknowledged write is lost', [page('?limit=1', 1, [])], { about: ['POS-07', 'POS-08'] }],
  ['an acknowledged row is lost', [page('?limit=1', 3, []), page('', 3, [])], { verdict: 'violated' }],
  ['no read is answered', [unanswered('GET /orders')], { verdict: 'inconclusive' }],
])('history/one-sequence-survives-what-befalls-members, after a crash: %s', (_, after, judgement) => {
  const history = historyOf({ before, [CALM]: noted(true), after }, STRICT);
  expect(judged(oneSequenceSurvivesWhatBefallsMembers, history)).toMatchObject(judgement);
});

test.each<(typeof SESSION_ADDITIONS)[number]>([
  ['a history that one sequence explains', [], '', []],
  ...SESSION_ADDITIONS,
])('history/sessions-keep-their-lease: %s', (_, added, statement, breaks) => {
  const history = historyOf([...GOOD_SESSIONS, ...added] as readonly Sample[], STRICT);
  const judgement = judged(sessionsKeepTheirLease, history);
  if (added.length === 0) expect(judgement).toMatchObject({ verdict: 'pass' });
  else
    expect(judgement).toMatchObject({
      about: breaks,
      expected: expect.stringContaining(`(${statement}: ${breaks.join(', ')})`),
    });
});
