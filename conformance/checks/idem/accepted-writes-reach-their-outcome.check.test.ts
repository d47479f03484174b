import { expect, test } from 'vitest';
import { aboutOf, partsOf } from '../../runner/judgement.ts';
import { judged as judge } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { acceptedWritesReachTheirOutcome } from './accepted-writes-reach-their-outcome.check.ts';

const KEY = 'key-1';
const POST = 'POST /orders';
const GET = `GET /operations/${KEY}`;
const row = { orderId: '7', clientOrderId: KEY };
const outcome = (status: string) => ({ outcome: { family: 'orders', status } });
const accepted = (location = `/operations/${KEY}`) =>
  answer(POST, { status: 202, key: KEY, headers: { Location: location } });
const poll = (status: string) => answer(GET, { status: 200, body: outcome(status) });
const served = answer(POST, { status: 201, key: KEY, position: 9, body: row });
const replayed = answer(POST, { status: 201, key: KEY, position: 9, body: row, replay: true });

interface Story {
  readonly location?: string;
  readonly polls?: readonly Sample[];
  readonly again?: Sample;
  readonly write?: Sample;
  readonly after?: readonly Sample[];
}

function judged({
  location,
  polls = [poll('PENDING'), poll('SUCCEEDED')],
  again = replayed,
  write = served,
  after = [poll('SUCCEEDED'), poll('SUCCEEDED')],
}: Story) {
  const wire = [accepted(location), ...polls, again].map((sample, i) => sample(100 + i, null));
  const sent: Sample = (n, label) => ({ ...write(n, label), settling: wire });
  return judge(acceptedWritesReachTheirOutcome, historyOf({ sent, [`after ${KEY}`]: after }));
}

test('it settles', () => {
  const judgement = judged({});
  expect(judgement.verdict).toBe('pass');
  expect(partsOf(judgement).map((part) => [aboutOf(part), part.verdict, 'unseen' in part])).toEqual([
    [['IDEM-11'], 'pass', false],
    [['IDEM-12'], 'pass', false],
    [['IDEM-13'], 'pass', false],
  ]);
});

test.each<[string, Story, readonly string[]]>([
  ['Location names another operation', { location: '/operations/other' }, ['IDEM-11']],
  [
    'the operation is unknown at first',
    { polls: [answer(GET, { status: 404, code: 'UNKNOWN_OPERATION' }), poll('SUCCEEDED')] },
    ['IDEM-12'],
  ],
  ['the outcome turns', { after: [poll('SUCCEEDED'), poll('REJECTED')] }, ['IDEM-12']],
  ['the outcome is pending again', { after: [poll('PENDING'), poll('SUCCEEDED')] }, ['IDEM-12']],
  ['the key is answered 500', { again: answer(POST, { status: 500, key: KEY, code: 'INTERNAL_ERROR' }) }, ['IDEM-13']],
])('%s', (_, story, breaks) => {
  expect(judged(story)).toMatchObject({ verdict: 'violated', breaks });
});

test('where the key replays its 202 the third claim is not seen', () => {
  const still = answer(POST, { status: 202, key: KEY, replay: true });
  const parts = partsOf(judged({ again: still, write: still }));
  expect(parts.find((part) => aboutOf(part)?.includes('IDEM-13') === true)).toMatchObject({ unseen: true });
});

test('where no write was answered 202 nothing is exercised', () => {
  expect(judge(acceptedWritesReachTheirOutcome, historyOf({ sent: served })).verdict).toBe('not-exercised');
});
