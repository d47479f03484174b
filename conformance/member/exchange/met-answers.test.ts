import { expect, test } from 'vitest';
import { answer, type Sample } from '../../testing/sample-history.ts';
import { type Met, MetAnswers } from './met-answers.ts';

const bearer = { Authorization: 'Bearer <token of trader>' };
const accepted = (key: string, over: object = {}) =>
  answer('POST /orders', { status: 202, key, sent: bearer, headers: { Location: `/operations/${key}` }, ...over });
const taken = (key: string) => answer('POST /orders', { status: 201, key, position: 3, sent: bearer });
const record = (key: string, status: string) =>
  answer(`GET /operations/${key}`, { status: 200, body: { outcome: { status } } });
const busy = answer('GET /me', { status: 503, code: 'NOT_PRIMED', retryable: true });
const another = answer('GET /me', { status: 429, code: 'RATE_LIMITED', retryable: true });

function met(samples: readonly Sample[]): MetAnswers {
  const answers = new MetAnswers();
  for (const [i, sample] of samples.entries()) answers.saw(sample(i + 1, null));
  return answers;
}

test.each<[string, readonly Sample[], Met, readonly number[]]>([
  ['busy answers', [busy, taken('a'), another], 'busy', [1, 3]],
  ['of those that are alike the first few', [busy, busy, busy, busy, busy], 'busy', [1, 2, 3]],
  ['writes answered 202', [taken('a'), accepted('b')], 'accepted', [2]],
  ['writes whose outcome was not seen', [accepted('a'), accepted('b'), record('b', 'PENDING')], 'unsettled', [1, 2]],
  ['not those whose key was answered', [accepted('a'), taken('a')], 'unsettled', []],
  ['nor those whose operation is final', [accepted('a'), record('a', 'SUCCEEDED')], 'unsettled', []],
  [
    'nor those of a caller with a token of its own',
    [accepted('a', { sent: { Authorization: 'Bearer x' } })],
    'unsettled',
    [],
  ],
])('it keeps %s', (_, samples, kind, ns) => {
  expect(
    met(samples)
      .of(kind)
      .map(({ n }) => n),
  ).toEqual(ns);
});

test('operations are forgotten with their world, and a day after their write', () => {
  const [first, second] = [met([accepted('a')]), met([accepted('a')])];
  first.forgetOperations();
  second.moved(24 * 3_600_000);
  expect([first, second].map((answers) => answers.of('unsettled'))).toEqual([[], []]);
  expect([first, second].map((answers) => answers.of('accepted').length)).toEqual([1, 1]);
});
