import { expect, test } from 'vitest';
import { closing, expiring, opened, session } from '../../../testing/sample-conversation.ts';
import { judged } from '../../../testing/sample-story.ts';
import { sessionsOpenWithOneWord } from './t47-sessions-open-with-one-word.ts';

const E = 100;

test.each([
  ['sessionOpened first', session([opened(E), expiring(E, 1)]), 'pass'],
  ['nothing yet', session([]), 'pass'],
  ['another event first', session([expiring(E, 1), opened(E)]), 'violated'],
  ['sessionOpened twice', session([opened(E), opened(E)]), 'violated'],
  ['sessionClosing first', session([closing()], { closed: { code: 4003 } }), 'pass'],
  ['sessionClosing and another code', session([closing()], { closed: { code: 4001 } }), 'violated'],
  ['a frame after sessionClosing', session([closing(), opened(E)], { closed: { code: 4003 } }), 'violated'],
  ['sessionClosing closed by us', session([closing()], { closed: { code: 1000, by: 'suite' } }), 'pass'],
  ['market data, which has no events', session([expiring(E, 1)], { socket: 'marketData' }), 'pass'],
  ['a refused handshake', session([], { status: 401 }), 'pass'],
] as const)('%s', (_, sample, verdict) => expect(judged(sessionsOpenWithOneWord, [sample])).toBe(verdict));

test('before authenticated handshakes a session could begin without a frame', () => {
  expect(judged(sessionsOpenWithOneWord, [session([expiring(E, 1)])], { socket: '1.1.0' })).toBe('pass');
});
