import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { asked, authorised, closing, opened, probed, refusedOp, session } from '../../testing/sample-conversation.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { grantIsWhatMeSays } from './grant-is-what-me-says.check.ts';

const HELD = ['orders:trade', 'orders:read', 'algos:manage'];
const me = (capabilities: unknown) => answer('GET /me', { status: 200, body: { userId: 1, capabilities } });

function judged(first: readonly string[], second: readonly string[], held: unknown = HELD, after: unknown = held) {
  const frames = [opened(900, undefined, first), ...probed('greeted'), asked('auth', 'renewed')];
  const conversation = session([...frames, authorised('renewed', 900, undefined, second)]);
  return judge(grantIsWhatMeSays, historyOf({ before: me(held), session: conversation, after: me(after) })).verdict;
}

const turned = HELD.toReversed();
const newer = ['reports:read', ...HELD];

test.each([
  ['the same', judged(HELD, HELD), 'pass'],
  ['none', judged([], [], []), 'pass'],
  ['one of a newer contract', judged(newer, newer, newer), 'pass'],
  ['fewer at the opening', judged(HELD.slice(1), HELD), 'violated'],
  ['more at op auth', judged(HELD, [...HELD, 'orders:all']), 'violated'],
  ['in another order', judged(HELD, turned), 'violated'],
  ['in an order that is not the declared one', judged(turned, turned, turned), 'violated'],
  ['one twice', judged([...HELD, HELD[0] ?? ''], HELD), 'violated'],
  ['one twice everywhere', judged(['a:b', 'a:b'], ['a:b', 'a:b'], ['a:b', 'a:b']), 'violated'],
  ['changed meanwhile', judged(HELD, HELD, HELD, HELD.slice(1)), 'inconclusive'],
  ['GET /me names none', judged(HELD, HELD, null), 'inconclusive'],
])('%s', (_, verdict, expected) => {
  expect(verdict).toBe(expected);
});

test.each([
  ['no session', session([], { status: 401 })],
  ['access was revoked meanwhile', session([closing()], { closed: { code: 4003 } })],
  [
    'op auth is refused',
    session([opened(900, undefined, HELD), asked('auth', 'renewed'), refusedOp('auth', 'renewed', 'X')]),
  ],
])('not judged: %s', (_, conversation) => {
  const history = historyOf({ before: me(HELD), session: conversation, after: me(HELD) });
  expect(judge(grantIsWhatMeSays, history).verdict).toBe('inconclusive');
});
