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
  ['sent in time', [[opened(E), expiring(E, 60_000)]], 'pass'],
  ['sent with a duration half a second wrong', [[opened(E), expiring(E, 60_500)]], 'pass'],
  ['sent with a duration two seconds wrong', [[opened(E), expiring(E, 62_000)]], 'violated'],
  ['sent while the clock moved', [[opened(E), expiring(E, 60_000)], 0, 70], 'pass'],
  ['sent with more than was left when the clock moved', [[opened(E), expiring(E, 60_000)], 45, 70], 'violated'],
  ['sent after the expiry', [[opened(E), expiring(E, 0)], 101, 101], 'violated'],
  ['sent with another expiry', [[opened(E), expiring(90, 60_000)]], 'violated'],
  ['sent without inMs', [[opened(E), event('sessionExpiring', { expiresAtNs: ns(E) })]], 'violated'],
  ['sent twice', [[opened(E), expiring(E, 60_000), expiring(E, 60_000)]], 'violated'],
  [
    'sent again after a renewal',
    [[opened(E), expiring(E, 60_000), asked('auth', 'a'), authorised('a', 99), expiring(99, 59_000)]],
    'pass',
  ],
  [
    'sent again after a failed renewal',
    [[opened(E), expiring(E, 60_000), asked('auth', 'a'), authorised('a', null), expiring(E, 60_000)]],
    'violated',
  ],
  ['sent, though the credential never expires', [[opened(0), expiring(0, 0)]], 'violated'],
  ['sent before the session is open', [[expiring(E, 60_000)]], 'violated'],
])('%s', (_, given, verdict) => expect(verdictOf(...given)).toBe(verdict));

test('without control the time of the event is not known', () => {
  const history = historyOf([session([opened(E), expiring(E, 5)])]);
  expect(expiryIsToldOnce.judge(chronicleOf(history)).verdict).toBe('pass');
});

test.each([
  ['sent again after a renewal with the same token', 'a', 'violated'],
  ['sent again after a renewal with another token', 'b', 'pass'],
])('%s', (_, again, verdict) => {
  const renewed = [opened(E), expiring(E, 60_000), asked('auth', 'a'), authorised('a', E), expiring(E, 60_000)];
  const history = historyOf({ [SAME_CREDENTIAL]: noted(again), talked: session(renewed) });
  expect(expiryIsToldOnce.judge(chronicleOf(history)).verdict).toBe(verdict);
});
