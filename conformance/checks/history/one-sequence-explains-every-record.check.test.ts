import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { me, pageOf, readOf, refusedAt, wrote } from '../../testing/sample-story.ts';
import { oneSequenceExplainsEveryRecord } from './one-sequence-explains-every-record.check.ts';

const TARGET = { singleMember: true, strict: true };
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
const clerk = (capabilities: readonly string[]) => ({ userId: 3, capabilities });
const grant = (position: number, capabilities: readonly string[]) =>
  wrote('PUT /users/3', position, clerk(capabilities), { sentBody: { capabilities } });

const good = [
  me('admin', 1, 1, ['users:manage', 'credentials:approve']),
  me('deputy', 2, 1, ['users:manage', 'credentials:approve']),
  wrote('POST /chain-policies', 2, policy(1)),
  refusedAt(`POST ${path}/approve`, 3, 'SELF_APPROVAL'),
  wrote(`POST ${path}/approve`, 4, policy(2), { actor: 'deputy' }),
  pageOf('/chain-policies', 4, [policy(2)]),
  wrote('POST /algos/instances', 5, { instanceId: 3 }, { actor: 'outsider' }),
  readOf('/algos/instances/3/configs/1', 6, document(), { actor: 'outsider' }),
  grant(7, ['orders:trade']),
];

test('a history that one sequence explains passes', () => {
  expect(judged(oneSequenceExplainsEveryRecord, historyOf(good, TARGET))).toEqual({ verdict: 'pass' });
});

test.each([
  [
    'an amendment approved by whoever made it',
    [wrote(`PUT ${path}`, 8, policy(3)), wrote(`POST ${path}/approve`, 9, policy(4))],
    'T40',
    ['AUTH-15'],
  ],
  [
    'a document that changed',
    [readOf('/algos/instances/3/configs/1', 8, document({ document: '{ }' }), { actor: 'outsider' })],
    'T21',
    ['ALG-07', 'ALG-22'],
  ],
  ['a grant that nobody gave', [readOf('/users/3', 8, clerk([]))], 'T41', ['CAP-04', 'AUTH-10']],
  ['a page that lacks a policy', [pageOf('/chain-policies', 8, [])], 'T25', ['PAGE-11', 'PAGE-07', 'AUTH-16']],
  ['a policy that nobody restated', [readOf(path, 8, policy(2, { maxTransferAmount: '1' }))], 'T8', ['POS-08']],
])('%s does not, and says what it breaks', (_, bad, statement, breaks) => {
  expect(judged(oneSequenceExplainsEveryRecord, historyOf([...good, ...bad], TARGET))).toMatchObject({
    verdict: 'violated',
    breaks,
    expected: expect.stringContaining(`(${statement}: ${breaks.join(', ')})`),
  });
});
