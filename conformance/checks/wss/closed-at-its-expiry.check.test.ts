import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { asked, event, expiring, opened, probed, refusedOp, session } from '../../testing/sample-conversation.ts';
import type { SampleFrame } from '../../testing/sample-history.ts';
import { answer, historyOf, noted } from '../../testing/sample-history.ts';
import { closedAtItsExpiry } from './closed-at-its-expiry.check.ts';

const before = [opened(300), ...probed('greeted'), ...probed('before')];
const after: readonly SampleFrame[] = [asked('touchstoneProbe', 'after')];
const EXPIRED = refusedOp('touchstoneProbe', 'after', 'SESSION_EXPIRED');
const LAPSED = { closed: { code: 4001 } };
const expires = noted(300_000_000_000n);

const alive = answer('GET /me', { status: 200, body: {} });

test.each([
  ['closed', session(before, LAPSED), 'pass'],
  ['with a hint before it', session([...before, expiring(300, 2_000)], LAPSED), 'pass'],
  ['normally (A95)', session(before, { closed: { code: 1000 } }), 'pass'],
  ['without a close frame', session(before, { closed: { code: 1006 } }), 'pass'],
  ['what was sent meanwhile goes unanswered', session([...before, ...after], LAPSED), 'pass'],
  ['it says SESSION_EXPIRED and closes then', session([...before, ...after, EXPIRED], LAPSED), 'pass'],
  ['it says SESSION_EXPIRED and stays open', session([...before, ...after, EXPIRED]), 'violated'],
  ['it answers on', session([...before, ...probed('after')]), 'violated'],
  ['it answers on and is closed then', session([...before, ...probed('after')], LAPSED), 'violated'],
  ['closed too early', session([opened(300), ...probed('greeted')], LAPSED), 'violated'],
  ['it says that it outlives its token', session([opened(360), ...probed('before')], LAPSED), 'violated'],
  ['it is silent, and not closed', session([...before, ...after]), 'violated'],
  ['it was silent before', session([opened(300), ...after]), 'inconclusive'],
  ['it lapses before its token (A92)', session([opened(200), ...probed('before')], LAPSED), 'pass'],
  ['no grant', session([event('sessionOpened', {})], LAPSED), 'inconclusive'],
  ['no session', session([], { status: 401 }), 'inconclusive'],
])('%s', (_, conversation, verdict) => {
  const history = historyOf({ 'token expires': expires, session: conversation, alive });
  expect(judged(closedAtItsExpiry, history).verdict).toBe(verdict);
});

test.each([
  ['closed too', LAPSED, 'pass'],
  ['left open', {}, 'violated'],
  ['closed by the suite', { closed: { code: 1000, by: 'suite' } }, 'violated'],
] as const)('a session that says nothing: %s', (_, over, verdict) => {
  const silent = session([opened(300)], over);
  const history = historyOf({ 'token expires': expires, session: session(before, LAPSED), silent, alive });
  expect(judged(closedAtItsExpiry, history).verdict).toBe(verdict);
});

test('a member that answers nobody', () => {
  const busy = answer('GET /me', { status: 503, code: 'NOT_SERVING' });
  const history = historyOf({ 'token expires': expires, session: session([...before, ...after]), alive: busy });
  expect(judged(closedAtItsExpiry, history).verdict).toBe('inconclusive');
});
