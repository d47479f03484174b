import { expect, test } from 'vitest';
import { asked, authorised, event, expiring, ns, opened, session } from '../../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../../testing/sample-history.ts';
import { historyOf, noted } from '../../../testing/sample-history.ts';
import { clockAt } from '../../../testing/sample-sessions.ts';
import { chronicleOf } from '../../chronicle.ts';
import { SAME_CREDENTIAL } from '../../session-story.ts';
import { expiryIsToldOnce } from './t49-expiry-is-told-once.ts';

/** The session is sample 3; the clock reads `fromS` before it and `toS` after it. */
function verdictOf(frames: readonly SampleFrame[], fromS = 40, toS = 40): string {
  const samples = [...clockAt(fromS), session(frames), ...clockAt(toS)];
  return expiryIsToldOnce.judge(chronicleOf(historyOf(samples as never))).verdict;
}

const E = 100;

test.each<[string, Parameters<typeof verdictOf>, string]>([
  ['told in time', [[opened(E), expiring(E, 60_000)]], 'pass'],
  ['told half a second wrong', [[opened(E), expiring(E, 60_500)]], 'pass'],
  ['told two seconds wrong', [[opened(E), expiring(E, 62_000)]], 'violated'],
  ['told while the clock moved', [[opened(E), expiring(E, 60_000)], 0, 70], 'pass'],
  ['told of more than was left when the clock moved', [[opened(E), expiring(E, 60_000)], 45, 70], 'violated'],
  ['told when it was over', [[opened(E), expiring(E, 0)], 101, 101], 'violated'],
  ['told of another end', [[opened(E), expiring(90, 60_000)]], 'violated'],
  ['told without inMs', [[opened(E), event('sessionExpiring', { expiresAtNs: ns(E) })]], 'violated'],
  ['told twice', [[opened(E), expiring(E, 60_000), expiring(E, 60_000)]], 'violated'],
  [
    'told again after it was renewed',
    [[opened(E), expiring(E, 60_000), asked('auth', 'a'), authorised('a', 99), expiring(99, 59_000)]],
    'pass',
  ],
  [
    'told again after it was not renewed',
    [[opened(E), expiring(E, 60_000), asked('auth', 'a'), authorised('a', null), expiring(E, 60_000)]],
    'violated',
  ],
  ['told, though it never expires', [[opened(0), expiring(0, 0)]], 'violated'],
  ['told before it is open', [[expiring(E, 60_000)]], 'violated'],
])('%s', (_, given, verdict) => expect(verdictOf(...given)).toBe(verdict));

test('without control the time of the event is not known', () => {
  const history = historyOf([session([opened(E), expiring(E, 5)])]);
  expect(expiryIsToldOnce.judge(chronicleOf(history)).verdict).toBe('pass');
});

test.each([
  ['told again after it was renewed with the token that it had', 'a', 'violated'],
  ['told again after it was renewed with another', 'b', 'pass'],
])('%s', (_, again, verdict) => {
  const renewed = [opened(E), expiring(E, 60_000), asked('auth', 'a'), authorised('a', E), expiring(E, 60_000)];
  const history = historyOf({ [SAME_CREDENTIAL]: noted(again), talked: session(renewed) });
  expect(expiryIsToldOnce.judge(chronicleOf(history)).verdict).toBe(verdict);
});
