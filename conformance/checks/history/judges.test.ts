import { describe, expect, test } from 'vitest';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import { CALM } from '../../model/statements/positions/t52-nothing-acknowledged-is-lost.ts';
import type { Check } from '../../runner/check.ts';
import { judged } from '../../testing/judges.ts';
import { historyOf, noted, type Sample, unanswered } from '../../testing/sample-history.ts';
import { GOOD_SESSIONS, SESSION_ADDITIONS } from '../../testing/sample-session-additions.ts';
import {
  accepted,
  CANCELLED,
  cancelled,
  me,
  orderRow,
  page,
  pageOf,
  readOf,
  refusedAt,
  refusedByOwner,
  rowRead,
  STRICT,
  submitted,
  wrote,
} from '../../testing/sample-story.ts';
import {
  oneSequenceExplainsEveryAnswer,
  oneSequenceExplainsEveryRecord,
  oneSequenceSurvivesWhatBefallsMembers,
  sessionsKeepTheirLease,
} from './sequences.check.ts';

type Addition = readonly [name: string, added: readonly unknown[], statement: string, breaks: readonly string[]];

/** The history passes; with each addition it breaks a statement, and the judgement says which and of what claims. */
function explains(
  check: Pick<Check, 'id' | 'judge'>,
  good: readonly unknown[],
  additions: readonly Addition[],
  target: Partial<TargetFacts> = STRICT,
): void {
  const judgementOf = (samples: readonly unknown[], facts: Partial<TargetFacts>) =>
    judged(check, historyOf(samples as readonly Sample[], facts));

  describe(`${check.id}`, () => {
    test('a history that one sequence explains passes', () => {
      expect(judgementOf(good, STRICT)).toMatchObject({ verdict: 'pass' });
    });

    test.each(additions)('%s does not, and the judgement says what it breaks', (_, added, statement, breaks) => {
      expect(judgementOf([...good, ...added], target)).toMatchObject({
        verdict: 'violated',
        breaks,
        expected: expect.stringContaining(`(${statement}: ${breaks.join(', ')})`),
      });
    });
  });
}

const replay = { replay: true };
const [order, gone] = [orderRow(2, 'a'), orderRow(2, 'a', CANCELLED)];

explains(
  oneSequenceExplainsEveryAnswer,
  [
    refusedByOwner('b', 1),
    submitted('a', 2),
    page('', 2, [order]),
    cancelled('c', ['a', 2], 3),
    rowRead(2, 3, gone),
    submitted('a', 2, replay),
    refusedByOwner('b', 1, replay),
  ],
  [
    ['a second effect', [submitted('a', 5, replay)], 'T6', ['IDEM-16', 'IDEM-19']],
    ['the row of today', [submitted('a', 2, { ...replay, body: gone })], 'T12', ['IDEM-02', 'IDEM-04', 'IDEM-19']],
    ['a read that lags', [rowRead(2, 4, order)], 'T8', ['POS-08']],
    ['a promise that leads nowhere', [accepted('d', { headers: {} })], 'T16', ['IDEM-05', 'IDEM-11']],
  ],
  {},
);

const path = '/chain-policies/7';
const policy = (version: number, over = {}) => ({ chainPolicyId: 7, version, ...over });
const document = (over = {}) => ({
  seq: 1,
  document: '{}',
  outcome: 'APPLIED',
  outcomeAtNs: '5',
  detail: null,
  ...over,
});
const readDocument = (position: number, over = {}): Sample =>
  readOf('/algos/instances/3/configs/1', position, document(over), { actor: 'outsider' });
const clerk = (capabilities: readonly string[]) => ({ userId: 3, capabilities });

explains(
  oneSequenceExplainsEveryRecord,
  [
    me('admin', 1, 1, ['users:manage', 'credentials:approve']),
    me('deputy', 2, 1, ['users:manage', 'credentials:approve']),
    wrote('POST /chain-policies', 2, policy(1)),
    refusedAt(`POST ${path}/approve`, 3, 'SELF_APPROVAL'),
    wrote(`POST ${path}/approve`, 4, policy(2), { actor: 'deputy' }),
    pageOf('/chain-policies', 4, [policy(2)]),
    wrote('POST /algos/instances', 5, { instanceId: 3 }, { actor: 'outsider' }),
    readDocument(6),
    wrote('PUT /users/3', 7, clerk(['orders:trade']), { sentBody: { capabilities: ['orders:trade'] } }),
  ],
  [
    [
      'an amendment approved by whoever made it',
      [wrote(`PUT ${path}`, 8, policy(3)), wrote(`POST ${path}/approve`, 9, policy(4))],
      'T40',
      ['AUTH-15'],
    ],
    ['a document that changed', [readDocument(8, { document: '{ }' })], 'T21', ['ALG-07', 'ALG-22']],
    ['a grant that was not made', [readOf('/users/3', 8, clerk([]))], 'T41', ['CAP-04', 'AUTH-10']],
    ['a page that lacks a policy', [pageOf('/chain-policies', 8, [])], 'T25', ['PAGE-11', 'PAGE-07', 'AUTH-16']],
    ['a policy that no write restated', [readOf(path, 8, policy(2, { maxTransferAmount: '1' }))], 'T8', ['POS-08']],
  ],
);

const before = [submitted('a', 2), unanswered('POST /orders/1020/cancel', { key: 'c' })];
const cancelledMeanwhile = [
  page('?limit=1', 3, [gone]),
  cancelled('c', ['a', 2], 3, { replay: true }),
  page('', 3, [gone]),
];

test.each<[string, readonly Sample[], object]>([
  ['what was in flight was applied once', cancelledMeanwhile, { verdict: 'pass' }],
  ['an acknowledged write is lost', [page('?limit=1', 1, [])], { breaks: ['POS-07', 'POS-08'] }],
  ['an acknowledged row is lost', [page('?limit=1', 3, []), page('', 3, [])], { verdict: 'violated' }],
  ['a key has a second effect', [page('?limit=1', 2, [order]), submitted('a', 4)], { verdict: 'violated' }],
  ['no read is answered', [unanswered('GET /orders')], { verdict: 'inconclusive' }],
])('history/one-sequence-survives-what-befalls-members, after a crash: %s', (_, after, judgement) => {
  const history = historyOf({ before, [CALM]: noted(true), after }, STRICT);
  expect(judged(oneSequenceSurvivesWhatBefallsMembers, history)).toMatchObject(judgement);
});

explains(sessionsKeepTheirLease, GOOD_SESSIONS, SESSION_ADDITIONS);
