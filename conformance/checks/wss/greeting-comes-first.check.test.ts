import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { but, closing, event, expiring, granted, opened, probed, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { greetingComesFirst } from './greeting-comes-first.check.ts';

const probe = probed('greeted');
const BINARY: SampleFrame = { direction: 'received', text: null };

test.each([
  ['first', [opened(900), ...probe], 'pass'],
  ['of a binding that never expires', [opened(0), ...probe], 'pass'],
  ['of nobody who may do anything', [opened(900, undefined, []), ...probe], 'pass'],
  ['with a hint behind it (A96)', [opened(30), expiring(30, 30_000), ...probe], 'pass'],
  ['with members of a newer contract', [but(opened(900), { version: '1.5.0' }), ...probe], 'pass'],
  ['behind another event', [event('welcome', {}), opened(900), ...probe], 'violated'],
  ['behind a binary message', [BINARY, opened(900), ...probe], 'violated'],
  ['only an answer', probe.toReversed(), 'violated'],
  ['twice', [opened(900), opened(900), ...probe], 'violated'],
  ['no msgType', [but(opened(900), { msgType: undefined }), ...probe], 'violated'],
  ['another msgType', [but(opened(900), { msgType: 'session' }), ...probe], 'violated'],
  ['no event', [but(opened(900), { event: undefined }), ...probe], 'violated'],
  ['the grant beside data', [but(opened(900), { data: undefined, ...granted(900) }), ...probe], 'violated'],
  ['no capabilities', [event('sessionOpened', { expiresAtNs: '9' }), ...probe], 'violated'],
  [
    'an expiry in a form of its own',
    [event('sessionOpened', { ...granted(0), expiresAtNs: '0x9' }), ...probe],
    'violated',
  ],
  ['access was revoked meanwhile', [closing()], 'inconclusive'],
  ['nothing in time', [], 'inconclusive'],
])('%s', (_, frames, verdict) => {
  expect(judged(greetingComesFirst, historyOf({ session: session(frames) })).verdict).toBe(verdict);
});

test.each([
  [true, 'violated'],
  [false, 'inconclusive'],
])('later than the first word of the suite; a member of its own: %s', (strict, verdict) => {
  const history = historyOf({ session: session([probe[0], opened(900), probe[1]]) }, { strict });
  expect(judged(greetingComesFirst, history).verdict).toBe(verdict);
});

const at = (frame: SampleFrame, atMs: number): SampleFrame => ({ ...frame, atMs });
/** Opened at 0, and the suite waited ten seconds. */
const late = (greetedAtMs: number) =>
  session([at(probe[0], 10_000), at(opened(900), greetedAtMs), at(probe[1], 14_000)], { sentAtMs: 0, answeredAtMs: 0 });

test.each([
  ['with the first word each time', [late(10_005), late(10_004)], 'violated'],
  ['once, and in time then', [late(10_005), session([opened(900), ...probe])], 'inconclusive'],
  ['late by as much as it likes', [late(13_500), late(13_700)], 'inconclusive'],
])('ten seconds late: %s', (_, more, verdict) => {
  expect(judged(greetingComesFirst, historyOf({ session: late(10_003), 'once more': more })).verdict).toBe(verdict);
});

test('no session', () => {
  expect(judged(greetingComesFirst, historyOf({ session: session([], { status: 401 }) })).verdict).toBe('inconclusive');
});
