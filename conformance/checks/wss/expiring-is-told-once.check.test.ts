import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { but, expiring, ns, opened, probed, session } from '../../testing/sample-conversation.ts';
import type { ConversationOptions, SampleFrame } from '../../testing/sample-history.ts';
import { historyOf, noted } from '../../testing/sample-history.ts';
import { expiringIsToldOnce } from './expiring-is-told-once.check.ts';

/** What the clock read, in order: the first is note 1. */
const READINGS_S = [0, 600, 610, 840, 850, 900, 904.5];
const now = READINGS_S.map((seconds) => noted(BigInt(ns(seconds))));
/** Heard before the reading that its step comes to, or behind it. */
const AT_600 = 2.5;
const AT_850 = 4.5;
const BEHIND_850 = 5.5;
const AT_LAST = 6.5;

function judged(hints: readonly SampleFrame[], over: ConversationOptions = {}, endsAtS = 905) {
  const last = over.closed === undefined ? probed('last') : [];
  const conversation = session([opened(endsAtS, 1.5), ...hints, ...last], over);
  return judge(expiringIsToldOnce, historyOf({ now, session: conversation })).verdict;
}

test.each([
  ['a minute before', [expiring(905, 60_000, AT_850)], 'pass'],
  ['heard behind the reading', [expiring(905, 60_000, BEHIND_850)], 'pass'],
  ['counted from when the step was done', [expiring(905, 55_000, AT_850)], 'pass'],
  ['five minutes before', [expiring(905, 300_000, AT_600)], 'pass'],
  ['two seconds before', [expiring(905, 2_000, AT_LAST)], 'pass'],
  ['of another end besides', [expiring(905, 60_000, AT_850), expiring(9_999, 60_000, AT_850)], 'pass'],
  ['never', [], 'violated'],
  ['twice', [expiring(905, 60_000, AT_850), expiring(905, 5_000, AT_LAST)], 'violated'],
  ['of another end alone', [expiring(906, 60_000, AT_850)], 'violated'],
  ['in seconds', [expiring(905, 60, AT_850)], 'violated'],
  ['from another time', [expiring(905, 300_000, AT_850)], 'violated'],
  ['a fraction', [expiring(905, 60_000.5, AT_850)], 'violated'],
  ['no msgType', [but(expiring(905, 60_000, AT_850), { msgType: undefined })], 'violated'],
])('told %s', (_, hints, verdict) => {
  expect(judged(hints)).toBe(verdict);
});

test.each([
  ['the connection was cut', { closed: { code: 1006 } }, 905],
  ['a binding that never expires', {}, 0],
  ['no session', { status: 401 }, 905],
])('not judged: %s', (_, over, endsAtS) => {
  expect(judged([], over, endsAtS)).toBe('inconclusive');
});
